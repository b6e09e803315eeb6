// Many processes hand work in at the same moment, to a state that has room for a few: never more come to stand there than
// it has room for, and as many as there is room for get in.
// By hand: node test/system/processes/room.ts --processes 32 --rounds 50 --engine sqlite

import { join } from "node:path";
import { parseArgs } from "node:util";
import type { App } from "../../../src/app/app.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { compile } from "../../../src/engine/workflow/compile.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { appOn, openStore, person } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { Child } from "../../support/processes/child.ts";
import { freshPlace, type Engine } from "../../support/processes/place.ts";

export type Orders = { type: "submit"; key: string } | { type: "go" } | { type: "end" };

export interface Result {
  readonly entered: boolean;
  readonly refused: string | null;
  readonly error: string | null;
  /** How often it was about to get in, and somebody was faster. */
  readonly stale: number;
}

export interface RoomReport {
  readonly breaches: readonly string[];
  readonly collisions: number;
  readonly seconds: number;
}

export const ROOM = 5;
const [BUILT, FULL, AWAY] = ["In Progress", "In Review", "Human Needed"] as const;
const OPERATOR = { ...person, actor: { ...person.actor, kind: "person", name: "Ada", override: true } } as const;

/** The workflow with proof, that asks for nothing but room. */
export function withRoom(app: App): App {
  const { workflow } = shipped("ticket-proof");
  const edges = workflow.edges.map(({ takes: _, ...edge }) =>
    edge.from === BUILT && edge.to === FULL ? { ...edge, guards: [{ type: "room" as const, max: ROOM }] } : edge,
  );
  return { ...app, machine: compile({ ...workflow, edges }) };
}

export async function raceForRoom(options: { engine: Engine; processes: number; rounds: number }): Promise<RoomReport> {
  const { engine, processes, rounds } = options;
  const began = performance.now();
  const place = await freshPlace(engine);
  const store = await openStore(place.address);
  const racers = Array.from({ length: processes }, (_, index) => {
    const name = `racer-${index}`;
    return new Child(name, join(import.meta.dirname, "room-worker.ts"), { ...place.address, name });
  });
  const breaches: string[] = [];
  let collisions = 0;
  try {
    for (const racer of racers) await racer.hear();
    const app = withRoom(appOn(store));
    const keys: string[] = [];
    for (const _ of racers) keys.push(await built(app));
    for (let round = 0; round < rounds; round++) {
      const results = await runRound(racers, keys);
      const entered = keys.filter((_, index) => results[index]?.entered);
      const there = (await store.evidence.openIn([FULL])).get(FULL) ?? 0;
      if (there > ROOM) breaches.push(`round ${round}: ${there} tickets where there is room for ${ROOM}`);
      if (entered.length !== Math.min(ROOM, processes)) breaches.push(`round ${round}: ${entered.length} got in`);
      for (const { entered: isIn, refused, error, stale } of results) {
        collisions += stale;
        if (error !== null) breaches.push(`round ${round}: ${error}`);
        else if (!isIn && refused !== "no_room") breaches.push(`round ${round}: a loser got ${refused}`);
      }
      for (const key of entered) {
        await put(app, key, AWAY);
        await put(app, key, BUILT);
      }
    }
    for (const racer of racers) racer.tell({ type: "end" });
    for (const racer of racers) await racer.ended();
    breaches.push(...(await audit(store)).problems);
  } finally {
    await Promise.all(racers.map((racer) => racer.kill()));
    await store.close();
    await place.remove();
  }
  return { breaches, collisions, seconds: (performance.now() - began) / 1000 };
}

/** Each has seen that there is room, and has decided to take it: now all write. */
async function runRound(racers: readonly Child[], keys: readonly string[]): Promise<readonly Result[]> {
  for (const [index, racer] of racers.entries()) {
    racer.tell({ type: "submit", key: keys[index] ?? "" } satisfies Orders);
  }
  for (const racer of racers) await racer.hear();
  for (const racer of racers) racer.tell({ type: "go" } satisfies Orders);
  const results: Result[] = [];
  for (const racer of racers) results.push(await racer.hear<Result>());
  return results;
}

async function built(app: App): Promise<string> {
  const created = await createTicket(app, person, { title: "Build it" });
  if (isRefusal(created)) throw new Error(tell(created, "mcp").error);
  const key = String(created.number);
  await put(app, key, BUILT);
  return key;
}

async function put(app: App, key: string, toState: string): Promise<void> {
  const moved = await handoff(app, OPERATOR, { key, toState, reason: "to begin with" });
  if (isRefusal(moved)) throw new Error(tell(moved, "mcp").error);
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      processes: { type: "string", default: "32" },
      rounds: { type: "string", default: "50" },
      engine: { type: "string", default: "sqlite" },
    },
  });
  const engine: Engine = values.engine === "postgres" ? "postgres" : "sqlite";
  const report = await raceForRoom({ engine, processes: Number(values.processes), rounds: Number(values.rounds) });
  for (const breach of report.breaches) console.error(breach);
  console.log(
    `${engine}: ${values.processes} processes × ${values.rounds} rounds for ${ROOM} places in ${report.seconds.toFixed(1)} s, ` +
      `${report.collisions} collisions, ${report.breaches.length} breaches`,
  );
  if (report.breaches.length > 0) process.exitCode = 1;
}
