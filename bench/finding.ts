// What a measurement came to, and whether it is good enough.

import { summarize, type Summary } from "./statistics.ts";

export interface Finding {
  /** Which part of the row, where it has several. */
  readonly what: string;
  readonly ours: Figure;
  readonly baseline?: Figure;
  /** Ours against the baseline, round by round: what slows the machine down for a while slows both. */
  readonly ratio?: Summary;
  /** The same of CPU time, which others on the machine disturb less. */
  readonly cpuRatio?: Summary;
  readonly goal: string;
  readonly met: boolean;
  /** What a reader should know before taking the figure at its word. */
  readonly note?: string;
}

export interface Figure extends Summary {
  readonly unit: Unit;
  /** Median CPU time in ms, of the same work. */
  readonly cpuMs?: number;
}

export type Unit = "ms" | "µs" | "per second" | "kB" | "MB" | "requests" | "rounds" | "moves" | "of the fastest" | "";

/** One after the other and by turns: ours[i] and baseline[i] were measured side by side. */
export interface Sample {
  readonly value: number;
  readonly cpuMs?: number;
}

export function figure(unit: Unit, samples: readonly Sample[]): Figure {
  const cpu = samples.flatMap((sample) => sample.cpuMs ?? []);
  const summary = summarize(samples.map((sample) => sample.value));
  return { unit, ...summary, ...(cpu.length > 0 ? { cpuMs: summarize(cpu).median } : {}) };
}

interface Compared {
  readonly what: string;
  readonly unit: Unit;
  readonly ours: readonly Sample[];
  readonly baseline: readonly Sample[];
  readonly note?: string;
}

export function atMostTimes(most: number, compared: Compared): Finding {
  return against(compared, `≤ ${most}×`, (ratio) => ratio <= most);
}

export function atLeastTimes(least: number, compared: Compared): Finding {
  return against(compared, `≥ ${least}×`, (ratio) => ratio >= least);
}

/** For a goal that is no plain factor. */
export function judged(compared: Compared, goal: string, met: (ours: number, baseline: number) => boolean): Finding {
  const finding = against(compared, goal, () => true);
  return { ...finding, met: met(finding.ours.median, finding.baseline?.median ?? 0) };
}

export function atMost(most: number, what: string, ours: Figure, note?: string): Finding {
  const goal = `≤ ${most}${spaced(ours.unit)}`;
  return { what, ours, goal, met: ours.median <= most, ...(note === undefined ? {} : { note }) };
}

export function atLeast(least: number, what: string, ours: Figure, note?: string): Finding {
  const goal = `≥ ${least}${spaced(ours.unit)}`;
  return { what, ours, goal, met: ours.median >= least, ...(note === undefined ? {} : { note }) };
}

export function exactly(value: number, what: string, ours: Figure, note?: string): Finding {
  const goal = `${value}${spaced(ours.unit)}`;
  return { what, ours, goal, met: ours.low === value && ours.high === value, ...(note === undefined ? {} : { note }) };
}

/** A figure that was counted, and not sampled. */
export function counted(unit: Unit, value: number): Figure {
  return { unit, median: value, low: value, high: value, samples: 1 };
}

function against(compared: Compared, goal: string, met: (ratio: number) => boolean): Finding {
  const { what, unit, ours, baseline, note } = compared;
  if (ours.length !== baseline.length) throw new Error(`${what}: ${ours.length} samples against ${baseline.length}`);
  const ratio = summarize(ours.map((sample, index) => sample.value / (baseline[index]?.value ?? Number.NaN)));
  const cpu = ours.flatMap(({ cpuMs }, index) => {
    const other = baseline[index]?.cpuMs;
    return cpuMs === undefined || other === undefined || other === 0 ? [] : [cpuMs / other];
  });
  return {
    what,
    ours: figure(unit, ours),
    baseline: figure(unit, baseline),
    ratio,
    ...(cpu.length > 0 ? { cpuRatio: summarize(cpu) } : {}),
    goal,
    met: met(ratio.median),
    ...(note === undefined ? {} : { note }),
  };
}

function spaced(unit: Unit): string {
  return unit === "" ? "" : ` ${unit}`;
}
