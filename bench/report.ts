// The benchmark's report: what stands in the JSON, and how it is shown.

import type { Cell, Column } from "../src/cli/screens/table.ts";
import type { Figure, Finding } from "./finding.ts";
import type { Machine } from "./machine.ts";
import type { Summary } from "./statistics.ts";

export interface Report {
  readonly measuredAt: string;
  readonly size: "full" | "quick";
  readonly machine: Machine;
  readonly rows: readonly MeasuredRow[];
}

export interface MeasuredRow {
  readonly number: number;
  readonly name: string;
  readonly what: string;
  readonly baseline: string | null;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** Only where a goal is missed. */
  readonly shortfall?: string;
  /** Only where it was measured by itself, after the others. */
  readonly apart?: { readonly measuredAt: string; readonly machine: Machine };
}

export const COLUMNS: readonly Column[] = [
  { title: "#", right: true },
  { title: "what", least: 20 },
  { title: "measured" },
  { title: "baseline", drop: 1 },
  { title: "ratio" },
  { title: "CPU ratio", drop: 2 },
  { title: "goal" },
  { title: "verdict" },
];

export function cellsOf({ number }: MeasuredRow, finding: Finding): readonly Cell[] {
  const texts = [
    String(number),
    finding.what,
    showFigure(finding.ours),
    finding.baseline ? showFigure(finding.baseline) : "",
    finding.ratio ? showRatio(finding.ratio) : "",
    finding.cpuRatio ? showRatio(finding.cpuRatio) : "",
    finding.goal,
  ];
  const verdict: Cell = finding.met ? { text: "met" } : { text: "MISSED", styles: ["red"] };
  return [...texts.map((text) => ({ text })), verdict];
}

/** Median, and the quartiles where there are several samples. */
function showFigure({ unit, median, low, high, samples, cpuMs }: Figure): string {
  const spread = samples > 1 && low !== high ? ` (${short(low)}–${short(high)})` : "";
  const cpu = cpuMs === undefined ? "" : `, CPU ${unit === "µs" ? `${short(cpuMs * 1000)} µs` : `${short(cpuMs)} ms`}`;
  return `${short(median)}${unit === "" ? "" : ` ${unit}`}${spread}${cpu}`;
}

function showRatio({ median, low, high, samples }: Summary): string {
  return samples > 1 ? `${median.toFixed(2)}× (${low.toFixed(2)}–${high.toFixed(2)})` : `${median.toFixed(2)}×`;
}

function short(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
