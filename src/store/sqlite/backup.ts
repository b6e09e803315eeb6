// A copy of the file while others write to it. Without the read transaction around it, each of their commits would make
// the copy begin again.

import { chmodSync, statSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import type { Head } from "../../app/ports/ledger.ts";
import { HEAD } from "../ledger/queries.ts";
import { number, text } from "../rows.ts";
import { explainFailure } from "./failures.ts";

const PAGES_AT_ONCE = 500;

/** Answers with the head that the copy has. */
export async function copyFile(file: string, to: string): Promise<Head> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec("BEGIN");
    const head = db.prepare(HEAD).get();
    await backup(db, to, { rate: PAGES_AT_ONCE });
    chmodSync(to, statSync(file).mode);
    tidy(to);
    return { seq: number(head?.["seq"]), hash: text(head?.["hash"]), at: number(head?.["at"]) };
  } catch (error) {
    throw explainFailure(file, error);
  } finally {
    db.close();
  }
}

/**
 * Processes that are at work here are none of the copy's business. The secret stays behind too: a restored board counts
 * its fences on from an older number, and with the same secret a token from before would fit somebody else's claim.
 */
function tidy(copy: string): void {
  const db = new DatabaseSync(copy);
  try {
    db.exec("PRAGMA journal_mode = DELETE; PRAGMA secure_delete = ON");
    db.exec("DELETE FROM meta WHERE name = 'secret' OR name LIKE 'process:%'");
  } finally {
    db.close();
  }
}
