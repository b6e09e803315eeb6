// How much time the lanes show: from a minute to 30 days, in steps. Until somebody chooses, it fits what is live.

import type { AgentView } from "../../../../src/http/contract.ts";

const MINUTE = 60_000;
export const STEPS: readonly number[] = [1, 2, 5, 10, 20, 40, 60, 120, 240, 480, 1440, 4320, 10_080, 43_200];

/** The shortest, in minutes, that shows what every live agent does from its beginning on. */
export function fittingStep(agents: readonly AgentView[], now: number): number {
  const begun = agents
    .filter(({ standing }) => standing === "live")
    .flatMap(({ sessions }) => sessions.filter(({ completedAt }) => completedAt === null))
    .map(({ startedAt }) => now - Date.parse(startedAt));
  const longest = begun.length === 0 ? 60 * MINUTE : Math.max(...begun);
  return STEPS.find((minutes) => minutes * MINUTE >= longest) ?? STEPS.at(-1) ?? 60;
}

/** One step nearer (1) or further away (-1). */
export function zoomed(minutes: number, by: 1 | -1): number {
  const at = STEPS.findIndex((step) => step >= minutes);
  return STEPS[Math.max(0, Math.min(STEPS.length - 1, at - by))] ?? minutes;
}

/** What has to be asked for, in whole hours: a day at the least, so that who has ended is counted. */
export function hoursFor(minutes: number): number {
  return Math.max(24, Math.ceil(minutes / 60));
}
