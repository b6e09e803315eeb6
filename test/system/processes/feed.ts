// How soon one process hears of another's commits. By hand: node test/system/processes/feed.ts --commits 200 --engine sqlite

import { join } from "node:path";
import { parseArgs } from "node:util";
import { followLedger } from "../../../src/app/ledger/feed.ts";
import { openStore } from "../../support/processes/app.ts";
import { Child } from "../../support/processes/child.ts";
import type { Committed, Commits } from "./feed-worker.ts";
import { freshPlace, type Engine } from "../../support/processes/place.ts";

export interface FeedReport {
  /** The numbers that were delivered, in the order of their delivery. */
  readonly delivered: readonly number[];
  readonly expected: readonly number[];
  /** Of the commits with pauses between them. */
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export async function measureFeed(engine: Engine, commits: Commits): Promise<FeedReport> {
  const place = await freshPlace(engine);
  const store = await openStore(place.address);
  const writer = new Child("writer", join(import.meta.dirname, "feed-worker.ts"), { ...place.address, name: "writer" });
  try {
    await writer.hear();
    const before = (await store.ledger.head()).seq;
    const heard = new Map<number, number>();
    const delivered: number[] = [];
    const all = Promise.withResolvers<void>();
    const following = followLedger(store, before, (rows) => {
      for (const { seq } of rows) {
        delivered.push(seq);
        heard.set(seq, Number(process.hrtime.bigint() / 1000n) / 1000);
      }
      if (delivered.length >= commits.walking + commits.burst) all.resolve();
    });
    const done = await writer.ask<Committed[]>(commits);
    await all.promise;
    await following.stop();
    const late = done.slice(0, commits.walking).map(({ seq, at }) => Math.max(0, (heard.get(seq) ?? Infinity) - at));
    const sorted = late.toSorted((a, b) => a - b);
    const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
    return {
      delivered,
      expected: done.map(({ seq }) => seq),
      medianMs: at(0.5),
      p99Ms: at(0.99),
      maxMs: at(1),
    };
  } finally {
    await writer.kill();
    await store.close();
    await place.remove();
  }
}

export function describeFeed(engine: Engine, { medianMs, p99Ms, maxMs, expected }: FeedReport): string {
  const shown = [medianMs, p99Ms, maxMs].map((value) => value.toFixed(2));
  return `${engine}: ${expected.length} commits heard, median ${shown[0]} ms, p99 ${shown[1]} ms, max ${shown[2]} ms`;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { commits: { type: "string", default: "200" }, engine: { type: "string", default: "sqlite" } },
  });
  const engine: Engine = values.engine === "postgres" ? "postgres" : "sqlite";
  const report = await measureFeed(engine, { walking: Number(values.commits), burst: 200 });
  console.log(describeFeed(engine, report));
  if (report.delivered.join() !== report.expected.join()) {
    console.error("Rows were missed, repeated, or out of order.");
    process.exitCode = 1;
  }
}
