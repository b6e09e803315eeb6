// Folders that a check works in. Each is named after the process that made it and the time at which it is over, so that the
// next run can take away what a killed one has left.

import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const NAME = /^(\d+)-(\d+)-[0-9a-f]{12}$/;
const DAY_MS = 86_400_000;

/** `parent` is one that only this user reads and writes. */
export function makeScratch(parent: string, pid = process.pid): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  chmodSync(parent, 0o700);
  const folder = join(parent, `${pid}-${Date.now() + DAY_MS}-${randomBytes(6).toString("hex")}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

export function removeScratch(folder: string): void {
  // A check may take away its own right to write.
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Takes away what belongs to no process that runs. */
export function sweepScratch(parent: string): readonly string[] {
  const left = namesIn(parent).filter((name) => {
    const [, pid, until] = NAME.exec(name) ?? [];
    return pid !== undefined && (!isAlive(Number(pid)) || Number(until) < Date.now());
  });
  for (const name of left) removeScratch(join(parent, name));
  return left;
}

function namesIn(parent: string): readonly string[] {
  try {
    return readdirSync(parent);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
