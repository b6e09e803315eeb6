// Several processes hand off on one store for a while. By hand: node test/system/processes/storm.ts --processes 8 --seconds 20

import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { appOn, openStore, researchable } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { Child } from "../../support/processes/child.ts";
import { freshPlace, type Engine } from "../../support/processes/place.ts";
import type { Control } from "./control-worker.ts";
import type { Delay, StormCounts } from "./storm-worker.ts";

export interface StormReport {
  readonly breaches: readonly string[];
  readonly workers: readonly StormCounts[];
  /** Of a process that has nothing to do with the store, in the same time. */
  readonly control: Control;
  readonly answersPerSecond: number;
  /** The slowest process against the fastest. */
  readonly fairness: number;
  readonly walBytes: number;
}

export interface StormOptions {
  readonly engine: Engine;
  readonly processes: number;
  readonly seconds: number;
  readonly tickets: number;
}

export async function storm({ engine, processes, seconds, tickets }: StormOptions): Promise<StormReport> {
  const place = await freshPlace(engine);
  const store = await openStore(place.address);
  const children: Child[] = [];
  try {
    const keys: string[] = [];
    for (let made = 0; made < tickets; made++) keys.push(await researchable(appOn(store)));
    const prepared = (await store.ledger.head()).seq;
    const control = new Child("control", join(import.meta.dirname, "control-worker.ts"), {
      file: join(place.folder, "control"),
    });
    const workers = Array.from({ length: processes }, (_, index) => {
      const name = `worker-${index}`;
      return new Child(name, join(import.meta.dirname, "storm-worker.ts"), { ...place.address, name, keys });
    });
    children.push(control, ...workers);
    for (const child of children) await child.hear();
    for (const child of children) child.tell({ seconds });
    const counts: StormCounts[] = [];
    for (const worker of workers) counts.push(await worker.hear<StormCounts>());
    const machine = await control.hear<Control>();
    for (const child of children) await child.ended();
    const walBytes = engine === "sqlite" ? statSync(`${place.address.database}-wal`).size : 0;

    const checked = await audit(store);
    const answers = counts.map(({ accepted, refused }) => accepted.length + refused);
    const total = answers.reduce((sum, count) => sum + count, 0);
    const breaches = [...checked.problems, ...counts.flatMap(({ name, errors }) => errors.map((e) => `${name}: ${e}`))];
    if (checked.rows !== prepared + total) breaches.push(`${checked.rows - prepared} rows for ${total} answers`);
    for (const { name, accepted } of counts) {
      for (const { seq, key, from, to } of accepted) {
        const entry = checked.entries.get(seq);
        if (entry?.key === key && entry.from === from && entry.to === to && entry.kind !== "refuse") continue;
        breaches.push(`${name} was told that row ${seq} takes ${key} from ${from} to ${to}`);
      }
    }
    const refusedRows = checked.kinds.get("refuse") ?? 0;
    const refused = counts.reduce((sum, count) => sum + count.refused, 0);
    if (refusedRows !== refused) breaches.push(`${refusedRows} refusals in the ledger for ${refused} answers`);
    return {
      breaches,
      workers: counts,
      control: machine,
      answersPerSecond: total / seconds,
      fairness: Math.min(...answers) / Math.max(...answers),
      walBytes,
    };
  } finally {
    await Promise.all(children.map((child) => child.kill()));
    await store.close();
    await place.remove();
  }
}

export function describeStorm(report: StormReport): string {
  const worst = (pick: (worker: StormCounts) => number): string => Math.max(...report.workers.map(pick)).toFixed(0);
  const stale = report.workers.reduce((sum, worker) => sum + worker.stale, 0);
  return [
    `${report.workers.length} processes: ${report.answersPerSecond.toFixed(0)} answers/s`,
    `fairness ${report.fairness.toFixed(2)}`,
    `longest answer ${worst((worker) => worker.longestAnswerMs)} ms`,
    `event loop p99 ${worst((worker) => worker.loop.p99)} ms, max ${worst((worker) => worker.loop.max)} ms`,
    `(the machine: idle loop ${showDelay(report.control.loop)}, one write ${showDelay(report.control.disk)})`,
    `${stale} stale`,
    `wal ${(report.walBytes / 1024 / 1024).toFixed(1)} MB`,
    `${report.breaches.length} breaches`,
  ].join(", ");
}

function showDelay({ p99, max }: Delay): string {
  return `p99 ${p99.toFixed(0)} ms, max ${max.toFixed(0)} ms`;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      processes: { type: "string", default: "8" },
      seconds: { type: "string", default: "20" },
      tickets: { type: "string", default: "40" },
      engine: { type: "string", default: "sqlite" },
    },
  });
  const engine: Engine = values.engine === "postgres" ? "postgres" : "sqlite";
  const [seconds, tickets] = [Number(values.seconds), Number(values.tickets)];
  const alone = await storm({ engine, processes: 1, seconds: seconds / 4, tickets });
  console.log(describeStorm(alone));
  const together = await storm({ engine, processes: Number(values.processes), seconds, tickets });
  console.log(describeStorm(together));
  console.log(`rate against one process: ${(together.answersPerSecond / alone.answersPerSecond).toFixed(2)}`);
  const breaches = [...alone.breaches, ...together.breaches];
  for (const breach of breaches.slice(0, 20)) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
}
