// What the ledger adds up to: how long things stand where, how much gets done, and what is refused. Only the window is
// read, and the one before it to compare with; of what came into it from before, how it came there.

import { setImmediate as nextTurn } from "node:timers/promises";
import { stamp, type Time } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import type { BareRow } from "../ports/ledger.ts";
import { countDays, dayOf, windowBefore, windowOf, type Window } from "./days.ts";
import type { Share } from "./life.ts";
import { againstPipeline, isGoodEnd, towardsStart } from "./order.ts";
import { Proof } from "./proof.ts";
import { Refusals } from "./refusals.ts";
import { LEAST_SAMPLES, spreadOf } from "./spread.ts";
import { claimsEnding, countAging, countHeld, oldestWaiting, standingByState } from "./standing.ts";
import { Track, type End } from "./track.ts";
import { findRunMachine } from "../runs/run-machine.ts";
import { isSilent } from "../sessions/session.ts";
import type { Stats } from "../pages/views.ts";

export interface StatsInput {
  /** Whole days of UTC, today being the last. */
  readonly days: number;
}

/** Others want to be served meanwhile. */
const PAGE = 1000;
const MOST_OPEN = 10_000;

export async function readStats(app: App, { days }: StatsInput): Promise<Stats> {
  const now = await app.board.now();
  const window = windowOf(now, days);
  const before = windowBefore(window);
  const tracks = {
    ticket: new Track(app.machine, window.from),
    session: new Track(app.sessions, window.from),
    run: new Track(app.runs.machine, window.from),
  };
  const refusals = new Refusals(window);
  const proof = new Proof(app.machine, window.from);
  await readRows(app, before.from, async (rows, start) => {
    for (const row of await recall(app, tracks, rows, start)) proof.take(row);
    for (const row of rows) {
      proof.take(row);
      const track = trackOf(tracks, row);
      refusals.take(row, track?.stateOf(row.subject.key) ?? null);
      track?.take(row);
    }
  });
  return {
    from: stamp(window.from),
    to: stamp(now),
    days,
    leastSamples: LEAST_SAMPLES,
    tickets: await ticketFigures(app, tracks.ticket, window, before),
    ...proof.figures(),
    refusals: refusals.figures(),
    sessions: await sessionFigures(app, tracks.session, now),
    runs: await runFigures(app, tracks.run),
  };
}

type Tracks = Readonly<Record<"ticket" | "session" | "run", Track>>;

function trackOf(tracks: Tracks, { subject }: BareRow): Track | null {
  return subject.type === "board" || subject.type === "commit" ? null : tracks[subject.type];
}

/** `start`: the last row before the first page. */
async function readRows(
  app: App,
  since: Time,
  take: (rows: readonly BareRow[], start: number) => Promise<void>,
): Promise<void> {
  const start = await app.board.ledger.rowBefore(since);
  for (let after = start; ;) {
    const rows = await app.board.ledger.bareRows(after, PAGE);
    const last = rows.at(-1);
    if (!last) return;
    await take(rows, start);
    after = last.seq;
    await nextTurn();
  }
}

/** A subject whose first row in the window is not its creation has rows before the window: they are read too, and given. */
async function recall(app: App, tracks: Tracks, rows: readonly BareRow[], start: number): Promise<readonly BareRow[]> {
  const recalled: BareRow[] = [];
  for (const type of ["ticket", "session", "run"] as const) {
    const met = new Map<string, BareRow>();
    for (const row of rows) {
      if (row.subject.type === type && !met.has(row.subject.key)) met.set(row.subject.key, row);
    }
    const strangers = [...met.values()].filter(
      ({ kind, subject }) => kind !== "create" && !tracks[type].knows(subject.key),
    );
    const keys = strangers.map(({ subject }) => subject.key);
    const former = await app.board.ledger.bareRowsOn(type, keys, start);
    for (const row of former) tracks[type].take(row);
    recalled.push(...former);
  }
  return recalled;
}

async function ticketFigures(app: App, track: Track, window: Window, before: Window): Promise<Stats["tickets"]> {
  const { machine } = app;
  const now = window.to;
  await app.board.mirror?.fresh();
  const [cards, counts] = await Promise.all([app.board.tickets.cards({ closed: 0 }), app.board.tickets.countByState()]);
  const open = cards.map(({ ticket }) => ticket);
  const finished = [...track.ends].filter(([, end]) => isGoodEnd(machine, end.to));
  const finishedBefore = [...track.endsBefore.values()].filter(
    (end) => end.at >= before.from && isGoodEnd(machine, end.to),
  );
  const spreads = new Map(track.visited().map((one) => [one.state, one]));
  return {
    open: open.length,
    closed: counts.reduce((sum, { count }) => sum + count, 0) - open.length,
    held: countHeld(open, now),
    finished: finished.length,
    finishedBefore: finishedBefore.length,
    cycle: spreadOf(finished.flatMap(([, { ms }]) => ms ?? [])),
    cycleBefore: spreadOf(finishedBefore.flatMap(({ ms }) => ms ?? [])),
    cycles: finished.flatMap(([key, { at, ms }]) => (ms === null ? [] : [{ key, at: stamp(at), ms }])),
    throughput: countDays(window, countBy(finished.map(([, { at }]) => dayOf(at)))),
    states: standingByState(machine, open, spreads, spreadOf([])),
    share: sumOf(finished.map(([, end]) => end)),
    traffic: track.traffic,
    turnedBack: track.turnedBack((from, to) => againstPipeline(machine, from, to)),
    claimsEnding: claimsEnding(machine, open, now),
    oldestWaiting: oldestWaiting(open, now),
    aging: countAging(open, spreads, now),
  };
}

async function sessionFigures(app: App, track: Track, now: Time): Promise<Stats["sessions"]> {
  const open = await app.board.sessions.list({ open: true }, MOST_OPEN);
  const outcomes = [...track.ends.values()].map(({ data, to }) => {
    const { outcome } = data;
    return typeof outcome === "string" ? outcome : to;
  });
  return {
    open: open.length,
    silent: open.filter((session) => isSilent(app.sessions, session, now)).length,
    outcomes: [...countBy(outcomes)].map(([outcome, count]) => ({ outcome, count })),
    states: track.visited(),
    turnedBack: track.turnedBack((from, to) => towardsStart(app.sessions, from, to)),
    traffic: track.traffic,
    outOfOrder: track.outOfOrder,
  };
}

async function runFigures(app: App, track: Track): Promise<Stats["runs"]> {
  return { open: await openRuns(app), finished: track.ends.size, states: track.visited(), traffic: track.traffic };
}

/** A run is over where its own workflow says so, which need not be the one that new runs begin with. */
export async function openRuns(app: App): Promise<number> {
  let open = 0;
  for (const { workflow, state } of await app.board.runs.list(MOST_OPEN)) {
    const machine = await findRunMachine(app, workflow);
    if (!machine?.states.get(state)?.terminal) open += 1;
  }
  return open;
}

function sumOf(ends: readonly End[]): Share {
  const sum = { workMs: 0, humanMs: 0, queueMs: 0 };
  for (const { share } of ends) {
    sum.workMs += share.workMs;
    sum.humanMs += share.humanMs;
    sum.queueMs += share.queueMs;
  }
  return sum;
}

function countBy(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
