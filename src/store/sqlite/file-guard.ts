// Whether the file that is open is still the one at its path. SQLite goes on writing into a file that was deleted or
// replaced, and everything that it acknowledges from then on is lost when the last process closes it.

import { statSync } from "node:fs";
import { StoreError } from "../errors.ts";

const openHere = new Map<string, number>();

export class FileGuard {
  readonly #file: string;
  readonly #database: string;
  #wal: string | null = null;

  /** The file has just been opened. */
  constructor(file: string) {
    this.#file = file;
    this.#database = identityOf(file);
    openHere.set(this.#database, (openHere.get(this.#database) ?? 0) + 1);
  }

  /** The WAL is there from the first write on until the last process closes the file. */
  noteWal(): void {
    this.#wal = identityOf(`${this.#file}-wal`);
  }

  holds(): boolean {
    return identityOf(this.#file) === this.#database;
  }

  check(): void {
    const lost = this.holds() ? (identityOf(`${this.#file}-wal`) === this.#wal ? null : "-wal") : "";
    if (lost === null) return;
    throw new StoreError(
      "store_missing",
      `${this.#file}${lost} was deleted, moved or replaced while it was in use; nothing was written.`,
      "Put the file back where it was, or restart this server to go on with what is there now.",
    );
  }

  leave(): void {
    const left = (openHere.get(this.#database) ?? 1) - 1;
    if (left > 0) openHere.set(this.#database, left);
    else openHere.delete(this.#database);
  }
}

/** Reading such a file past SQLite would, on closing it again, drop the locks that SQLite holds on it. */
export function isOpenHere(file: string): boolean {
  return openHere.has(identityOf(file));
}

function identityOf(path: string): string {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    // Gone, or out of reach: a write fails either way.
    return "none";
  }
}
