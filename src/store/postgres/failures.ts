// PostgreSQL's error codes, and a network's, in words that say what to do.

import { schemaMismatch, StoreError } from "../errors.ts";

const WHERE_TO_LOOK = "Start PostgreSQL or check SIGNALBOX_DATABASE; no restart of this server is needed.";

/** Raised by our own functions. */
const SCHEMA_MISMATCH = "SB001";
const ANOTHER_BOARD = "SB002";
const PLAN_OUTDATED = "0A000";
const LOCK_TIMEOUT = "55P03";

const CLASHES = new Set(["23503", "23505", "40001", "40P01"]);
const LOST = new Set(["57P01", "57P02", "57P03", "57P05"]);

/** A row is there that must not be, or is not there that must be, or somebody else went first. */
export function isClash(error: unknown): boolean {
  return CLASHES.has(sqlState(error) ?? "");
}

/** What was sent is to blame, and not the state that the database is in: violated constraints, values that don't fit. */
export function isOfContent(error: unknown): boolean {
  return /^2[0-3]|^54/.test(sqlState(error) ?? "");
}

/** The answer will not come: whether the statement was carried out, nobody here knows. */
export function isLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === null || LOST.has(state) || state.startsWith("08");
}

/** The server is a standby, or was made to read only: it may have been the primary a moment ago. Nothing was written. */
export function isReadOnly(error: unknown): boolean {
  return sqlState(error) === "25006";
}

/** Somebody else has the lock, for longer than was waited. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === LOCK_TIMEOUT;
}

/** No connection to spare, or only starting: it passes by itself. */
export function isCrowded(error: unknown): boolean {
  return (
    ["53300", "57P03"].includes(sqlState(error) ?? "") ||
    /^(?:no more connections|too many clients)/.test(messageOf(error))
  );
}

/** A statement that was prepared by name is not there, or another is: a pooler has changed the connection between. */
export function isUnnamed(error: unknown): boolean {
  return ["26000", "42P05"].includes(sqlState(error) ?? "");
}

/** Poolers refuse what they can't keep for one client. */
export function refusesOptions(error: unknown): boolean {
  return /startup parameter|command-line option/i.test(messageOf(error));
}

/** A statement was prepared before the tables changed under it; on a new connection it is fine. */
export function isOutdated(error: unknown): boolean {
  return sqlState(error) === PLAN_OUTDATED;
}

export function explainFailure(where: string, known: number, error: unknown): unknown {
  if (error instanceof StoreError) return error;
  const reason = error instanceof Error && error.message !== "" ? error.message : codeOf(error);
  const failure = (code: ConstructorParameters<typeof StoreError>[0], what: string, recovery: string) =>
    new StoreError(code, what, recovery, error);
  const state = sqlState(error);
  switch (state) {
    case SCHEMA_MISMATCH:
      return schemaMismatch(detailOf(error), known);
    case ANOTHER_BOARD:
      return failure(
        "store_failed",
        `Another board stands at ${where} under this board's name; nothing was written.`,
        "Restart this server if the board was replaced on purpose. Else check SIGNALBOX_DATABASE, SIGNALBOX_BOARD and what stands between.",
      );
    case "28000":
    case "28P01":
      return failure(
        "store_failed",
        `PostgreSQL at ${where} refuses the login (${reason}).`,
        "Check the user and the password in SIGNALBOX_DATABASE.",
      );
    case "3D000":
      return failure(
        "store_missing",
        `PostgreSQL at ${where} has no such database.`,
        "Create it, or check the name in SIGNALBOX_DATABASE.",
      );
    case "3F000":
    case "42883":
    case "42P01":
      return failure(
        "store_missing",
        `The board's tables at ${where} are gone (${reason}).`,
        'Restore them from a backup; see "Restore" in docs/operations.md.',
      );
    case "42501":
      return failure(
        "store_readonly",
        `PostgreSQL at ${where} does not let this user do that (${reason}).`,
        "Give the user the right to create a schema in the database, and to write to the board's.",
      );
    case "25006":
      return failure(
        "store_readonly",
        `PostgreSQL at ${where} takes no writes: it is a standby, or was set to read-only. Nothing was written.`,
        "Try again in a moment if it is being failed over; else name the primary in SIGNALBOX_DATABASE, several hosts with commas between.",
      );
    case "53100":
      return failure(
        "store_full",
        `The disk of PostgreSQL at ${where} is full; nothing was written.`,
        "Make room, then try again: no restart is needed.",
      );
    case "53300":
      return failure(
        "store_busy",
        `PostgreSQL at ${where} has no connection to spare (${reason}).`,
        "Raise max_connections or stop some clients, then try again.",
      );
    case "57014":
      return failure(
        "store_busy",
        `PostgreSQL at ${where} ended a statement (${reason}); nothing was written.`,
        "Look in pg_stat_activity for what it waited for. SIGNALBOX_STATEMENT_MS is how long a statement may take, where the role's statement_timeout allows it.",
      );
    case LOCK_TIMEOUT:
      return failure(
        "store_busy",
        `Somebody has kept the board at ${where} locked for too long; nothing was written.`,
        "Wait if `signalbox migrate` or an import is running. Else look for a long transaction in pg_stat_activity, end it, and try again.",
      );
    case "XX001":
    case "XX002":
      return failure("store_corrupt", `The database at ${where} is damaged (${reason}).`, "Restore it from a backup.");
    default:
      if (isPoolExhausted(error)) {
        return failure(
          "store_busy",
          `All connections of this server to PostgreSQL at ${where} are in use.`,
          "Try again in a moment.",
        );
      }
      return isLost(error)
        ? failure("store_unreachable", `PostgreSQL at ${where} can't be reached (${reason}).`, WHERE_TO_LOOK)
        : failure("store_failed", `PostgreSQL at ${where} failed (${state}: ${reason}).`, "Nothing was written.");
  }
}

/** null: the error is not the database's answer. */
function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !("severity" in error) || !("code" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** All connections of this process are in use. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === "timeout exceeded when trying to connect";
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}

/** The error of several addresses that were all tried has a code and no message. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function detailOf(error: unknown): number {
  return error instanceof Error && "detail" in error ? Number(error.detail) : 0;
}
