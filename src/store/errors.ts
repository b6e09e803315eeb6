// What can go wrong with a store, in words that say what to do.

export type StoreErrorCode =
  | "store_busy"
  | "store_full"
  | "store_readonly"
  | "store_missing"
  | "store_corrupt"
  | "store_unreachable"
  | "store_newer"
  | "store_older"
  | "store_failed";

export class StoreError extends Error {
  readonly code: StoreErrorCode;
  readonly recovery: string;

  constructor(code: StoreErrorCode, what: string, recovery: string, cause?: unknown) {
    super(`${what} ${recovery}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.recovery = recovery;
  }
}

export function schemaMismatch(found: number, known: number): StoreError {
  return found > known
    ? new StoreError(
        "store_newer",
        `The database has schema ${found}; this process knows ${known}: a newer Signalbox has upgraded it.`,
        "Upgrade Signalbox here and restart this server.",
      )
    : new StoreError(
        "store_older",
        `The database has schema ${found}; this process knows ${known}: it was replaced by an older copy.`,
        "Restart this server, which upgrades the database on start.",
      );
}
