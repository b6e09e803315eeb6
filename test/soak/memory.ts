// How much memory servers take that have lived through all of it.

import { readFileSync } from "node:fs";
import { clock } from "./wait.ts";

export interface MemoryMb {
  readonly early: number;
  readonly late: number;
}

/** A run that is shorter says nothing about growth: its servers are still warming up. */
const SHORTEST_MS = 120_000;

export class MemoryWatch {
  readonly #samples = new Map<number, number[]>();
  readonly #start = clock();

  look(pids: readonly number[]): void {
    for (const pid of pids) {
      const mb = residentMb(pid);
      if (mb !== null) this.#samples.set(pid, [...(this.#samples.get(pid) ?? []), mb]);
    }
  }

  /** The largest of the servers' medians: once a quarter of the time has warmed them up, and at the end. */
  get figures(): MemoryMb {
    const lives = [...this.#samples.values()].filter((samples) => samples.length > 0);
    const [early, late] = [
      lives.map((samples) => part(samples, "early")),
      lives.map((samples) => part(samples, "late")),
    ];
    return { early: round(Math.max(0, ...early)), late: round(Math.max(0, ...late)) };
  }

  /** Flat: what it takes at the end is no more than a quarter and 20 MB above what it took once it was warm. */
  get breach(): string | null {
    if (clock() - this.#start < SHORTEST_MS) return null;
    const { early, late } = this.figures;
    return late <= 1.25 * early + 20 ? null : `servers took ${early} MB once they were warm, and ${late} MB at the end`;
  }
}

function part(samples: readonly number[], which: "early" | "late"): number {
  const warm = samples.slice(Math.floor(samples.length / 4));
  const fifth = Math.max(1, Math.floor(warm.length / 5));
  const some = which === "early" ? warm.slice(0, fifth) : warm.slice(-fifth);
  const sorted = some.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** null: it is gone, or this is no Linux. */
function residentMb(pid: number): number | null {
  try {
    const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kb === undefined ? null : Number(kb) / 1024;
  } catch {
    // Where there is nothing to read, nothing is said.
    return null;
  }
}

function round(mb: number): number {
  return Math.round(mb * 10) / 10;
}
