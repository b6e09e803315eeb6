// The small world that is explored: tickets, agents with what they remember, and calls that are under way. Now is always
// the same moment; a tick moves everything else into the past, so that worlds that differ by their age alone are one.

import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import { machineWith } from "../support/engine/boards.ts";

export const NOW = Date.UTC(2026, 10, 15, 12);
export const TICK = 1000;
/** How far a clock may be wrong, in ticks. */
export const SKEW = 1;
const LEASE = 3;
const GRACE = 1;

export const MACHINE = machineWith({ lease: { seconds: LEASE, graceSeconds: GRACE } });

export const FREE = "Research Needed";
export const LOCKED = "Research in Progress";
export const DONE = "Ready for Plan";

/** What of a ticket's row a claim depends on. */
export interface TicketRow {
  readonly state: string;
  readonly version: number;
  readonly fence: number;
  readonly claim_connection: string | null;
  readonly claim_expires: number | null;
  readonly former_connection: string | null;
  readonly reserved_until: number | null;
}

export type Verb = "lock" | "complete" | "sign" | "comment" | "release" | "pick" | "grace" | "override" | "drag";

/** The fence of the claim that it is for; and a half more where it is the second one, of an answer that was repeated. */
export type Token = number;

export const SECOND = 0.5;

export function fenceOf(token: Token): number {
  return Math.floor(token);
}

export function isSecond(token: Token): boolean {
  return token !== fenceOf(token);
}

export interface Call {
  readonly by: string;
  readonly verb: Verb;
  readonly key: string;
  readonly token: Token | null;
  readonly id: string | null;
}

/** What a call was told when it read: tickets, each with the time, or the time, or a request that was recorded. */
/** What a call wants to hear. */
export interface Query {
  readonly sql: string;
  readonly params: readonly (string | number | null)[];
}

export type Heard = readonly (HeardTicket | { readonly now: number } | HeardRequest | HeardToken)[];

export interface HeardTicket extends TicketRow {
  readonly key: string;
  readonly now: number;
}

interface HeardRequest {
  readonly arguments: string;
  readonly answer: string;
  readonly seq: number;
}

/** Of a second token: its claim stands. */
interface HeardToken {
  readonly fence: number;
}

/** A call that a server has begun and not ended: what it has read so far, or what it is about to write. */
export interface Flight {
  readonly call: Call;
  readonly heard: readonly Heard[];
  /** Ticks since the first of it was heard. */
  readonly age: number;
  readonly plan: Plan | null;
}

export interface Plan {
  readonly checks: readonly { readonly key: string; readonly version: number }[];
  readonly key: string;
  readonly set: Partial<TicketRow>;
  readonly request: PreparedPlan["request"];
  /** Why the answer is no all the same: who holds a ticket and is refused has shown that it is alive. */
  readonly refused: string | null;
  /** The token that the answer brings. */
  readonly token: Token | null;
  /** The row that it was decided on. */
  readonly saw: { readonly version: number; readonly holder: string | null };
  /** null: by the one clock that there is, which only goes on. */
  readonly judgedAt: number | null;
}

export interface Agent {
  readonly name: string;
  /** By ticket: the token that it was given last. */
  readonly tokens: Readonly<Record<string, Token>>;
  /** What it has asked with a request_id and has no answer to. */
  readonly asked: Call | null;
  readonly gone: boolean;
  /** By how many ticks its clock is fast. */
  readonly fast: number;
}

export interface World {
  readonly tickets: Readonly<Record<string, TicketRow>>;
  readonly agents: readonly Agent[];
  readonly flights: readonly Flight[];
  readonly requests: readonly NonNullable<PreparedPlan["request"]>[];
  /** What each request did, as its answer's token says; a law is about it, and nothing else reads it. */
  readonly effects: Readonly<Record<string, Token | null>>;
}

/** What stays as it is throughout. */
export interface Scene {
  readonly agents: readonly string[];
  readonly tickets: readonly string[];
  /** What agents do. */
  readonly verbs: readonly Verb[];
  /** What a person does. */
  readonly person: readonly Verb[];
  /** Answers get lost. */
  readonly loses: boolean;
  /** Who sends a request_id, and asks again. */
  readonly repeats: readonly string[];
  /** Who loses its memory now and then; a server cuts its leases to a grace. */
  readonly crashes: readonly string[];
  /** Who may go away for good. */
  readonly leaves: readonly string[];
  /** Whose clock jumps to and fro. None: all go by the database's. */
  readonly wrongClocks: readonly string[];
  /** Where a verb reads the ticket and then the time: something may happen in between, or not. */
  readonly reads: "at once" | "apart";
  /** With request_ids tokens have to keep their names, so that the number of locks is limited. */
  readonly mostFences: number | null;
}

export function begin(scene: Scene): World {
  const row: TicketRow = {
    state: FREE,
    version: 1,
    fence: 1,
    claim_connection: null,
    claim_expires: null,
    former_connection: null,
    reserved_until: null,
  };
  return {
    tickets: Object.fromEntries(scene.tickets.map((key) => [key, row])),
    agents: scene.agents.map((name) => ({ name, tokens: {}, asked: null, gone: false, fast: 0 })),
    flights: [],
    requests: [],
    effects: {},
  };
}

export function afterTick(world: World, scene: Scene): World {
  const wrong = scene.wrongClocks.length > 0 ? SKEW : 0;
  // Over by any clock: how long ago makes no difference.
  const over = NOW - wrong * TICK;
  return {
    ...world,
    tickets: Object.fromEntries(Object.entries(world.tickets).map(([key, row]) => [key, older(row, over)])),
    flights: world.flights.map((flight) => olderFlight(flight, over, LEASE + 2 * wrong + 1)),
  };
}

function olderFlight(flight: Flight, over: number, oldest: number): Flight {
  const { heard, age, plan } = flight;
  if (plan) {
    const judgedAt = plan.judgedAt && earlier(plan.judgedAt, over);
    return { ...flight, plan: { ...plan, set: older(plan.set, over), judgedAt } };
  }
  // All of it, or what was heard would no longer fit together; and after the longest lease no more of it.
  if (age >= oldest || heard.flat().every((said) => !("now" in said))) return flight;
  return { ...flight, age: age + 1, heard: heard.map((rows) => rows.map(olderHeard)) };
}

function olderHeard(said: Heard[number]): Heard[number] {
  if (!("now" in said)) return said;
  const now = said.now - TICK;
  if (!("key" in said)) return { now };
  const { claim_expires: expires, reserved_until: reserved } = said;
  return {
    ...said,
    now,
    claim_expires: expires === null ? null : expires - TICK,
    reserved_until: reserved === null ? null : reserved - TICK,
  };
}

function older<R extends Partial<TicketRow>>(row: R, over: number): R {
  const { claim_expires: expires, reserved_until: reserved } = row;
  return {
    ...row,
    ...(expires == null ? {} : { claim_expires: earlier(expires, over) }),
    ...(reserved == null ? {} : { reserved_until: earlier(reserved, over) }),
  };
}

function earlier(time: number, over: number): number {
  return Math.max(time - TICK, over);
}
