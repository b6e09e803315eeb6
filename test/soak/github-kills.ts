// kill -9 of servers that have a call under way.

import type { OwnServer } from "./github-machines.ts";
import type { Desk, Stage } from "./github-stage.ts";
import { pause } from "./wait.ts";

/** As it is counted. */
export const KILLS = "servers killed in the middle of a call";
const WATCH_MS = 5;
const MOST_WATCHES = 400;

interface Victim {
  readonly server: OwnServer;
  readonly login: string;
}

/** While the storm lasts, servers that have a call under way are killed: at any moment, or when they hang. */
export async function killServers(
  { options, random, schedule, manners, notes, desks }: Stage,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    await pause(options.killEveryMs * random.between(0.5, 1.5), over);
    if (!schedule.stormy) continue;
    const patience = random.chance(0.5) ? random.between(0, 100) : random.between(400, 1_500);
    const victim = await busyFor(desks, patience, over);
    if (!victim) continue;
    victim.server.kill();
    manners.killed(victim.login);
    schedule.trouble();
    notes.count(KILLS);
  }
}

/** Somebody whose call has lasted that long; null: they are all too quick. */
async function busyFor(desks: readonly Desk[], ms: number, over: AbortSignal): Promise<Victim | null> {
  const all = desks.flatMap(({ machine, servers }) => servers.map(({ server }) => ({ server, login: machine.login })));
  for (let watch = 0; watch < MOST_WATCHES && !over.aborted; watch++) {
    const found = all.find(
      ({ server: { callingSince } }) => callingSince !== null && performance.now() - callingSince >= ms,
    );
    if (found) return found;
    await pause(WATCH_MS, over);
  }
  return null;
}
