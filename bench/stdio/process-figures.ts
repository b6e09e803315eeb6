// What another process has taken so far, as the system counts it.

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Of all its threads, in ms; undefined: this system does not say. */
export function cpuMsOf(pid: number): number | undefined {
  const threads = `/proc/${pid}/task`;
  if (!existsSync(threads)) return undefined;
  // The counters of /proc/PID/stat go in steps of 10 ms, which is longer than many a batch.
  const spent = readdirSync(threads).map((thread) => nanosecondsOf(`${threads}/${thread}/schedstat`));
  return spent.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

/** What of it is in memory, in MB. */
export function residentMbOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kilobytes = existsSync(status)
    ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(status, "utf8"))?.[1]
    : execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Its own, and its share of what several processes have in common, in MB; what is resident, where the system does not say. */
export function proportionalMbOf(pid: number): number {
  const rollup = `/proc/${pid}/smaps_rollup`;
  const kilobytes = existsSync(rollup) ? /^Pss:\s+(\d+) kB$/m.exec(readFileSync(rollup, "utf8"))?.[1] : undefined;
  return kilobytes === undefined ? residentMbOf(pid) : (Number(kilobytes) * 1024) / 1e6;
}

function nanosecondsOf(file: string): number {
  try {
    return Number(readFileSync(file, "utf8").split(" ", 1)[0]);
  } catch {
    // The thread has ended since the folder was listed.
    return 0;
  }
}
