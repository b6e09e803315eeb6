// Opens the file: makes it where there is none, checks that it is ours and whole, and brings its schema up to date.

import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";
import { MIGRATIONS, type Migration } from "../migrations/list.ts";
import { keepPrivate, makePrivateFile } from "../private.ts";
import { explainFailure } from "./failures.ts";
import { migrate } from "./schema/migrate.ts";
import { checkOwner } from "./owner.ts";
import { FileGuard } from "./file-guard.ts";
import { LOCK_WAIT_MS, patiently } from "./retry.ts";
import { lookOver, sayHello, setAside } from "./unclean-end.ts";

const OLDEST_SQLITE = [3, 51, 3] as const;

export interface SqliteOptions {
  readonly file: string;
  /** FULL survives a power cut; OFF is for measuring. */
  readonly synchronous?: "FULL" | "NORMAL" | "OFF";
  readonly migrations?: readonly Migration[];
  /** How long to wait for a file that another program keeps locked. */
  readonly patienceMs?: number;
  /** A person has named the file, and knows whose it is; absent: so it is. */
  readonly named?: boolean;
  /** Hears what is amiss with the file's owner and modes; absent: standard error. */
  readonly tell?: (line: string) => void;
}

export interface OpenFile {
  readonly file: string;
  readonly db: DatabaseSync;
  readonly guard: FileGuard;
}

export async function openFile(options: SqliteOptions): Promise<OpenFile> {
  const { migrations = MIGRATIONS, patienceMs, synchronous = "FULL", named = true, tell } = options;
  checkLibrary();
  makeFolder(dirname(options.file));
  const file = realPath(options.file);
  checkOwner(file);
  // SQLite gives the WAL the mode of the file.
  makePrivateFile(file);
  // One that was just made is looked at too: a drive may keep no modes.
  for (const suffix of ["", "-wal", "-shm"]) keepPrivate(file + suffix, { named, tell });
  const db = connect(file);
  const guard = new FileGuard(file);
  // A crowd that starts at the same moment writes as well: the lock goes from hand to hand.
  const version = (): number => Number(db.prepare("PRAGMA data_version").get()?.["data_version"]);
  const step = (action: () => void): Promise<void> => patiently(file, action, { ms: patienceMs, version });
  try {
    await step(() => prepareConnection(db, file, synchronous));
    // Before any migration: what is damaged must not be worked on.
    await step(() => lookOver(db, file));
    await step(() => migrate(db, file, migrations));
    await step(() => sayHello(db));
    guard.noteWal();
    return { file, db, guard };
  } catch (error) {
    db.close();
    guard.leave();
    if (!(error instanceof StoreError) || error.code !== "store_corrupt") throw error;
    // Where another process has set it aside already, what is there now may be a new board.
    throw guard.holds() ? setAside(file, error) : error;
  }
}

function connect(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: LOCK_WAIT_MS, enableForeignKeyConstraints: true });
  } catch (error) {
    throw explainFailure(file, error);
  }
}

/** The WAL lies beside the file itself, not beside a link to it. */
function realPath(file: string): string {
  return existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new StoreError(
      "store_missing",
      `The folder ${folder} can't be made.`,
      "Check the path and this user's rights, then try again.",
      error,
    );
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

function prepareConnection(db: DatabaseSync, file: string, synchronous: string): void {
  const mode = db.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
  if (mode !== "wal") {
    throw new StoreError(
      "store_failed",
      `The file system of ${file} does not let processes share a database (journal mode ${String(mode)}).`,
      "Put the database on a local disk.",
    );
  }
  db.exec(`PRAGMA synchronous = ${synchronous}`);
  // The WAL is cut back to this after a checkpoint: a burst must not leave a large file behind for ever.
  db.exec("PRAGMA journal_size_limit = 16777216");
}
