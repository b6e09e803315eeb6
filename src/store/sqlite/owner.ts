// Whose file it is. Judged by its first page alone, so that another program's file is not touched by looking at it.

import { closeSync, openSync, readSync, statSync, type Stats } from "node:fs";
import { StoreError } from "../errors.ts";
import { isOpenHere } from "./file-guard.ts";

/** "SGBX": tells our files from other programs'. */
export const APPLICATION_ID = 0x53474258;

const HEADER_BYTES = 100;
const MAGIC = "SQLite format 3\0";
const SCHEMA_COOKIE_AT = 40;
const APPLICATION_ID_AT = 68;

export function checkOwner(file: string): void {
  const stat = statOf(file);
  if (!stat || stat.size === 0) return;
  if (stat.isDirectory()) {
    throw new StoreError("store_missing", `${file} is a folder.`, "Name a file in SIGNALBOX_DATABASE.");
  }
  if (isOpenHere(file)) return;
  const header = headerOf(file);
  if (header.toString("latin1", 0, MAGIC.length) !== MAGIC) {
    throw new StoreError(
      "store_corrupt",
      `${file} is no SQLite database; it was left as it is.`,
      "Move it away, or name another file in SIGNALBOX_DATABASE. If it was your board, restore it from a backup.",
    );
  }
  // Our tables and our mark arrive in one transaction: a file with tables and without the mark was never ours.
  const hasTables = header.readUInt32BE(SCHEMA_COOKIE_AT) !== 0;
  if (hasTables && header.readUInt32BE(APPLICATION_ID_AT) !== APPLICATION_ID) throw notOurs(file);
}

export function notOurs(file: string): StoreError {
  return new StoreError(
    "store_failed",
    `${file} is another program's database; it was left as it is.`,
    "Name another file in SIGNALBOX_DATABASE.",
  );
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(file, error);
  }
}

function headerOf(file: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  try {
    const descriptor = openSync(file, "r");
    try {
      readSync(descriptor, header, 0, HEADER_BYTES, 0);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    throw unreadable(file, error);
  }
  return header;
}

function unreadable(file: string, error: unknown): StoreError {
  const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
  return new StoreError(
    "store_missing",
    `The database ${file} can't be opened (${reason}).`,
    "Check the path, and that this user may read and write the file and its folder.",
    error,
  );
}
