// Waiting for the file's lock without standing still. SQLite's own wait blocks the event loop (seconds under load) and
// favours those who came last. Here the pauses are the event loop's to use, and random: of those who wait, each has the
// same chance. They are as long as the crowd is large, which shows in how long it took lately to get the lock. A try takes
// processor time from the one who holds the lock, so that a hundred who try in a hurry keep each other waiting.

import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../errors.ts";
import { explainFailure, isBusy } from "./failures.ts";

/** What SQLite itself waits in each try, in the way of the event loop: its looks at the lock cost far less than ours. */
export const LOCK_WAIT_MS = 10;
const PATIENCE_MS = 30_000;
/** In a crowd that gets on somebody may have bad luck for long, and nothing is wrong with the file. */
const MOST_PATIENCES = 6;
const SHORTEST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 400;
/**
 * So many tries for one lock are well spent: with fewer the lock lies idle, with more they are in the way. A process that
 * wakes up among a hundred finds the processor's caches cold, and its try costs a good part of what an answer does.
 */
const FAIR_TRIES = 1.25;
/** So many times as long as usual is late. */
const LATE = 3;

/** A process that meets others may go on for so long before it lets them go first: what it does next, it does warm. */
const TURN_MS = 10;
/** Others who were there a moment ago are still there: one that never waits does not see them. */
const MEMORY_MS = 500;

/** The others at a file's lock, as far as this process has met them. */
interface Crowd {
  /** How long it took lately to get the lock, where it was not free at once. */
  waits: number;
  /** When the lock was last found taken. */
  met: number;
  /** When this process had last waited for the lock, and got it. */
  turnBegan: number;
}

/** By file: only a file that was ever found locked is among them. */
const crowds = new Map<string, Crowd>();

/** Lets others go first, where there are some and this process has had its turn; null: it may go on. */
export function letOthers(file: string): Promise<void> | null {
  const crowd = crowds.get(file);
  if (!crowd) return null;
  const now = performance.now();
  if (now - crowd.met > MEMORY_MS || now - crowd.turnBegan < TURN_MS) return null;
  return pauseFor(crowd);
}

async function pauseFor(crowd: Crowd): Promise<void> {
  await sleep(Math.random() * longestPause(crowd, 0));
  crowd.turnBegan = performance.now();
}

export interface Patience {
  /** How long to wait for a lock that stays in one hand. */
  readonly ms?: number | undefined;
  /** Changes with every commit of others; absent: nobody can tell. Where it does, the lock goes from hand to hand. */
  readonly version?: () => number;
  /** Hears of whatever ends it but success. */
  readonly onFailure?: (error: unknown) => void;
}

export function patiently<T>(file: string, step: () => T, patience: Patience = {}): Promise<T> {
  // Nearly always the first try is the only one, and needs no more than its answer.
  try {
    return Promise.resolve(step());
  } catch (error) {
    return tryAgain(file, step, error, patience);
  }
}

/** After a first try that has failed: there is another where the file was locked. */
export function tryAgain<T>(file: string, step: () => T, first: unknown, patience: Patience = {}): Promise<T> {
  return again(file, step, patience, first).catch((failure: unknown) => {
    patience.onFailure?.(failure);
    throw failure;
  });
}

async function again<T>(
  file: string,
  step: () => T,
  { ms = PATIENCE_MS, version }: Patience,
  first: unknown,
): Promise<T> {
  const began = performance.now();
  let [looked, seen] = [began, isBusy(first) ? seenBy(version) : undefined];
  const crowd = crowds.get(file) ?? { waits: 0, met: began, turnBegan: -Infinity };
  let error = first;
  for (;;) {
    if (!isBusy(error)) throw explainFailure(file, error);
    const now = performance.now();
    const waited = now - began;
    if (now - looked > ms) {
      const found = seenBy(version);
      if (found === seen || waited > MOST_PATIENCES * ms) throw busyFor(file, ms, error);
      [looked, seen] = [now, found];
    }
    crowds.set(file, crowd);
    crowd.met = began + waited;
    await sleep(Math.random() * longestPause(crowd, waited));
    try {
      const done = step();
      crowd.turnBegan = performance.now();
      learn(crowd, crowd.turnBegan - began);
      return done;
    } catch (next) {
      error = next;
    }
  }
}

/** A program that has kept the lock for long is no crowd: it teaches no more than the longest pause. */
function learn(crowd: Crowd, waited: number): void {
  const took = Math.min(waited, LONGEST_PAUSE_MS);
  crowd.waits += crowd.waits === 0 ? took : (took - crowd.waits) / 8;
}

/** undefined: nobody can tell, or not now. */
function seenBy(version: Patience["version"]): number | undefined {
  try {
    return version?.();
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function busyFor(file: string, ms: number, cause: unknown): StoreError {
  return new StoreError(
    "store_busy",
    `Another program has kept ${file} locked for ${ms / 1000} s.`,
    "End whatever holds the file open for writing, then try again.",
    cause,
  );
}

/** Twice the pause that there is on average. Who has waited for much longer than usual tries more often, the longer it is. */
function longestPause({ waits }: Crowd, waited: number): number {
  const usual = waits > 0 ? waits : waited / 2;
  const pause = Math.min(LONGEST_PAUSE_MS, (2 * usual) / FAIR_TRIES);
  const late = waits > 0 ? Math.max(1, waited / (LATE * waits)) : 1;
  return Math.max(SHORTEST_PAUSE_MS, pause / late);
}
