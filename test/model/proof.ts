// Work that is handed in with facts about its commit, to a state that has room for one: every order in which agents, CI and a
// person can read, decide and write. The verbs and the queries are the product's own; the store is a model of it.

import type { App, Caller } from "../../src/app/app.ts";
import { recordFact } from "../../src/app/evidence/record-fact.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import type { Outcome } from "../../src/app/commit/plan.ts";
import { factKey, type Said, type Verdict } from "../../src/engine/evidence/fact.ts";
import { judge } from "../../src/engine/evidence/met.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import { storeBoard } from "../../src/store/board.ts";
import { NOW } from "../../src/store/clock.ts";
import type { Ask, Driver, Param, Row } from "../../src/store/driver.ts";
import { COMMIT_OF, factsBy, factsOf, OPEN_IN, STEPS, TICKETS_AT } from "../../src/store/evidence.ts";
import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import type { Select } from "../../src/store/select.ts";
import { BARE_TICKET_NOW } from "../../src/store/tickets/queries.ts";
import { shipped } from "../../src/workflows/shipped.ts";
import { fromNames } from "../support/store/named-rows.ts";
import { agent, appOn, person } from "../support/worlds/world.ts";
import type { Step } from "./explore.ts";

export const LAWS = {
  proof: "what comes into review has passed at its commit, at that very moment",
  room: "no more stand in review than it has room for",
  taken: "one commit is the work of one ticket",
  lost: "no word on a fact is lost",
  neverStuck: "a ticket can come into review, unless CI has had its last word and that is no pass",
} as const;

export interface Rules {
  /** A plan rests on the versions of the facts that it used. */
  readonly facts: boolean;
  /** Room is counted at the commit. */
  readonly room: boolean;
  /** Taking a commit raises the version of what is known about its work. */
  readonly taken: boolean;
}

/** What agent 1 has made, and agent 2 may hand in too; and what agent 2 has made, which has passed. */
const [HEAD, OWN] = ["a".repeat(40), "b".repeat(40)];
const PASSED: readonly Said[] = [{ level: "witnessed", source: "token:ci", verdict: "pass", run: "", at: 0 }];
const [BUILT, REVIEW] = ["In Progress", "In Review"] as const;
const ROOM = 1;
/** With one commit for both, more hangs on each word. */
const MOST_WORDS: Readonly<Record<Second, number>> = { "its own commit": 3, "agent 1's commit": 2 };

const MACHINE = compile({
  ...shipped("ticket-proof").workflow,
  checks: {},
  edges: shipped("ticket-proof").workflow.edges.map((edge) =>
    edge.from === BUILT && edge.to === REVIEW
      ? {
          ...edge,
          guards: [
            { type: "facts", facts: ["tests"], atLeast: "witnessed" },
            { type: "room", max: ROOM },
          ],
        }
      : edge,
  ),
});

interface TicketRow {
  readonly state: string;
  readonly version: number;
  readonly head: string | null;
}

interface FactRow {
  readonly said: readonly Said[];
  readonly version: number;
}

type Call =
  | { readonly by: string; readonly does: "submit"; readonly key: string; readonly commit: string }
  | { readonly by: string; readonly does: "send back"; readonly key: string }
  | { readonly by: string; readonly does: "say"; readonly verdict: Verdict };

interface Flight {
  readonly call: Call;
  readonly heard: readonly (readonly Row[])[];
  readonly plan: PreparedPlan | null;
}

export interface World {
  readonly tickets: Readonly<Record<string, TicketRow>>;
  /** What CI says of the first commit. */
  readonly fact: FactRow;
  /** What agent 2 hands in: its own commit, or agent 1's. */
  readonly second: Second;
  /** Versions of what is known about the work in each commit. */
  readonly work: Readonly<Record<string, number>>;
  readonly flights: readonly Flight[];
  /** How often CI may still speak, and the person still send back. */
  readonly left: { readonly words: number; readonly returns: number };
}

export type Second = "its own commit" | "agent 1's commit";

export function begin(second: Second): World {
  const row = { state: BUILT, version: 1, head: null };
  return {
    tickets: { "1": row, "2": row },
    fact: { said: [], version: 0 },
    second,
    work: { [HEAD]: 0, [OWN]: 0 },
    flights: [],
    left: { words: MOST_WORDS[second], returns: 1 },
  };
}

/** Nothing more can be shown. */
export function isLost({ left, fact, flights }: World): boolean {
  return left.words === 0 && !flights.some(({ call }) => call.by === "CI") && !judge(fact.said, "witnessed", null).met;
}

export function isIn(world: World, key: string): boolean {
  return world.tickets[key]?.state === REVIEW;
}

export async function stepsFrom(world: World, rules: Rules): Promise<readonly Step<World>[]> {
  const steps: Step<World>[] = [];
  for (const call of callsIn(world)) {
    steps.push(
      await go({ ...world, left: spent(world, call) }, { call, heard: [], plan: null }, `${words(call)}: begins`),
    );
  }
  for (const flight of world.flights) {
    const others = { ...world, flights: world.flights.filter((other) => other !== flight) };
    if (flight.plan) steps.push(write(others, flight.call, flight.plan, rules));
    else steps.push(await go(others, flight, `${words(flight.call)}: reads on`));
  }
  return steps;
}

function submits({ second }: World): readonly { readonly key: string; readonly commit: string }[] {
  return [
    { key: "1", commit: HEAD },
    { key: "2", commit: second === "its own commit" ? OWN : HEAD },
  ];
}

/** Everybody does one thing at a time. */
function callsIn(world: World): readonly Call[] {
  const { words: left, returns } = world.left;
  const calls: readonly Call[] = [
    ...submits(world)
      .filter(({ key }) => !isIn(world, key))
      .map((one): Call => ({ by: `agent ${one.key}`, does: "submit", ...one })),
    ...(left > 0 ? (["pass", "fail"] as const).map((verdict): Call => ({ by: "CI", does: "say", verdict })) : []),
    ...(returns > 0
      ? ["1", "2"].filter((key) => isIn(world, key)).map((key): Call => ({ by: "Olga", does: "send back", key }))
      : []),
  ];
  return calls.filter(({ by }) => !world.flights.some(({ call }) => call.by === by));
}

function spent({ left }: World, { does }: Call): World["left"] {
  if (does === "say") return { ...left, words: left.words - 1 };
  return does === "send back" ? { ...left, returns: left.returns - 1 } : left;
}

/** Up to the next thing that it wants to hear, or to what it wants to write. */
async function go(world: World, flight: Flight, told: string): Promise<Step<World>> {
  const { call } = flight;
  const before = await run(call, flight.heard);
  if (before.type === "ends") throw new Error("it had ended before");
  const heard = [...flight.heard, answer(world, before.sql, before.params)];
  const after = await run(call, heard);
  const onward = call.does !== "send back";
  const next =
    after.type === "wants" ? { call, heard, plan: null } : after.plan && { call, heard: [], plan: after.plan };
  return { words: told, to: next ? { ...world, flights: [...world.flights, next] } : world, onward, broken: [] };
}

function write(world: World, call: Call, plan: PreparedPlan, rules: Rules): Step<World> {
  const told = `${words(call)}: commits`;
  const onward = call.does !== "send back";
  if (!holds(world, plan, rules)) return { words: `${told}, too late`, to: world, onward, broken: [] };
  const tickets = { ...world.tickets };
  const work = { ...world.work };
  let { fact } = world;
  const broken: string[] = [];
  for (const { table, set, key } of plan.rows.flatMap(({ changes }) => changes)) {
    if (set === null) continue;
    const about = Object.keys(work).find((commit) => table === "fact" && key.key === factKey(commit, "work"));
    if (about !== undefined) {
      work[about] = (work[about] ?? 0) + 1;
    } else if (table === "fact") {
      const said = JSON.parse(set.said ?? "[]") as Said[];
      if (set.version !== fact.version + 1) broken.push(LAWS.lost);
      fact = { said: said.map((entry) => ({ ...entry, at: 0, run: "" })), version: set.version ?? 0 };
    }
    if (table === "ticket") {
      const { state, version, head } = set;
      const row = tickets[key.key] ?? { state: BUILT, version: 0, head: null };
      const after = { state: state ?? row.state, version: version ?? row.version, head: head ?? row.head };
      tickets[key.key] = after;
      if (state === REVIEW && !judge(saidOf(fact, after.head), "witnessed", null).met) broken.push(LAWS.proof);
    }
  }
  const heads = Object.values(tickets).flatMap(({ head }) => head ?? []);
  if (new Set(heads).size < heads.length) broken.push(LAWS.taken);
  const there = Object.values(tickets).filter(({ state }) => state === REVIEW).length;
  if (there > ROOM) broken.push(LAWS.room);
  return { words: told, to: { ...world, tickets, fact, work }, onward, broken };
}

function saidOf({ said }: FactRow, head: string | null): readonly Said[] {
  return head === OWN ? PASSED : said;
}

function holds(world: World, { checks, room }: PreparedPlan, rules: Rules): boolean {
  const fits = checks.every(({ table, key, version }) => {
    if (table === "ticket") return world.tickets[key]?.version === version;
    if (table !== "fact") return true;
    const about = Object.keys(world.work).find((commit) => key === factKey(commit, "work"));
    if (about !== undefined) return !rules.taken || version === world.work[about];
    return !rules.facts || version === (versionOf(world, key) ?? 0);
  });
  const open = (state: string): number => Object.values(world.tickets).filter((row) => row.state === state).length;
  return fits && (!rules.room || room.every(({ state, entering, max }) => open(state) + entering <= max));
}

function versionOf({ fact }: World, key: string): number | undefined {
  return new Map([
    [factKey(HEAD, "tests"), fact.version],
    [factKey(OWN, "tests"), 1],
  ]).get(key);
}

const FACTS_OF = factsOf("").sql.replace(/\(\)$/, "");
const FACTS_BY = factsBy("").sql.replace(/\(\)$/, "");

function answer(world: World, sql: string, params: readonly Param[]): readonly Row[] {
  const facts = factRows(world);
  const row = world.tickets[String(params[0])];
  if (sql === NOW.sql) return [{ now: 0 }];
  if (sql === BARE_TICKET_NOW.sql) return row ? [{ ...PLAIN, key: String(params[0]), ...row, now: 0 }] : [];
  if (sql === COMMIT_OF.sql) return row ? [{ head: row.head, fork: null }] : [];
  if (sql === OPEN_IN.sql)
    return [{ n: Object.values(world.tickets).filter(({ state }) => state === params[0]).length }];
  if (sql === TICKETS_AT.sql) {
    const at = Object.entries(world.tickets).filter(([, { head }]) => head === params[0]);
    return at.map(([key, { state, head }]) => ({ key, state, head }));
  }
  if (sql.startsWith(FACTS_OF)) return facts.filter(({ subject }) => params.includes(String(subject)));
  if (sql.startsWith(FACTS_BY))
    return facts.filter(({ subject, name }) => params.includes(factKey(String(subject), String(name))));
  throw new Error(`the model's store has no answer to ${sql}`);
}

/** Those that anything was ever done to. */
function factRows({ fact, work }: World): readonly Row[] {
  const rows = [
    { subject: HEAD, name: "tests", said: fact.said, version: fact.version },
    { subject: OWN, name: "tests", said: PASSED, version: 1 },
    ...Object.entries(work).map(([subject, version]) => ({ subject, name: "work", said: [], version })),
  ];
  return rows
    .filter(({ version }) => version > 0)
    .map(({ said, ...row }) => ({ ...row, said: JSON.stringify(said), updated_at: 0 }));
}

type Ran =
  | { readonly type: "wants"; readonly sql: string; readonly params: readonly Param[] }
  | { readonly type: "ends"; readonly plan: PreparedPlan | null };

const known = new Map<string, Promise<Ran>>();

/** The same words on the same facts lead to the same plan, so that each is run only once. */
function run(call: Call, heard: Flight["heard"]): Promise<Ran> {
  const name = JSON.stringify([call, heard]);
  let result = known.get(name);
  if (!result) {
    result = act(call, heard);
    known.set(name, result);
  }
  return result;
}

async function act(call: Call, heard: Flight["heard"]): Promise<Ran> {
  const { promise: wanted, resolve } = Promise.withResolvers<Ran>();
  let plan: PreparedPlan | null = null;
  let asked = 0;
  const read = async <Found>(select: Select<Found>, params: readonly Param[]): Promise<Found[]> => {
    if (isIdle(select.sql)) return [];
    const rows = heard[asked++];
    if (rows) return fromNames(select, rows);
    resolve({ type: "wants", sql: select.sql, params });
    return new Promise(() => {});
  };
  const nobody = (): never => {
    throw new Error("no verb here asks for that");
  };
  const driver: Driver = {
    ...OTHERS(nobody),
    read,
    together: async (asks: readonly Ask<unknown>[]) =>
      (await Promise.all(asks.map((one) => read(one.select, one.params)))) as never,
    commit: async (prepared: PreparedPlan): Promise<Outcome> => {
      plan = prepared;
      return { kind: "done", seq: 1, at: 0 };
    },
  };
  const app = appOn(storeBoard(driver), { machine: MACHINE, newId: () => "id" });
  const ended = carryOut(app, call).then((done): Ran => ({ type: "ends", plan: done ? plan : null }));
  return Promise.race([ended, wanted]);
}

/** Whether it was accepted: what a refusal writes changes nothing here. */
async function carryOut(app: App, call: Call): Promise<boolean> {
  if (call.does === "say") {
    const ci: Caller = { ...agent("ci"), witness: { level: "witnessed", source: "token:ci" } };
    return !isRefusal(await recordFact(app, ci, { subject: HEAD, name: "tests", verdict: call.verdict }));
  }
  const { key } = call;
  const submitted = { key, command: "impl", intent: "complete", reason: "r" };
  const answered =
    call.does === "submit"
      ? await handoff(app, agent(call.by), { ...submitted, commit: call.commit })
      : await handoff(app, person("Olga"), { key, toState: BUILT, reason: "r" });
  return !isRefusal(answered);
}

/** What is only told to whoever is refused, and what nobody here has. */
function isIdle(sql: string): boolean {
  return sql === STEPS.sql || sql.includes("FROM session") || sql.includes("reached");
}

const OTHERS = (nobody: () => never) => ({
  reached: { below: "", whole: "" },
  payload: () => "",
  all: nobody,
  snapshot: nobody,
  redact: nobody,
  missing: nobody,
  health: nobody,
  load: nobody,
  watch: () => () => {},
  close: () => Promise.resolve(),
});

const PLAIN: Row = {
  estimate: null,
  parent: null,
  closed: 0,
  off_board: null,
  fence: 0,
  claim_connection: null,
  claim_agent: null,
  claim_since: null,
  claim_expires: null,
  claim_digest: null,
  former_connection: null,
  former_agent: null,
  reserved_until: null,
  open_blockers: 0,
  children: 0,
};

function words(call: Call): string {
  if (call.does === "say") return `${call.by} says ${call.verdict}`;
  if (call.does === "send back") return `${call.by} sends ${call.key} back`;
  return `${call.by} hands ${call.key} in${call.commit === HEAD && call.key === "2" ? " with agent 1's commit" : ""}`;
}
