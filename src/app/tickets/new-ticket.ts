// The row that makes a ticket, whether somebody asks for one or a thousand are brought in.

import type { Key, Time } from "../../engine/facts.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import type { Change } from "../commit/changes.ts";
import type { Entry } from "../commit/plan.ts";
import { blockerChanges } from "./links.ts";

export interface NewTicket {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly priority: string | null;
  readonly estimate: string | null;
  readonly labels: readonly string[];
  readonly parent: Key | null;
  readonly blockedBy: readonly Key[];
}

/** In the workflow's start state. */
export function createEntry(app: App, caller: Caller, ticket: NewTicket, now: Time): Entry {
  const { number, title, body, priority, estimate, parent } = ticket;
  const key = String(number);
  const state = app.machine.workflow.start;
  const blockedBy = [...new Set(ticket.blockedBy)];
  const created: Change<"ticket"> = {
    table: "ticket",
    key: { key },
    set: {
      number,
      repo: "",
      title,
      body,
      state,
      priority,
      estimate,
      labels: JSON.stringify([...new Set(ticket.labels)]),
      parent,
      parent_since: parent === null ? null : now,
      created_at: now,
      updated_at: now,
      entered_at: now,
      version: 1,
      closed: 0,
      fence: 0,
    },
  };
  return {
    kind: "create",
    subject: { type: "ticket", key },
    by: authorOf(caller),
    data: { to: state, parent, blockedBy },
    changes: [created, ...blockerChanges(key, blockedBy, now)],
  };
}
