// Opens the file: makes it where there is none, checks that it is ours and whole, and brings its schema up to date.

import { existsSync, mkdirSync, openSync, readSync, closeSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { schemaMismatch, StoreError } from "../errors.ts";
import { MIGRATIONS, type Migration } from "../migrations/list.ts";
import { explainFailure, isBusy, isCorrupt } from "./failures.ts";
import { patiently } from "./retry.ts";

/** "SGBX": tells our files from other programs'. */
const APPLICATION_ID = 0x53474258;
const OLDEST_SQLITE = [3, 51, 3] as const;
const SHORT_WAIT_MS = 20;

export interface SqliteOptions {
  readonly file: string;
  /** FULL survives a power cut; OFF is for measuring. */
  readonly synchronous?: "FULL" | "NORMAL" | "OFF";
  readonly migrations?: readonly Migration[];
}

export async function openFile(options: SqliteOptions): Promise<DatabaseSync> {
  const { file, migrations = MIGRATIONS } = options;
  checkLibrary();
  checkHeader(file);
  try {
    mkdirSync(dirname(file), { recursive: true });
  } catch (error) {
    throw new StoreError(
      "store_missing",
      `The folder ${dirname(file)} can't be made.`,
      "Check the path and this user's rights, then try again.",
      error,
    );
  }
  let db: DatabaseSync;
  try {
    db = new DatabaseSync(file, { timeout: SHORT_WAIT_MS, enableForeignKeyConstraints: true });
  } catch (error) {
    throw explainFailure(file, error);
  }
  try {
    await patiently(file, () => prepareConnection(db, options.synchronous ?? "FULL"));
    await patiently(file, () => migrate(db, file, migrations));
    await patiently(file, () => checkAfterCrash(db, file));
    return db;
  } catch (error) {
    db.close();
    throw error instanceof StoreError && error.code === "store_corrupt" ? setAside(file, error) : error;
  }
}

function checkLibrary(): void {
  const version = process.versions.sqlite ?? "0";
  const parts = version.split(".").map(Number);
  for (const [index, oldest] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0;
    if (part > oldest) return;
    if (part < oldest) {
      throw new StoreError(
        "store_failed",
        `This Node carries SQLite ${version}, which can lose commits when several processes write.`,
        `Use Node 24.15 or newer, or 22.22.3 and up (SQLite ${OLDEST_SQLITE.join(".")}).`,
      );
    }
  }
}

/** Somebody's text file under this path stays what it is: only a database is ever touched. */
function checkHeader(file: string): void {
  if (!existsSync(file)) return;
  const stat = statSync(file);
  if (stat.isDirectory()) {
    throw new StoreError("store_missing", `${file} is a folder.`, "Name a file in SIGNALBOX_DATABASE.");
  }
  if (stat.size === 0) return;
  const header = Buffer.alloc(16);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, header, 0, 16, 0);
  } finally {
    closeSync(descriptor);
  }
  if (header.toString("latin1") !== "SQLite format 3\0") {
    throw new StoreError(
      "store_corrupt",
      `${file} is no SQLite database; it was left as it is.`,
      "Move it away, or name another file in SIGNALBOX_DATABASE. If it was your board, restore it from a backup.",
    );
  }
}

function prepareConnection(db: DatabaseSync, synchronous: string): void {
  db.exec("PRAGMA journal_mode = WAL");
  db.exec(`PRAGMA synchronous = ${synchronous}`);
  // The WAL is cut back to this after a checkpoint: a burst must not leave a large file behind for ever.
  db.exec("PRAGMA journal_size_limit = 16777216");
}

function migrate(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  const known = migrations.length;
  const found = versionOf(db);
  checkOwner(db, file, found);
  if (found > known) throw schemaMismatch(found, known);
  if (found === known) return;
  if (found > 0) keepCopy(db, `${file}.schema-${found}`);
  db.exec("BEGIN EXCLUSIVE");
  try {
    // Another process may have been here while this one waited for the lock.
    for (const migration of migrations.slice(versionOf(db))) {
      db.exec(migration.sqlite);
      db.exec(`PRAGMA user_version = ${migration.version}`);
    }
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function checkOwner(db: DatabaseSync, file: string, version: number): void {
  const owner = Number(db.prepare("PRAGMA application_id").get()?.["application_id"]);
  const tables = Number(db.prepare("SELECT count(*) AS n FROM sqlite_schema").get()?.["n"]);
  if (owner === APPLICATION_ID || (tables === 0 && version === 0)) return;
  throw new StoreError(
    "store_failed",
    `${file} is another program's database; it was left as it is.`,
    "Name another file in SIGNALBOX_DATABASE.",
  );
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/** The way back if a migration turns out to be wrong. */
function keepCopy(db: DatabaseSync, copy: string): void {
  if (!existsSync(copy)) db.prepare("VACUUM INTO ?").run(copy);
}

/** Each process writes down that it is here. One that is gone without a goodbye was killed: look the file over. */
function checkAfterCrash(db: DatabaseSync, file: string): void {
  const marks = db.prepare("SELECT name FROM meta WHERE name LIKE 'process:%'").all();
  const dead = marks
    .map((mark) => String(mark["name"]))
    .filter((name) => !isAlive(Number(name.slice("process:".length))));
  if (dead.length > 0) {
    const problems = db
      .prepare("PRAGMA quick_check(3)")
      .all()
      .map((row) => String(Object.values(row)[0]));
    if (problems.join() !== "ok") {
      throw new StoreError("store_corrupt", `The database ${file} is damaged: ${problems.join("; ")}.`, "");
    }
    for (const name of dead) db.prepare("DELETE FROM meta WHERE name = ?").run(name);
  }
  db.prepare("INSERT INTO meta (name, value) VALUES (?, '') ON CONFLICT DO NOTHING").run(`process:${process.pid}`);
}

export function sayGoodbye(db: DatabaseSync): void {
  try {
    db.prepare("DELETE FROM meta WHERE name = ?").run(`process:${process.pid}`);
  } catch (error) {
    // Nothing is lost: the next start looks the file over, and finds it whole.
    if (!isBusy(error) && !isCorrupt(error)) throw error;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Never overwritten: what is in it may be all that is left of the board. */
function setAside(file: string, cause: StoreError): StoreError {
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
