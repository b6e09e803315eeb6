// SQLite's result codes in words that say what to do.

import { StoreError } from "../errors.ts";

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;

/** The shared memory beside the WAL could not be made larger. */
const IOERR_SHMSIZE = 4874;
const FOREIGN_KEY = 787;
const PRIMARY_KEY = 1555;
const UNIQUE = 2067;

/** PROTOCOL: others changed the WAL faster than this process could begin to read it. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === BUSY || code === LOCKED || code === PROTOCOL;
}

/** A row is there that must not be, or is not there that must be. */
export function isClash(error: unknown): boolean {
  const code = extendedCode(error);
  return code === FOREIGN_KEY || code === PRIMARY_KEY || code === UNIQUE;
}

export function explainFailure(file: string, error: unknown): unknown {
  switch (extendedCode(error) === IOERR_SHMSIZE ? FULL : primaryCode(error)) {
    case READONLY:
      return new StoreError(
        "store_readonly",
        `The database ${file} can't be written.`,
        "Give this user the right to write the file and its folder, then try again.",
        error,
      );
    case FULL:
      return new StoreError(
        "store_full",
        `The disk that holds ${file} is full; nothing was written.`,
        "Make room, then try again: no restart is needed.",
        error,
      );
    case IOERR:
      return new StoreError(
        "store_failed",
        `Reading or writing ${file} failed (${messageOf(error)}).`,
        "Check the disk and the folder, then try again.",
        error,
      );
    case CANTOPEN:
      return new StoreError(
        "store_missing",
        `The database ${file} can't be opened.`,
        "Check that its folder is there and that this user may write to it.",
        error,
      );
    case CORRUPT:
    case NOTADB:
      return new StoreError(
        "store_corrupt",
        `The database ${file} is damaged, or is no SQLite database.`,
        "Restart: it is set aside then, and the way back is shown.",
        error,
      );
    default:
      return error;
  }
}

/** Extended codes carry the primary one in their low byte. */
function primaryCode(error: unknown): number | null {
  const code = extendedCode(error);
  return code === null ? null : code & 0xff;
}

function extendedCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error)) return null;
  return typeof error.errcode === "number" ? error.errcode : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
