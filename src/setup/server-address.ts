// Where a board's server is: it says so beside the SQLite database, so that other commands of the same person find it,
// whichever port it took. On PostgreSQL there is no such place.

import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { isPostgres } from "./operator-key.ts";

/** Of several servers on one board, the last one to start is found. */
export function leaveAddress(database: string, address: string): void {
  if (!isPostgres(database)) writeFileSync(fileOf(database), `${address}\n`, { mode: 0o600 });
}

/** Only its own: another server may have started since. */
export function takeAddressAway(database: string, address: string): void {
  if (findAddress(database) === address) rmSync(fileOf(database), { force: true });
}

/** null: no server has said where it is. */
export function findAddress(database: string): string | null {
  if (isPostgres(database)) return null;
  try {
    return readFileSync(fileOf(database), "utf8").trim();
  } catch (error) {
    // No server runs, or somebody else's does, whose address is for their eyes only.
    if (["ENOENT", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

function fileOf(database: string): string {
  return `${database}.server`;
}
