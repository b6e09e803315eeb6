// Sessions as lanes: what of each lies in the window that ends now.

import type { EventView, SessionsAnswer, SessionLane, Workflow } from "../../../../src/http/contract.ts";
import { readIndicator } from "../../parts/indicator.ts";

/** From the window's beginning, 0 to 1. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Segment extends Span {
  readonly state: string;
  readonly ms: number;
  /** A CSS colour. */
  readonly colour: string;
}

export interface Lane {
  readonly session: SessionLane;
  /** null: it lies before the window. */
  readonly whole: Span | null;
  /** It began before the window. */
  readonly cut: boolean;
  readonly segments: readonly Segment[];
  readonly silence: Span | null;
  readonly refusals: readonly { readonly at: number; readonly row: EventView }[];
  readonly outOfOrder: readonly { readonly at: number; readonly state: string }[];
}

export interface Lanes {
  readonly live: readonly Lane[];
  readonly silent: readonly Lane[];
  readonly ended: readonly Lane[];
}

/** `ending`: sessions with an open form. They stay among the silent ones, so that the form keeps its place. */
export function lanesOf(
  answer: SessionsAnswer,
  now: number,
  windowMs: number,
  ending: ReadonlySet<string> = new Set(),
): Lanes {
  const lanes = answer.sessions.map((session) => laneOf(session, answer, now, windowMs));
  const held = lanes.filter(({ session }) => ending.has(session.id));
  const others = lanes.filter(({ session }) => !ending.has(session.id));
  const open = others.filter(({ session }) => session.completedAt === null);
  return {
    live: open.filter(({ session }) => !session.silent).toSorted(byActivity),
    silent: [...open.filter(({ session }) => session.silent), ...held].toSorted(byActivity),
    ended: others
      .filter(({ session, whole }) => session.completedAt !== null && whole !== null)
      .toSorted((a, b) => (b.session.completedAt ?? "").localeCompare(a.session.completedAt ?? "")),
  };
}

/** `now`: where the window ends. */
export function laneOf(
  session: SessionLane,
  { workflow, refusals }: Pick<SessionsAnswer, "workflow" | "refusals">,
  now: number,
  windowMs: number,
): Lane {
  const begin = now - windowMs;
  const place = (time: number) => Math.min(1, Math.max(0, (time - begin) / windowMs));
  const start = Date.parse(session.startedAt);
  const end = session.completedAt === null ? now : Date.parse(session.completedAt);
  const heard = session.silent ? Date.parse(session.seenAt) : end;
  const inWindow = (time: number) => time >= begin && time <= now;
  return {
    session,
    whole: end < begin ? null : { from: place(start), to: place(end) },
    cut: start < begin,
    segments: segmentsOf(session, workflow, heard)
      .filter((segment) => segment.end > begin && segment.end > segment.start)
      .map(({ state, start: from, end: to }) => ({
        state,
        ms: to - from,
        from: place(from),
        to: place(to),
        colour: readIndicator(workflow.states[state]?.indicator ?? null).colour,
      })),
    silence: session.silent && heard < end ? { from: place(heard), to: place(end) } : null,
    refusals: refusals
      .filter((row) => row.subject.key === session.ticket)
      .filter((row) => inWindow(Date.parse(row.at)) && Date.parse(row.at) >= start && Date.parse(row.at) <= end)
      .map((row) => ({ at: place(Date.parse(row.at)), row })),
    outOfOrder: session.history
      .filter((entry) => entry.outOfOrder && inWindow(Date.parse(entry.timestamp)))
      .map((entry) => ({ at: place(Date.parse(entry.timestamp)), state: entry.state })),
  };
}

/**
 * A state lasts until a report of another one: agents also report that they are still at it. The terminal one is the end
 * and takes no time.
 */
function segmentsOf(session: SessionLane, workflow: Workflow, end: number) {
  return session.history
    .filter((entry, index, all) => entry.state !== all[index - 1]?.state)
    .map((entry, index, all) => {
      const next = all[index + 1];
      return {
        state: entry.state,
        start: Date.parse(entry.timestamp),
        end: Math.min(end, next ? Date.parse(next.timestamp) : end),
      };
    })
    .filter(({ state }) => !workflow.states[state]?.terminal);
}

/** The longest at work first, so that lanes stay where they are while others come and go below. */
function byActivity(a: Lane, b: Lane): number {
  return a.session.startedAt.localeCompare(b.session.startedAt);
}
