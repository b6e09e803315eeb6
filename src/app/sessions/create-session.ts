// Opens a session on a ticket, or gives back the one that the same agent has open there. A person opens one that nobody
// owns yet: the agent that takes it up does.

import { hash } from "node:crypto";
import { refOf, sameIdentity, type Identity, type Key, type TicketRef } from "../../engine/facts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { isUnowned, NOBODY } from "../../engine/sessions/ending.ts";
import { authorOf, workflowCheck, type App, type Caller } from "../app.ts";
import { checkNames, checkText, firstRefusal } from "../commit/limits.ts";
import { noSuchTicket } from "../commit/refused.ts";
import { requestRecord, settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { senderOf } from "../commit/sender.ts";
import { sessionChange, sessionCheck } from "./session.ts";
import type { Session } from "../ports/sessions.ts";
import type { Attempt } from "../commit/settle.ts";
import { byWorkflow } from "../commit/by-workflow.ts";

export interface CreateSessionInput {
  readonly ticket: Key;
  /** Of a person: the agent that it is meant for; absent: whoever takes it up. */
  readonly agent?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface CreateSessionAnswer extends TicketRef {
  readonly sessionId: string;
  readonly state: string;
  /** It was open already. */
  readonly existing: boolean;
  readonly event: number | null;
}

export async function createSession(
  app: App,
  caller: Caller,
  input: CreateSessionInput,
): Promise<CreateSessionAnswer | Refusal> {
  const { requestId, agent, ...asked } = input;
  const unfit = firstRefusal(
    checkNames(caller, requestId),
    agent === undefined ? null : checkText("agent", agent, "name"),
  );
  if (unfit) return unfit;
  const identity = holderOf(caller, agent);
  const request: RequestName = {
    sender: senderOf(caller),
    tool: "create_ralph_session",
    subject: input.ticket,
    id: requestId,
    arguments: caller.actor.kind === "person" ? { ...asked, agent: identity.agent } : asked,
  };
  const look = byWorkflow(app, (app) => attempt(app, caller, identity, input.ticket, request));
  return settleOnce<CreateSessionAnswer, CreateSessionAnswer>(app.board, request, withEvent, look);
}

function holderOf({ actor }: Caller, agent = ""): Identity {
  return actor.kind === "agent" ? actor.identity : { connection: NOBODY, agent: agent.trim() || null };
}

async function attempt(
  app: App,
  caller: Caller,
  identity: Identity,
  asked: Key,
  request: RequestName,
): Promise<Attempt<CreateSessionAnswer | Refusal>> {
  const { board, sessions } = app;
  const [ticket, now, asAsked] = await Promise.all([
    board.tickets.get(asked),
    board.now(),
    board.sessions.on(asked, identity),
  ]);
  if (!ticket) return { answer: noSuchTicket(asked) };
  const { key } = ticket;
  const { open, count } = key === asked ? asAsked : await board.sessions.on(key, identity);
  if (open) return giveBack(app, caller, open, identity, now);
  const id = await sessionId(app, key, identity, count);
  const state = sessions.workflow.start;
  const answer: CreateSessionAnswer = { sessionId: id, ...refOf(key), state, existing: false, event: null };
  const { connection, agent } = identity;
  return {
    plan: {
      id: app.newId(),
      // Version 0: of two calls that open the same session at the same time, one finds the other's.
      checks: [...workflowCheck(app, "session"), { table: "session", key: id, version: 0 }],
      entries: [
        {
          kind: "create",
          subject: { type: "session", key: id },
          by: authorOf(caller),
          data: { ticket: key, to: state },
          changes: [
            {
              table: "session",
              key: { id },
              set: {
                ticket: key,
                connection: connection || null,
                agent,
                state,
                started_at: now,
                entered_at: now,
                seen_at: now,
                version: 1,
              },
            },
          ],
        },
      ],
      ...requestRecord(request, answer),
    },
    answer: (done) => {
      if (!isUnowned(identity)) app.reported?.(id, 1);
      return { ...answer, event: done.seq };
    },
  };
}

function giveBack(
  app: App,
  caller: Caller,
  open: Session,
  identity: Identity,
  now: number,
): Attempt<CreateSessionAnswer> {
  const answer: CreateSessionAnswer = {
    sessionId: open.id,
    ...refOf(open.ticket),
    state: open.state,
    existing: true,
    event: null,
  };
  const takes = isUnowned(open.holder) && !isUnowned(identity);
  if (open.disconnectedAt === null && !takes) {
    if (!isUnowned(identity)) app.reported?.(open.id, open.version);
    return { answer };
  }
  const { connection, agent } = identity;
  const taken = takes ? { connection, agent } : {};
  return {
    plan: {
      id: app.newId(),
      checks: [sessionCheck(open)],
      entries: [
        {
          kind: "edit",
          subject: { type: "session", key: open.id },
          by: authorOf(caller),
          data: { ticket: open.ticket, fields: [...Object.keys(taken), "disconnected_at"] },
          changes: [sessionChange(open, now, taken)],
        },
      ],
    },
    answer: (done) => {
      app.reported?.(open.id, open.version + 1);
      return { ...answer, event: done.seq };
    },
  };
}

/** The same for two calls that open the same session at the same time, so that only one of them can. */
async function sessionId(app: App, key: Key, identity: Identity, count: number): Promise<string> {
  const id = nthId(key, identity, count);
  const there = await app.board.sessions.get(id);
  // Another agent has taken over one of theirs, so that they have had more than are counted.
  return there && !sameIdentity(there.holder, identity) ? sessionId(app, key, identity, count + 1) : id;
}

function nthId(key: Key, { connection, agent }: Identity, count: number): string {
  const digest = hash("sha256", JSON.stringify(["session", key, connection, agent, count]));
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join("-");
}
