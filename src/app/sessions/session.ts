// A session as the verbs see it: one agent at work on one ticket.

import type { Machine } from "../../engine/workflow/compile.ts";
import { say } from "../../engine/acts.ts";
import { showIdentity, stamp, type Time } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { isUnowned } from "../../engine/sessions/ending.ts";
import { quote } from "../../engine/words.ts";
import type { App, Caller } from "../app.ts";
import type { Change, Check, Columns } from "../commit/changes.ts";
import type { Plan } from "../commit/plan.ts";
import { refusalOn } from "../commit/refused.ts";
import type { Session } from "../ports/sessions.ts";
import type { SessionActivity } from "../pages/views.ts";

/** One that a person opened goes by the agent that it is meant for, until an agent takes it up. */
export function showHolder({ holder }: Session): string {
  return isUnowned(holder) ? (holder.agent ?? "nobody yet") : showIdentity(holder);
}

export function isSilent(machine: Machine, session: Session, now: Time): boolean {
  const stale = machine.workflow.silence?.staleSeconds;
  return session.completedAt === null && stale !== undefined && now - session.seenAt > stale * 1000;
}

/** Its client went away, and nothing was heard of its agent since. */
export function isDisconnected(session: Session): boolean {
  const { disconnectedAt, completedAt, seenAt } = session;
  return completedAt === null && disconnectedAt !== null && seenAt <= disconnectedAt;
}

/** It ended with its ticket, and its agent has not said how the work went. */
export function isLeftOpen({ completedAt, outcome }: Session): boolean {
  return completedAt !== null && outcome === null;
}

export function activityOf(machine: Machine, session: Session, now: Time): SessionActivity {
  return {
    id: session.id,
    agent: showHolder(session),
    state: session.state,
    indicator: indicatorOf(machine, session.state),
    since: stamp(session.enteredAt),
    silent: isSilent(machine, session, now),
  };
}

export function indicatorOf({ workflow }: Machine, state: string): string | null {
  return (Object.hasOwn(workflow.states, state) ? workflow.states[state]?.indicator : undefined) ?? null;
}

export function sessionCheck(session: Session): Check {
  return { table: "session", key: session.id, version: session.version };
}

/** A write on a session is a sign of life, unless it says otherwise. */
export function sessionChange(session: Session, seen: Time, set: Columns<"session">): Change<"session"> {
  return {
    table: "session",
    key: { id: session.id },
    set: { seen_at: seen, disconnected_at: null, ...set, version: session.version + 1 },
  };
}

export function noSuchSession(id: string): Refusal {
  return refuse(
    "session_not_found",
    `Session ${quote(id)} was not found on this board.`,
    say`${{ type: "find_session" }}.`,
  );
}

export function refusedOnSession(app: App, caller: Caller, session: Session, refusal: Refusal): Plan {
  const { id, ticket, state } = session;
  return refusalOn(app, caller, { type: "session", key: id }, refusal, { ticket, from: state });
}
