// How much gets done, and how long one waits, when more and more processes work on one store.

import type { Engine } from "../../test/support/processes/place.ts";
import { storm } from "../../test/system/processes/storm.ts";
import type { Answered } from "../../test/system/processes/storm-worker.ts";
import type { Size } from "../row.ts";
import { quantile, summarize } from "../statistics.ts";
import type { Colour, Curve, Plot, Point } from "./curves.ts";

const TICKETS = 200;
/** The rate is counted over each of these. */
const SPAN_MS = 500;

interface EngineCurve {
  readonly engine: Engine;
  readonly name: string;
  readonly colour: Colour;
}

const CURVES: readonly EngineCurve[] = [
  { engine: "sqlite", name: "SQLite", colour: "build" },
  { engine: "postgres", name: "PostgreSQL", colour: "research" },
];

export async function growAgents(size: Size): Promise<Plot> {
  const [sizes, seconds] = size === "full" ? [[1, 2, 4, 8, 16, 32, 64, 100], 4] : [[1, 2], 1];
  const measured = new Map(CURVES.map((curve) => [curve, [] as Stormed[]]));
  for (const processes of sizes) {
    for (const [{ engine }, points] of measured) points.push(await stormOnce(engine, processes, seconds));
  }
  const curves = (pick: (stormed: Stormed) => Point): Curve[] =>
    [...measured].map(([{ name, colour }, points]) => ({ name, colour, points: points.map(pick) }));
  return {
    name: "agents",
    title: "Work done against the number of processes",
    how: "Handoffs at random, many of them refused, on one store that waits for the disk, all on one machine.",
    x: "processes",
    panels: [
      {
        y: "answers per second, all together",
        scale: "linear",
        unit: "per second",
        curves: curves(({ rate }) => rate),
      },
      { y: "95 % of answers within", scale: "log", unit: "ms", curves: curves(({ p95 }) => p95) },
    ],
  };
}

interface Stormed {
  readonly rate: Point;
  readonly p95: Point;
}

async function stormOnce(engine: Engine, processes: number, seconds: number): Promise<Stormed> {
  const { workers, breaches } = await storm({ engine, processes, seconds, tickets: TICKETS });
  if (breaches.length > 0) throw new Error(`${processes} processes on ${engine}: ${breaches[0]}`);
  const all = workers.map(({ answered }) => answered);
  return {
    rate: { x: processes, ...summarize(ratesOf(all.flat(), seconds * 1000)) },
    p95: { x: processes, ...summarize(all.flatMap(p95Of)) },
  };
}

/** In each span; the first is for warming up, and the last may not be whole. */
function ratesOf(answered: readonly Answered[], milliseconds: number): readonly number[] {
  const spans = Math.floor(milliseconds / SPAN_MS);
  const counts = Array.from({ length: spans }, () => 0);
  for (const { at } of answered) {
    const span = Math.floor(at / SPAN_MS);
    if (span < spans) counts[span] = (counts[span] ?? 0) + 1;
  }
  return counts.slice(1).map((count) => (count * 1000) / SPAN_MS);
}

/** Of one process; one that got no answer at all has waited for all of the time, and would show in what is lost. */
function p95Of(answered: readonly Answered[]): readonly number[] {
  if (answered.length === 0) return [];
  const rising = answered.map(({ ms }) => ms).toSorted((one, other) => one - other);
  return [quantile(rising, 0.95)];
}
