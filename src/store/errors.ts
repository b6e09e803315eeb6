// What can go wrong with a store, in words that say what to do.

import { KnownError } from "../app/commit/errors.ts";

export type StoreErrorCode =
  | "store_busy"
  | "store_full"
  | "store_readonly"
  | "store_sealed"
  | "store_missing"
  | "store_not_yours"
  | "store_corrupt"
  | "store_unreachable"
  | "store_newer"
  | "store_older"
  | "store_not_empty"
  | "import_refused"
  | "store_failed";

export class StoreError extends KnownError<StoreErrorCode> {
  constructor(code: StoreErrorCode, what: string, recovery: string, cause?: unknown) {
    super(code, what, recovery, cause === undefined ? {} : { cause });
  }
}

export function schemaMismatch(found: number, known: number): StoreError {
  return found > known
    ? new StoreError(
        "store_newer",
        `The database has schema ${found}; this process knows ${known}: a newer Signalbox has upgraded it.`,
        "Upgrade Signalbox here and restart it. Until then this process only reads.",
      )
    : new StoreError(
        "store_older",
        `The database has schema ${found}; this program needs ${known}. It was left as it is.`,
        "The person who runs this board runs `signalbox migrate`, when the others who use it can be restarted too. Then start this again.",
      );
}

/** What `load` says where there is something already. */
export function notEmpty(rows: number): StoreError {
  return new StoreError(
    "store_not_empty",
    `An import needs an empty board, and this one has ${rows} ${rows === 1 ? "row" : "rows"} in its ledger.`,
    "Name another database with --database (on PostgreSQL, another board with SIGNALBOX_BOARD), or move this one away.",
  );
}

/** `own`: nobody has named the database, so that there simply is none in this project yet. */
export class NoBoardError extends StoreError {
  readonly own: boolean;

  constructor(where: string, own = false) {
    const recovery = own
      ? "`signalbox ticket new TITLE` makes the project's own; --database or SIGNALBOX_DATABASE names another."
      : "Name the right database with --database or SIGNALBOX_DATABASE.";
    super("store_missing", `There is no board ${where}.`, recovery);
    this.own = own;
  }
}
