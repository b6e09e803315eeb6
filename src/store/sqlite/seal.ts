// A file whose board has moved: it can be read, and takes no more writes. The file itself refuses them, so that programs
// of every version are refused, and what is refused says where the board went.

import type { DatabaseSync } from "node:sqlite";
import { StoreError } from "../errors.ts";

export const SEALED = "this board was moved";

export function sealFile(db: DatabaseSync, where: string): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    const note =
      "INSERT INTO meta (name, value) VALUES ('sealed', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    db.prepare(note).run(where);
    for (const [table, event] of [
      ["ledger", "INSERT"],
      ["head", "UPDATE"],
      ["request", "INSERT"],
      ["pending", "INSERT"],
      ["token", "INSERT"],
    ]) {
      db.exec(`CREATE TRIGGER IF NOT EXISTS sealed_${table} BEFORE ${event} ON ${table}
        BEGIN SELECT RAISE(ABORT, '${SEALED}'); END`);
    }
    db.exec("COMMIT");
  } finally {
    if (db.isTransaction) db.exec("ROLLBACK");
  }
}

/** Where the board went; null: it is here. */
export function sealOf(db: DatabaseSync): string | null {
  const row = db.prepare("SELECT value FROM meta WHERE name = 'sealed'").get();
  return row ? String(row["value"]) : null;
}

export function sealedError(where: string): StoreError {
  return new StoreError(
    "store_sealed",
    `This board was moved: ${where}. The file takes no more writes; nothing was written.`,
    "Name the board's new place with SIGNALBOX_DATABASE or in the settings, and start again.",
  );
}
