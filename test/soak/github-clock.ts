// Time that passes faster: minutes of waiting for GitHub, of leases and of limits are seconds here. The servers load this
// file before their own code; the GitHub beside them reads the same clock. `--import`ed, it takes effect by SOAK_HURRY.

import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { pathToFileURL } from "node:url";

export interface HurriedClock {
  readonly now: () => number;
  /** How many real milliseconds so many of this clock's are. */
  readonly real: (milliseconds: number) => number;
  /** What a process needs in its environment to live by this clock. */
  readonly env: Readonly<Record<string, string>>;
}

export function hurriedClock(hurry: number): HurriedClock {
  const start = Date.now();
  return {
    now: clockOf(start, hurry, Date.now),
    real: (milliseconds) => milliseconds / hurry,
    env: {
      SOAK_HURRY: `${start}:${hurry}`,
      NODE_OPTIONS: `--import=${pathToFileURL(import.meta.filename).href}`,
    },
  };
}

function clockOf(start: number, hurry: number, realNow: () => number): () => number {
  return () => Math.round(start + (realNow() - start) * hurry);
}

function hurryUp(start: number, hurry: number): void {
  const { setTimeout, setInterval, AbortSignal } = globalThis;
  const [realNow, realTick] = [Date.now.bind(Date), performance.now.bind(performance)];
  const [realSleep, realLimit] = [timers.setTimeout, AbortSignal.timeout.bind(AbortSignal)];
  const shorter = (milliseconds = 0): number => milliseconds / hurry;
  Date.now = clockOf(start, hurry, realNow);
  performance.now = () => realTick() * hurry;
  Object.assign(globalThis, {
    setTimeout: (act: () => void, milliseconds?: number, ...args: []) =>
      setTimeout(act, shorter(milliseconds), ...args),
    setInterval: (act: () => void, milliseconds?: number, ...args: []) =>
      setInterval(act, shorter(milliseconds), ...args),
  });
  Object.assign(AbortSignal, { timeout: (milliseconds: number) => realLimit(Math.ceil(shorter(milliseconds))) });
  Object.assign(timers, {
    setTimeout: (milliseconds: number, value: unknown, options: object) =>
      realSleep(shorter(milliseconds), value, options),
  });
  syncBuiltinESMExports();
}

const { SOAK_HURRY } = process.env;
if (SOAK_HURRY !== undefined) {
  const [start = 0, hurry = 1] = SOAK_HURRY.split(":").map(Number);
  hurryUp(start, hurry);
}
