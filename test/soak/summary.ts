// What a soak came to: for whoever watched, and as JSON.

import type { Machine } from "../../bench/machine.ts";
import type { PhaseSummary } from "./phase.ts";

export interface SoakSummary {
  readonly measuredAt: string;
  readonly minutes: number;
  readonly seed: number;
  readonly machine: Machine;
  readonly phases: readonly PhaseSummary[];
  readonly breaches: number;
}

export function summarize(options: Omit<SoakSummary, "breaches">): SoakSummary {
  const breaches = options.phases.reduce((sum, phase) => sum + phase.breaches.length, 0);
  return { ...options, breaches };
}

export function describePhase({ name, minutes, counts, breaches, memoryMb }: PhaseSummary): string {
  const width = Math.max(...Object.values(counts).map((count) => shown(count).length), 0);
  return [
    `${name}, ${shown(minutes)} minutes: ${breaches.length === 0 ? "no breach" : `${breaches.length} breaches`}`,
    ...Object.entries(counts).map(([what, count]) => `  ${shown(count).padStart(width)}  ${what}`),
    `  memory of a server: ${memoryMb.early} MB once it was warm, ${memoryMb.late} MB at the end`,
    ...breaches.map((breach) => `  BREACH: ${breach}`),
  ].join("\n");
}

function shown(count: number): string {
  return (Math.round(count * 10) / 10).toLocaleString("en-US");
}
