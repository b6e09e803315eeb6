// Refusals that several verbs share, and the ledger row that a refused call leaves.

import { refOf, showKey, type Key } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import type { Json } from "./json.ts";
import type { Entry, Plan, Subject } from "./plan.ts";

export function noSuchTicket(key: Key): Refusal {
  return refuse(
    "ticket_not_found",
    `There is no ticket ${showKey(key)} on this board.`,
    "find the ticket's number with list_tickets, then retry with that number.",
    { ...refOf(key) },
  );
}

export function refuseBlank(reason: string): Refusal | null {
  if (reason.trim() !== "") return null;
  return refuse(
    "blank_reason",
    "A reason is needed: it stands in the ledger, for whoever reads it later.",
    "retry the same call with reason set to a sentence that says why.",
  );
}

export function refusedPlan(
  app: App,
  caller: Caller,
  subject: { readonly key: Key; readonly state: string | null },
  refusal: Refusal,
  reason?: string,
): Plan {
  return refusalOn(app, caller, { type: "ticket", key: subject.key }, refusal, { from: subject.state }, reason);
}

/** The row that stands for a refusal, whatever it was refused on. */
export function refusalOn(
  app: App,
  caller: Caller,
  subject: Subject,
  refusal: Refusal,
  data: Readonly<Record<string, Json>>,
  reason?: string,
): Plan {
  const texts = refusalTexts(refusal, reason);
  const entry: Entry = { kind: "refuse", subject, by: authorOf(caller), data: { code: refusal.code, ...data }, texts };
  return { id: app.newId(), checks: [], entries: [entry] };
}

const MOST_OF_A_REFUSAL = 2_000;

/** What a refused caller said, and what they were told: a reader of the ledger wants to know both. */
export function refusalTexts(refusal: Refusal, reason?: string): Readonly<Record<string, string>> {
  // It quotes what was sent, which may be text that no database takes; and a cut may go through a letter.
  const told = refusal.error.slice(0, MOST_OF_A_REFUSAL).replaceAll("\0", "\u2400").toWellFormed();
  return reason === undefined ? { refusal: told } : { reason, refusal: told };
}
