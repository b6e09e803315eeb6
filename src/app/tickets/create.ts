// New tickets begin in the workflow's start state; nobody chooses another.

import { refOf, type Key, type TicketRef } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { checkFamily } from "../../engine/tickets/relink.ts";
import { workflowCheck, type App, type Caller } from "../app.ts";
import { ticketCheck, touched } from "../commit/changes.ts";
import { checkNames } from "../commit/limits.ts";
import { firstKey, newNumbers } from "../commit/new-numbers.ts";
import { refusedPlan } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import type { Attempt } from "../commit/settle.ts";
import { byWorkflow } from "../commit/by-workflow.ts";
import { checkFields } from "./fields.ts";
import { readLinked, refuseChildOf } from "./links.ts";
import { createEntry } from "./new-ticket.ts";
import { nameNow, namesNow } from "./names-now.ts";

export interface CreateInput {
  readonly title: string;
  readonly body?: string | undefined;
  readonly priority?: string | undefined;
  readonly estimate?: string | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly parent?: Key | undefined;
  readonly blockedBy?: readonly Key[] | undefined;
  /** The token of the claim on the parent. */
  readonly claim?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface CreateAnswer extends TicketRef {
  readonly state: string;
  readonly title: string;
  readonly event: number | null;
}

export async function createTicket(app: App, caller: Caller, input: CreateInput): Promise<CreateAnswer | Refusal> {
  const unfit = checkNames(caller, input.requestId) ?? checkFields(input);
  if (unfit) return unfit;
  const { requestId, claim: _, ...asked } = input;
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "create_ticket",
    subject: "board",
    id: requestId,
    arguments: asked,
  };
  const look = byWorkflow(app, (app) => attempt(app, caller, input, request));
  return settleOnce<CreateAnswer, CreateAnswer>(app.board, request, withEvent, look);
}

async function attempt(
  app: App,
  caller: Caller,
  asked: CreateInput,
  request: RequestName,
): Promise<Attempt<CreateAnswer | Refusal>> {
  const [parent, blocking] = [await nameNow(app, asked.parent), await namesNow(app, asked.blockedBy ?? [])];
  const input = { ...asked, parent, blockedBy: blocking };
  const linked = await readLinked(app, [
    ...(input.parent === undefined ? [] : [input.parent]),
    ...(input.blockedBy ?? []),
  ]);
  if (isRefusal(linked)) return { answer: linked };
  const parents = linked.filter((ticket) => ticket.key === input.parent);
  const held = await refuseChildOf(app, caller, parents, input.claim);
  if (held) return { plan: refusedPlan(app, caller, held.parent, held.refusal), answer: () => held.refusal };
  const now = await app.board.now();
  const numbers = newNumbers(1);
  const number = numbers.first;
  const key = String(number);
  const blockedBy = input.blockedBy ?? [];
  const family = checkFamily(key, {
    parent: input.parent ?? null,
    reparented: true,
    children: [],
    blockedBy,
    added: blockedBy,
    blocks: [],
  });
  if (family) return { answer: family };
  const state = app.machine.workflow.start;
  const answer: CreateAnswer = { number, state, title: input.title, event: null };
  const made = createEntry(
    app,
    caller,
    {
      number,
      title: input.title,
      body: input.body ?? "",
      priority: input.priority ?? null,
      estimate: input.estimate ?? null,
      labels: input.labels ?? [],
      parent: input.parent ?? null,
      blockedBy,
    },
    now,
  );
  const touches = linked.map((ticket) => touched(ticket, now));
  return {
    plan: {
      id: app.newId(),
      checks: [...workflowCheck(app), ...linked.map(ticketCheck)],
      entries: [{ ...made, changes: [...(made.changes ?? []), ...touches] }],
      newNumbers: numbers,
      ...requestRecord(request, answer),
    },
    answer: (done) => ({ ...answer, ...refOf(firstKey(done)), event: done.seq }),
  };
}
