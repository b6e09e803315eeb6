// Whether a process that serves an agent still runs. One that was killed could not say that it ended.

import { readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { Board } from "../ports/board.ts";
import type { NotedProcess } from "../ports/processes.ts";
import { doorOf } from "../../engine/names.ts";
import type { Time } from "../../engine/facts.ts";

/** How often a process says that it runs. Of one elsewhere, nothing else is known. */
export const BEAT_MS = 60_000;
const SILENT_MS = 3 * BEAT_MS;
/** By then, its id may be another program's. */
const LONGEST_PAUSE_MS = 24 * 60 * BEAT_MS;

/** Process ids count on one machine, and within a container by themselves. */
export const HOST = `${hostname()} ${spaceOfIds()}`.slice(0, 200);

/** null: nobody can tell. Agents over HTTP have no process of their own that could end. */
export async function isServed(board: Pick<Board, "processes" | "now">, connection: string): Promise<boolean | null> {
  if (doorOf(connection) !== null) return null;
  const [processes, now] = await Promise.all([board.processes.of(connection), board.now()]);
  return processes.some((process) => isLive(process, now));
}

function isLive({ host, pid, seenAt }: NotedProcess, now: Time): boolean {
  return host === HOST ? now - seenAt < LONGEST_PAUSE_MS && runsHere(pid) : now - seenAt < SILENT_MS;
}

function runsHere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function spaceOfIds(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Not on Linux: there is one for the machine.
    return "";
  }
}
