// When which fault comes: each of them once, in an order that the seed says, and from then on as often as its weight says.

import type { Random } from "../../../src/demo/random.ts";
import type { Notes } from "../notes.ts";
import { pause } from "../wait.ts";
import type { Fault } from "./fault.ts";
import type { Weather } from "./weather.ts";

export interface ScheduleOptions {
  readonly random: Random;
  /** Between the end of one and the next. */
  readonly pauseMs: { readonly least: number; readonly most: number };
  readonly weather: Weather;
  readonly notes: Notes;
  readonly over: AbortSignal;
}

export async function strikeNowAndThen(faults: readonly Fault[], options: ScheduleOptions): Promise<void> {
  const { random, pauseMs, weather, notes, over } = options;
  const first = shuffled(faults, random);
  for (;;) {
    await pause(random.between(pauseMs.least, pauseMs.most), over);
    const fault = first.pop() ?? byWeight(faults, random);
    if (over.aborted || !fault) return;
    const end = weather.begin(fault.name, fault.codes);
    try {
      notes.count(`fault: ${fault.name}`);
      await fault.strike(random, over);
    } catch (error) {
      notes.breach(`the fault "${fault.name}" could not be carried out: ${String(error)}`);
    } finally {
      end();
    }
  }
}

function byWeight(faults: readonly Fault[], random: Random): Fault | undefined {
  let place = random.between(
    0,
    faults.reduce((sum, { weight }) => sum + weight, 0),
  );
  return faults.find(({ weight }) => (place -= weight) < 0);
}

function shuffled<T>(things: readonly T[], random: Random): T[] {
  return things
    .map((thing) => ({ thing, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ thing }) => thing);
}
