// How much of the processors a process has had, for saying where the time goes.

import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, on every machine that we know. */
const TICK_MS = 10;

/** null where the system does not say. */
export function cpuMsOf(pids: readonly number[]): number | null {
  if (!existsSync("/proc/self/stat")) return null;
  return pids.reduce((sum, pid) => sum + ofOne(pid), 0);
}

/** All processes of a database that runs on this machine, also those that have come and gone since. */
export function postgresPids(dataDir: string): readonly number[] {
  const file = `${dataDir}/postmaster.pid`;
  if (dataDir === "" || !existsSync(file) || !existsSync("/proc/self/stat")) return [];
  const main = Number(readFileSync(file, "utf8").split("\n")[0]);
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.[1] === String(main));
  return [main, ...children];
}

function ofOne(pid: number): number {
  const stat = statOf(pid);
  // Its own, and that of its children that have ended.
  return stat ? [11, 12, 13, 14].reduce((sum, place) => sum + Number(stat[place]), 0) * TICK_MS : 0;
}

/** From the state on: before it stands the name, which may hold anything. null: it has ended. */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return null;
  }
}
