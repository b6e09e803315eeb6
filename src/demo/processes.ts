// Processes that the demo starts: each is known by its id until it is gone.

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_AGAIN_MS = 50;

export class Processes {
  readonly #ids = new Set<number>();

  note(id: number | undefined): void {
    if (id !== undefined && id > 0) this.#ids.add(id);
  }

  get running(): readonly number[] {
    return [...this.#ids].filter(isRunning);
  }

  /** Those that are still there after so long. */
  async left(withinMs: number): Promise<readonly number[]> {
    const deadline = performance.now() + withinMs;
    while (this.running.length > 0 && performance.now() < deadline) await sleep(LOOK_AGAIN_MS);
    return this.running;
  }
}

/** Ends a process that was started as the head of a group, and all that it started itself. */
export function killGroup(id: number | undefined): void {
  if (id === undefined) return;
  try {
    process.kill(process.platform === "win32" ? id : -id, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
  } catch {
    // There is no such process, or its id belongs to somebody else's by now.
    return false;
  }
  return !isZombie(id);
}

/** Ended, and its new parent has not noticed yet. */
function isZombie(id: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    const stat = readFileSync(`/proc/${id}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).startsWith("Z");
  } catch {
    // It went while we looked.
    return true;
  }
}
