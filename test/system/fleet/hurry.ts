// Loaded into a server before anything else: its clock runs faster, by FLEET_HURRY, and so does whatever waits for a second
// or more, as one does for GitHub's limits. Short pauses and timeouts stay as they are: a file that is locked for a moment is
// no file that is locked for long.

import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";

const LONG_MS = 1000;

export interface Hurried {
  readonly now: () => number;
  /** What a server needs in its environment to live by this clock. */
  readonly env: Readonly<Record<"FLEET_HURRY" | "NODE_OPTIONS", string>>;
}

export function hurried(hurry: number): Hurried {
  const start = Date.now();
  return {
    now: clockFrom(start, hurry, Date.now),
    env: { FLEET_HURRY: `${start}:${hurry}`, NODE_OPTIONS: `--import=${import.meta.url}` },
  };
}

function clockFrom(start: number, hurry: number, right: () => number): () => number {
  return () => Math.round(start + (right() - start) * hurry);
}

const { FLEET_HURRY } = process.env;
if (FLEET_HURRY !== undefined) {
  const [start = 0, hurry = 1] = FLEET_HURRY.split(":").map(Number);
  const wait = timers.setTimeout;
  Date.now = clockFrom(start, hurry, Date.now);
  Object.assign(timers, {
    setTimeout: (ms: number, value: unknown, options: object) => wait(ms < LONG_MS ? ms : ms / hurry, value, options),
  });
  syncBuiltinESMExports();
}
