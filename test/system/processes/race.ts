// Many processes race to lock one ticket, round after round: each round has one winner, and the others are told so.
// By hand: node test/system/processes/race.ts --processes 32 --rounds 500 --engine sqlite

import { join } from "node:path";
import { parseArgs } from "node:util";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import type { App } from "../../../src/app/app.ts";
import { agent, appOn, move, openStore, researchable } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { Child } from "../../support/processes/child.ts";
import { freshPlace, type Engine } from "../../support/processes/place.ts";

export type Orders = { type: "lock"; key: string; meet: boolean } | { type: "go" } | { type: "end" };

export interface Result {
  readonly won: Win | null;
  readonly refused: string | null;
  readonly error: string | null;
  /** How often it was about to win, and somebody was faster. */
  readonly stale: number;
}

interface Win {
  readonly token: string;
  readonly fence: number;
}

export interface RaceReport {
  readonly breaches: readonly string[];
  readonly rounds: number;
  /** Plans to take the lock that came too late: in so many cases two wanted the same version. */
  readonly collisions: number;
  readonly seconds: number;
}

export async function race(options: { engine: Engine; processes: number; rounds: number }): Promise<RaceReport> {
  const { engine, processes, rounds } = options;
  const began = performance.now();
  const place = await freshPlace(engine);
  const store = await openStore(place.address);
  const racers = Array.from({ length: processes }, (_, index) => {
    const name = `racer-${index}`;
    return new Child(name, join(import.meta.dirname, "race-worker.ts"), { ...place.address, name });
  });
  const breaches: string[] = [];
  const tokens = new Set<string>();
  let collisions = 0;
  try {
    for (const racer of racers) await racer.hear();
    const app = appOn(store);
    let last: { key: string; winner: Child; win: Win } | null = null;
    for (let round = 0; round < rounds; round++) {
      // Half of the rounds are on a ticket that was locked before, and handed back.
      const key: string = last && round % 2 === 1 ? await handBack(app, last) : await researchable(app);
      const results = await runRound(racers, key, round % 4 < 2);
      const winners = [...results].filter(([, { won }]) => won !== null);
      if (winners.length !== 1) breaches.push(`round ${round}: ${winners.length} winners`);
      for (const { refused, error, won, stale } of results.values()) {
        collisions += stale;
        if (error !== null) breaches.push(`round ${round}: ${error}`);
        else if (won === null && refused !== "claim_conflict") breaches.push(`round ${round}: a loser got ${refused}`);
      }
      const [winner, result] = winners[0] ?? [];
      last = winner && result?.won ? { key, winner, win: result.won } : null;
      if (!last) continue;
      if (tokens.has(last.win.token)) breaches.push(`round ${round}: the token was given out before`);
      tokens.add(last.win.token);
    }
    for (const racer of racers) racer.tell({ type: "end" });
    for (const racer of racers) await racer.ended();
    const { problems, entries } = await audit(store);
    breaches.push(...problems);
    const lost = [...entries.values()].filter(({ code }) => code === "claim_conflict").length;
    if (lost !== rounds * (processes - 1)) breaches.push(`${lost} refusals in the ledger`);
  } finally {
    await Promise.all(racers.map((racer) => racer.kill()));
    await store.close();
    await place.remove();
  }
  return { breaches, rounds, collisions, seconds: (performance.now() - began) / 1000 };
}

async function runRound(racers: readonly Child[], key: string, meet: boolean): Promise<Map<Child, Result>> {
  for (const racer of racers) racer.tell({ type: "lock", key, meet } satisfies Orders);
  if (meet) {
    // Each has read that the ticket is free, and has decided to take it: now all write.
    for (const racer of racers) await racer.hear();
    for (const racer of racers) racer.tell({ type: "go" } satisfies Orders);
  }
  const results = new Map<Child, Result>();
  for (const racer of racers) results.set(racer, await racer.hear<Result>());
  return results;
}

async function handBack(app: App, { key, winner, win }: { key: string; winner: Child; win: Win }): Promise<string> {
  const input = { key, command: "research", intent: "escalate", reason: "handing back", claim: win.token };
  const answer = await handoff(app, agent(winner.name), input);
  if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  await move(app, key, "Research Needed");
  return key;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      processes: { type: "string", default: "32" },
      rounds: { type: "string", default: "500" },
      engine: { type: "string", default: "sqlite" },
    },
  });
  const engine: Engine = values.engine === "postgres" ? "postgres" : "sqlite";
  const report = await race({ engine, processes: Number(values.processes), rounds: Number(values.rounds) });
  for (const breach of report.breaches) console.error(breach);
  console.log(
    `${engine}: ${values.processes} processes × ${report.rounds} rounds in ${report.seconds.toFixed(1)} s, ` +
      `${report.collisions} collisions, ${report.breaches.length} breaches`,
  );
  if (report.breaches.length > 0) process.exitCode = 1;
}
