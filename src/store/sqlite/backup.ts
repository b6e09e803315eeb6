// A copy of the file while others write to it. Without the read transaction around it, each of their commits would make
// the copy begin again.

import { backup, DatabaseSync } from "node:sqlite";
import type { Head } from "../../app/ports/ledger.ts";
import { HEAD } from "../ledger/queries.ts";
import { makePrivateFile } from "../private.ts";
import { explainFailure } from "./failures.ts";
import { Statements } from "./statements.ts";

const PAGES_AT_ONCE = 500;

/** Answers with the head that the copy has. */
export async function copyFile(file: string, to: string): Promise<Head> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec("BEGIN");
    const head = readHead(db);
    makePrivateFile(to);
    await backup(db, to, { rate: PAGES_AT_ONCE });
    tidyCopy(to);
    return head;
  } catch (error) {
    throw explainFailure(file, error);
  } finally {
    db.close();
  }
}

function readHead(db: DatabaseSync): Head {
  const [row] = new Statements(db).read(HEAD, []);
  if (!row) throw new Error("The store has no head.");
  return { seq: row.seq, hash: row.hash, at: row.at };
}

/**
 * The copy does not list the processes that are at work here. Browsers and links stay behind too: where the copy is put
 * back, none that was ended since comes to life. A copy of an older schema may have a secret, and no browsers.
 */
export function tidyCopy(copy: string): void {
  const db = new DatabaseSync(copy);
  try {
    db.exec("PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON");
    db.exec("DELETE FROM meta WHERE name = 'secret' OR name LIKE 'process:%'; DELETE FROM invitation");
    const browsers = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'browser'").get();
    if (browsers) db.exec("DELETE FROM browser");
  } finally {
    db.close();
  }
}
