// Each process writes down that it is here. One that is gone without a goodbye was killed, or the machine stopped: the
// next to open the file looks it over. A damaged file is set aside.

import { existsSync, renameSync } from "node:fs";
import { uptime } from "node:os";
import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";

const MARK = "process:";
/** What clocks and rounding may differ by. */
const SAME_START_SECONDS = 60;

export function lookOver(db: DatabaseSync, file: string): void {
  const dead = deadMarks(db);
  if (dead.length === 0) return;
  const problems = db
    .prepare("PRAGMA quick_check(3)")
    .all()
    .map((row) => String(Object.values(row)[0]));
  if (problems.join() !== "ok") {
    throw new StoreError("store_corrupt", `The database ${file} is damaged: ${problems.join("; ")}.`, "");
  }
  const remove = db.prepare("DELETE FROM meta WHERE name = ?");
  for (const name of dead) remove.run(name);
}

export function sayHello(db: DatabaseSync): void {
  db.prepare("INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value").run(
    `${MARK}${process.pid}`,
    String(startOfMachine()),
  );
}

export function sayGoodbye(db: DatabaseSync): void {
  db.prepare("DELETE FROM meta WHERE name = ?").run(`${MARK}${process.pid}`);
}

/** Never overwritten: what is in it may be all that is left of the board. */
export function setAside(file: string, cause: StoreError): StoreError {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  for (const suffix of ["", "-wal", "-shm"]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return new StoreError(
    "store_corrupt",
    `The database ${file} is damaged, and was set aside as ${aside}.`,
    `The way back: put your newest backup in its place, or salvage it (sqlite3 ${aside} .recover). Without either, the next start begins an empty board.`,
    cause,
  );
}

function deadMarks(db: DatabaseSync): string[] {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get()) return [];
  const marks = db.prepare("SELECT name, value FROM meta WHERE name LIKE ?").all(`${MARK}%`);
  return marks
    .filter((mark) => !isAlive(Number(String(mark["name"]).slice(MARK.length)), Number(mark["value"])))
    .map((mark) => String(mark["name"]));
}

/** The same number since the machine was started anew is another process. */
function isAlive(pid: number, machineStarted: number): boolean {
  if (Math.abs(machineStarted - startOfMachine()) > SAME_START_SECONDS) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function startOfMachine(): number {
  return Math.round(Date.now() / 1000 - uptime());
}
