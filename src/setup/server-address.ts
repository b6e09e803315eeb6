// Where a board's server is: it says so beside the SQLite database, so that other commands of the same person find it,
// whichever port it took. On PostgreSQL there is no such place.

import { lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isPostgres } from "./operator-key.ts";

/** Of several servers on one board, the last one to start is found. */
export function leaveAddress(database: string, address: string): void {
  if (isPostgres(database)) return;
  // Anew, and not into what is there: that could be a link, or open to others.
  rmSync(fileOf(database), { force: true });
  writeFileSync(fileOf(database), `${address}\n`, { mode: 0o600 });
}

/** Only its own: another server may have started since. */
export function takeAddressAway(database: string, address: string): void {
  if (findAddress(database) === address) rmSync(fileOf(database), { force: true });
}

/** null: no server has said where it is. */
export function findAddress(database: string): string | null {
  if (isPostgres(database)) return null;
  try {
    const address = readFileSync(fileOf(database), "utf8").trim();
    return isBelievable(fileOf(database), address) ? address : null;
  } catch (error) {
    // No server runs, or somebody else's does, whose address is for their eyes only.
    if (["ENOENT", "EACCES"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

/** A copied folder may bring such a file along, and links with a key in them lead to what it says. */
function isBelievable(file: string, address: string): boolean {
  const stat = lstatSync(file);
  const isOurs = stat.isFile() && stat.uid === process.geteuid?.() && (stat.mode & 0o077) === 0;
  return isOurs || /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+$/.test(address);
}

function fileOf(database: string): string {
  return `${database}.server`;
}
