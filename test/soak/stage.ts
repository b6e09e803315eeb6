// A phase as it goes on either store: agents at their seats, faults that come and go, a checker that follows; then the
// faults stop, and everybody and everything has to recover.

import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../../src/demo/random.ts";
import { takeAllOver } from "./afterwards.ts";
import { Asker } from "./agent-ask.ts";
import { Checker } from "./checker.ts";
import type { Fault } from "./faults/fault.ts";
import { strikeNowAndThen } from "./faults/schedule.ts";
import { Weather } from "./faults/weather.ts";
import type { Line } from "./fleet.ts";
import { MemoryWatch } from "./memory.ts";
import { Notes } from "./notes.ts";
import { decideAsPerson, type Person } from "./people.ts";
import type { PhaseOptions, PhaseSummary } from "./phase.ts";
import { Seat } from "./seats.ts";
import type { LedgerSource } from "./source.ts";
import { clock, pause } from "./wait.ts";
import type { World } from "./world.ts";

export interface Size {
  readonly agents: number;
  /** Between two calls of an agent, on average. */
  readonly thinkMs: number;
  /** Between two faults. */
  readonly calmMs: { readonly least: number; readonly most: number };
}

/** What a store brings to it. */
export interface Scenery<L extends Line> {
  readonly open: () => Promise<LedgerSource>;
  readonly workflow: object;
  readonly connect: (seat: number, name: string) => Promise<L>;
  readonly person: Person;
  /** Lanes of faults: within one, they come one after the other. */
  readonly faults: (seats: readonly Seat<L>[], weather: Weather, notes: Notes) => readonly (readonly Fault[])[];
  /** Servers that nobody kills. */
  readonly veterans: (seats: readonly Seat<L>[]) => readonly number[];
  /** Until every lease has run out. */
  readonly letTimePass: () => Promise<L>;
  /** What else must hold at the end. */
  readonly judge: (notes: Notes) => Promise<void>;
  /** Everything that runs is ended. */
  readonly end: () => Promise<void>;
  /** Nothing of it is left. */
  readonly clear: () => Promise<void>;
  /** After a breach: where somebody can look. */
  readonly keep: () => Promise<string>;
}

const FOLLOW_MS = 1000;
const TELL_MS = 30_000;
const RECOVERY_MS = 120_000;
/** So many servers start at once. */
const AT_ONCE = 4;

export async function play<L extends Line>(
  name: string,
  options: PhaseOptions,
  size: Size,
  make: (weather: Weather, notes: Notes) => Promise<Scenery<L>>,
): Promise<PhaseSummary> {
  const { tell, seed } = options;
  const [notes, weather, memory] = [new Notes(tell), new Weather(), new MemoryWatch()];
  const [over, calm] = [new AbortController(), new AbortController()];
  const scenery = await make(weather, notes);
  const checker = new Checker(scenery.open, { workflow: scenery.workflow, tell: (line) => notes.breach(line) });
  const { thinkMs } = size;
  const world: World = { notes, weather, checker, thinkMs, escalated: [], over: over.signal };
  const seats = Array.from(
    { length: size.agents },
    (_, number) => new Seat({ number, world, seed, connect: (name) => scenery.connect(number, name) }),
  );
  const beside: Promise<unknown>[] = [];
  let whole = false;
  try {
    for (let first = 0; first < seats.length; first += AT_ONCE) {
      await Promise.all(seats.slice(first, first + AT_ONCE).map((seat) => seat.open()));
    }
    const lanes = scenery.faults(seats, weather, notes);
    const schedules = lanes.map((faults, lane) => {
      const random = new Random(seed + lane);
      return strikeNowAndThen(faults, { random, pauseMs: size.calmMs, weather, notes, over: calm.signal });
    });
    const person = decideAsPerson(scenery.person, world, seed);
    const following = follow(checker, world, () => memory.look(scenery.veterans(seats)));
    const telling = tellNowAndThen(name, world, tell);
    beside.push(...schedules, person, following, telling);
    await pause(options.minutes * 60_000, calm.signal);
    calm.abort();
    await Promise.all(schedules);
    await recover(seats, notes);
    over.abort();
    await Promise.all([...seats.map((seat) => seat.closed()), person, following, telling]);
    const quiet: World = { ...world, over: new AbortController().signal };
    const last = new Asker("the-last", await scenery.letTimePass(), quiet, new Random(seed));
    notes.count("tickets taken over at the end", await takeAllOver(last));
    await last.leave();
    await checker.finish();
    await scenery.judge(notes);
    const grown = memory.breach;
    if (grown !== null) notes.breach(grown);
    whole = notes.breaches.length === 0;
  } finally {
    calm.abort();
    over.abort();
    await Promise.allSettled([...beside, ...seats.map((seat) => seat.closed())]);
    await scenery.end();
    if (whole) await scenery.clear();
    else tell(`${name}: the database is kept: ${await scenery.keep()}`);
  }
  const { minutes } = options;
  const counts = { ...checker.counts, ...notes.counts };
  return { name, minutes, counts, breaches: notes.breaches, memoryMb: memory.figures };
}

/** Everybody has to get something done again. */
async function recover(seats: readonly Seat<Line>[], notes: Notes): Promise<void> {
  const before = new Map(seats.map((seat) => [seat, { name: seat.name, worked: seat.worked }]));
  const deadline = clock() + RECOVERY_MS;
  const waiting = (): readonly Seat<Line>[] =>
    seats.filter((seat) => {
      const then = before.get(seat);
      return seat.name === then?.name ? seat.worked <= then.worked : seat.worked === 0;
    });
  while (waiting().length > 0 && clock() < deadline) await sleep(50);
  for (const { name } of waiting()) notes.breach(`${name} could do nothing any more after the faults had stopped`);
  notes.count("agents at work after the faults", seats.length - waiting().length);
}

async function follow(checker: Checker, { over }: World, look: () => void): Promise<void> {
  while (!over.aborted) {
    await pause(FOLLOW_MS, over);
    await checker.follow();
    look();
  }
}

async function tellNowAndThen(name: string, world: World, tell: (line: string) => void): Promise<void> {
  const { notes, weather, over } = world;
  const start = clock();
  while (!over.aborted) {
    await pause(TELL_MS, over);
    const seconds = Math.round((clock() - start) / 1000);
    const counted = ["calls", "calls accepted", "calls refused", "answers lost"].map(
      (what) => `${notes.counted(what)} ${what}`,
    );
    const now = weather.ongoing.join(", ") || "none";
    tell(`${name}: ${seconds} s, ${counted.join(", ")}, ${notes.breaches.length} breaches; faults now: ${now}`);
  }
}
