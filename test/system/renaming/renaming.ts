// A board at work goes over to a workflow whose states have other names: agents, each a server of its own, work through it,
// somebody holds a ticket all the while, and somebody follows the ledger. And back again.
// By hand: node test/system/renaming/renaming.ts --tickets 10000 --agents 8 --engine sqlite

import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Adoption } from "../../../src/app/workflows/adoption.ts";
import { underNewNames } from "../../../src/engine/compare/state-map.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { preparePlan } from "../../../src/store/ledger/prepare.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { TICKETS } from "../../support/engine/boards.ts";
import { openStore } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { freshPlace, type Engine, type Place } from "../../support/processes/place.ts";
import { runProgram } from "../../support/program.ts";
import { creation } from "../../support/store/plans.ts";
import { Follower } from "./follower.ts";
import { Worker } from "./worker.ts";

/** Every state has another name. */
const NEW_NAMES: ReadonlyMap<string, string> = new Map([
  ["Backlog", "Inbox"],
  ["Research Needed", "To Research"],
  ["Research in Progress", "Researching"],
  ["Ready for Plan", "To Plan"],
  ["Plan in Progress", "Planning"],
  ["Plan in Review", "Plan Check"],
  ["In Progress", "Building"],
  ["In Review", "Work Check"],
  ["Human Needed", "Stuck"],
  ["Done", "Shipped"],
  ["Canceled", "Dropped"],
]);

export interface RenamingOptions {
  readonly engine: Engine;
  readonly tickets: number;
  readonly agents: number;
  /** So many moves of each agent are waited for before and after. */
  readonly moves: number;
}

export interface RenamingResult {
  readonly breaches: readonly string[];
  readonly acknowledged: number;
  /** How many were told the new name of a state. */
  readonly told: number;
  /** Of the command, from its start to its end. */
  readonly adoptMs: number;
  /** The longest call of an agent. */
  readonly longestMs: number;
}

export async function renaming({ engine, tickets, agents, moves }: RenamingOptions): Promise<RenamingResult> {
  const place = await freshPlace(engine);
  const env = environment(place);
  const server = () => new StdioClient(null, env);
  const workers: Worker[] = [];
  let follower: Follower | null = null;
  const [shipped, renamed] = [join(place.folder, "ticket.json"), join(place.folder, "renamed.json")];
  writeFileSync(shipped, JSON.stringify(TICKETS));
  writeFileSync(renamed, JSON.stringify({ ...underNewNames(TICKETS, NEW_NAMES), title: "Renamed" }));
  const store = await openStore(place.address);
  try {
    const person = { ...env, ...(await proofOf(engine, env, place)) };
    await run(person, place, ["workflow", "adopt", shipped, "--yes"]);
    await fill(store, tickets);
    follower = await Follower.start(env);
    for (let index = 0; index < agents; index++) {
      workers.push(await Worker.start(`agent-${index}`, server(), index));
    }
    const holder = await Worker.start("holder", server(), 0);
    workers.push(holder);
    const held = await holder.pick();
    for (const worker of workers) if (worker !== holder) worker.begin();
    await each(workers, holder, (worker) => worker.reaches(moves));

    const map = [...NEW_NAMES].flatMap((pair) => ["--map", pair.join("=").toLowerCase()]);
    const dry = await run(person, place, ["workflow", "adopt", renamed, ...map, "--dry-run"]);
    const began = performance.now();
    const adopted = await run(person, place, ["workflow", "adopt", renamed, ...map, "--yes"]);
    const adoptMs = performance.now() - began;
    await each(workers, holder, (worker) => worker.reachesAfter(adopted.event ?? 0, moves));
    await holder.complete(held);
    for (const worker of workers) await worker.stop();
    const after = await store.tickets.countByState();

    const args = (adopted.back?.map ?? []).flatMap((pair) => ["--map", pair]);
    const back = await run(person, place, ["workflow", "adopt", shipped, ...args, "--yes"]);
    const returned = await store.tickets.countByState();

    const { seq } = await store.ledger.head();
    await follower.reaches(seq);
    const { problems, entries } = await audit(store);
    const mapped = [...entries.values()].filter(({ kind }) => kind === "map");
    const breaches = [
      ...problems,
      ...workers.flatMap(({ problems: own }) => own),
      ...workers.flatMap((worker) => worker.moved.flatMap((move) => untrue(move, entries.get(move.event)))),
      ...expected("tickets of a dry run", total(dry), tickets),
      ...expected("tickets that went over", total(adopted), tickets),
      ...expected("tickets that came back", total(back), tickets),
      ...expected("rows of the map", mapped.length, 2 * tickets),
      ...expected("released claims", adopted.released?.length, 0),
      ...expected("a way back that is exact", adopted.back?.exact, true),
      ...after
        .filter(({ state }) => state === null || NEW_NAMES.has(state))
        .map((one) => `old: ${JSON.stringify(one)}`),
      ...returned.filter(({ state }) => !NEW_NAMES.has(state ?? "")).map((one) => `new: ${JSON.stringify(one)}`),
      ...follower.gaps(seq),
      ...(await verified(env, place)),
    ];
    return {
      breaches,
      acknowledged: workers.reduce((sum, { moved }) => sum + moved.length, 0),
      told: workers.reduce((sum, worker) => sum + worker.told, 0),
      adoptMs,
      longestMs: Math.max(...workers.map(({ longestMs }) => longestMs)),
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.leave()));
    await follower?.end();
    await store.close();
    await place.remove();
  }
}

function each(
  workers: readonly Worker[],
  holder: Worker,
  wait: (worker: Worker) => Promise<void>,
): Promise<readonly void[]> {
  return Promise.all(workers.filter((worker) => worker !== holder).map(wait));
}

function environment({ address, folder }: Place): Record<string, string> {
  const { database, board } = address;
  return { HOME: folder, SIGNALBOX_DATABASE: database, ...(board === undefined ? {} : { SIGNALBOX_BOARD: board }) };
}

/** A file shows by itself that whoever opens it is a person who may; a server asks for a token. */
async function proofOf(engine: Engine, env: Record<string, string>, place: Place): Promise<Record<string, string>> {
  if (engine === "sqlite") return {};
  const { token } = await run<{ token: string }>(env, place, ["token", "new", "--role", "operator"]);
  return { SIGNALBOX_TOKEN: token };
}

async function run<Answer = Adoption>(
  env: Record<string, string>,
  { folder }: Place,
  args: readonly string[],
): Promise<Answer> {
  const { status, stdout, stderr } = await runProgram([...args, "--json"], {
    cwd: folder,
    env: { ...env, PATH: process.env["PATH"] },
  });
  if (status !== 0) throw new Error(`signalbox ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Answer;
}

async function verified(env: Record<string, string>, { folder }: Place): Promise<readonly string[]> {
  const { status, stdout } = await runProgram(["verify"], { cwd: folder, env: { ...env, PATH: process.env["PATH"] } });
  return status === 0 ? [] : [`verify ended with ${status}: ${stdout}`];
}

const AT_ONCE = 500;
/** Most of them where the agents find work, some before it, and some that are done. */
const WHERE = ["Research Needed", "Ready for Plan", "In Progress", "Research Needed", "Backlog", "Done"];

async function fill(store: StoreBoard, tickets: number): Promise<void> {
  for (let first = 1; first <= tickets; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, tickets - first + 1) }, (_, index) => first + index);
    const entries = numbers.map((number) => {
      const state = WHERE[number % WHERE.length] ?? "Backlog";
      const made = creation(String(number), { number, state, closed: state === "Done" ? 1 : 0 });
      return { ...made, data: { from: null, to: state } };
    });
    await store.driver.commit(preparePlan({ id: randomUUID(), checks: [], entries }));
  }
}

function untrue(move: Worker["moved"][number], row: { from: unknown; to: unknown; key: string } | undefined): string[] {
  const isTrue = row && row.key === String(move.number) && row.from === move.from && row.to === move.to;
  return isTrue ? [] : [`an acknowledged move is not in the ledger: ${JSON.stringify(move)}`];
}

function total({ mapped = [] }: Adoption): number {
  return mapped.reduce((sum, { tickets }) => sum + tickets, 0);
}

function expected(what: string, found: unknown, wanted: unknown): readonly string[] {
  return found === wanted ? [] : [`${what}: ${String(found)}, and not ${String(wanted)}`];
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      tickets: { type: "string", default: "10000" },
      agents: { type: "string", default: "8" },
      moves: { type: "string", default: "20" },
      engine: { type: "string", default: "sqlite" },
    },
  });
  const engine: Engine = values.engine === "postgres" ? "postgres" : "sqlite";
  const sizes = { tickets: Number(values.tickets), agents: Number(values.agents), moves: Number(values.moves) };
  const { breaches, acknowledged, told, adoptMs, longestMs } = await renaming({ engine, ...sizes });
  console.log(
    `${values.tickets} tickets and ${values.agents} agents on ${engine}: ${acknowledged} acknowledged moves, ${told} told a new name, ` +
      `adopted in ${Math.round(adoptMs)} ms, longest call of an agent ${Math.round(longestMs)} ms, ${breaches.length} breaches`,
  );
  for (const breach of breaches.slice(0, 20)) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
}
