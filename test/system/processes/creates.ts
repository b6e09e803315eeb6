// Many processes make tickets on one store, half of them with request ids whose first answer gets lost.
// By hand: node test/system/processes/creates.ts --processes 100 --times 200

import { join } from "node:path";
import { parseArgs } from "node:util";
import { appOn, openStore, researchable } from "../../support/processes/app.ts";
import { audit } from "../../support/processes/audit.ts";
import { Child } from "../../support/processes/child.ts";
import { freshPlace, type Engine } from "../../support/processes/place.ts";
import type { CreatesOrders, CreatesReport, Made } from "./creates-worker.ts";

export interface CreatesOptions {
  readonly engine: Engine;
  readonly processes: number;
  readonly times: number;
  readonly atOnce: number;
  /** All of them below one ticket: then they do meet. */
  readonly below?: boolean;
}

export interface CreatesResult {
  readonly breaches: readonly string[];
  readonly made: number;
  readonly repeated: number;
  readonly stale: number;
  readonly perSecond: number;
}

export async function creates({ engine, processes, times, atOnce, below }: CreatesOptions): Promise<CreatesResult> {
  const place = await freshPlace(engine);
  const store = await openStore(place.address);
  const children: Child[] = [];
  try {
    const parent = await researchable(appOn(store));
    for (let index = 0; index < processes; index++) {
      const setup = { ...place.address, name: `maker-${index}` };
      children.push(new Child(setup.name, join(import.meta.dirname, "creates-worker.ts"), setup));
    }
    for (const child of children) await child.hear();
    const began = performance.now();
    for (const child of children) child.tell({ times, atOnce, ...(below ? { parent } : {}) } satisfies CreatesOrders);
    const reports: CreatesReport[] = [];
    for (const child of children) reports.push(await lastWord(child));
    const seconds = (performance.now() - began) / 1000;
    for (const child of children) await child.ended();

    const made = reports.flatMap((report) => report.made);
    const { problems, entries } = await audit(store);
    const breaches = [...problems, ...reports.flatMap(({ errors }) => errors)];
    const numbers = made.map(({ number }) => number).toSorted((one, other) => one - other);
    const wrong = numbers.findIndex((number, index) => number !== Number(parent) + 1 + index);
    if (wrong !== -1) breaches.push(`the numbers go wrong at ${numbers[wrong]}`);
    if (made.length !== processes * times) breaches.push(`${made.length} of ${processes * times} were made`);
    for (const one of made) {
      const entry = one.event === null ? undefined : entries.get(one.event);
      const isTold = entry?.kind === "create" && entry.key === String(one.number);
      const ticket = await store.tickets.get(String(one.number));
      if (!isTold || ticket?.title !== one.title) breaches.push(`an answer is not true: ${JSON.stringify(one)}`);
    }
    const lost = made.filter((one) => wasLost(one) !== one.repeated);
    for (const one of lost) breaches.push(`made twice, or never asked again: ${JSON.stringify(one)}`);
    const rows = entries.values().filter(({ kind }) => kind === "create");
    if ([...rows].length !== made.length + 1) breaches.push("there are tickets that nobody was told of");
    return {
      breaches,
      made: made.length,
      repeated: made.filter(({ repeated }) => repeated).length,
      stale: reports.reduce((sum, report) => sum + report.stale, 0),
      perSecond: made.length / seconds,
    };
  } finally {
    await Promise.all(children.map((child) => child.kill()));
    await store.close();
    await place.remove();
  }
}

async function lastWord(child: Child): Promise<CreatesReport> {
  for (;;) {
    const said = await child.hear<CreatesReport | "at work">();
    if (said !== "at work") return said;
  }
}

function wasLost({ title }: Made): boolean {
  return Number(title.split(": ")[1]) % 2 === 1;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      processes: { type: "string", default: "100" },
      times: { type: "string", default: "200" },
      "at-once": { type: "string", default: "1" },
      engine: { type: "string", default: "sqlite" },
      below: { type: "boolean", default: false },
    },
  });
  const engine: Engine = values.engine === "postgres" ? "postgres" : "sqlite";
  const sizes = { processes: Number(values.processes), times: Number(values.times), atOnce: Number(values["at-once"]) };
  const { breaches, made, repeated, stale, perSecond } = await creates({ engine, ...sizes, below: values.below });
  console.log(
    `${values.processes} processes on ${engine}: ${made} tickets, ${perSecond.toFixed(0)}/s, ${repeated} asked for again, ${stale} stale, ${breaches.length} breaches`,
  );
  for (const breach of breaches.slice(0, 20)) console.error(breach);
  if (breaches.length > 0) process.exitCode = 1;
}
