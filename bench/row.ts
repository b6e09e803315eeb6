// A row of the benchmark: what is measured, against what, and what it must reach.

import type { Finding } from "./finding.ts";

export interface Row {
  readonly number: number;
  /** For --only. */
  readonly name: string;
  readonly what: string;
  /** What is measured in the same run for comparison; null: the goal stands by itself. */
  readonly baseline: string | null;
  /** Whether the cores are kept awake for it: they are where one call waits for the next. */
  readonly awake?: true;
  /** Where it falls short: why, as far as that was measured, and what would close it. */
  readonly shortfall?: string;
  readonly measure: (size: Size) => Promise<readonly Finding[]>;
}

/** quick: does everything once or a few times, to see that it works; its figures mean little. */
export type Size = "full" | "quick";
