// A history that tests tamper with, each a copy of its own, as somebody with a plain SQL client would.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeAll } from "vitest";
import { appOn } from "../worlds/world.ts";
import { writeHistory, type History } from "./history.ts";
import { backupStore } from "../../../src/store/transfer/backup.ts";
import type { Problem } from "../../../src/store/ledger/chain.ts";

import { chainHash, GENESIS } from "../../../src/store/ledger/prepare.ts";
import { openBoard, openDriver } from "../../../src/store/open.ts";
import { verifyStore, type VerifyOptions, type Verdict } from "../../../src/store/ledger/verify.ts";

let untouched: string;
/** Where its rows are. Set once `prepareHistory` has run. */
export let history: History;
const folders: string[] = [];

/** The same history for every test of a file. */
export function prepareHistory(): void {
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-verify-"));
    untouched = join(folder, "copy.db");
    const board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
    history = await writeHistory(appOn(board));
    await backupStore(board.driver, untouched);
    await board.close();
    return () => rmSync(folder, { recursive: true });
  });

  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-verify-"));
  folders.push(folder);
  return folder;
}

export function copy(): string {
  const file = join(newFolder(), "board.db");
  const db = new DatabaseSync(untouched, { readOnly: true });
  db.prepare("VACUUM INTO ?").run(file);
  db.close();
  return file;
}

/** As somebody with a plain SQL client would: the guards first. */
export async function verifyAfter(tamper: (db: DatabaseSync) => void, options: VerifyOptions = {}): Promise<Verdict> {
  const database = copy();
  const db = new DatabaseSync(database, { enableForeignKeyConstraints: false });
  db.exec("PRAGMA synchronous = OFF");
  const guards = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%RAISE%'").all();
  for (const { name } of guards) db.exec(`DROP TRIGGER ${String(name)}`);
  tamper(db);
  db.close();
  const driver = await openDriver({ database, synchronous: "OFF" });
  try {
    return await verifyStore(driver, options);
  } finally {
    await driver.close();
  }
}

export function problemOf(verdict: Verdict): Problem {
  if (verdict.ok) throw new Error("nothing was found");
  return verdict.problem;
}

export function set(db: DatabaseSync, table: string, seq: number, column: string, expression: string): void {
  const { changes } = db.prepare(`UPDATE ${table} SET ${column} = ${expression} WHERE seq = ?`).run(seq);
  if (changes === 0) throw new Error(`nothing to change in row ${seq}`);
}

export function remove(db: DatabaseSync, seq: number): void {
  db.prepare("DELETE FROM ledger_text WHERE seq = ?").run(seq);
  db.prepare("DELETE FROM ledger WHERE seq = ?").run(seq);
}

export function insertCopy(db: DatabaseSync, seq: number, as: number): void {
  const columns = "at, kind, subject_type, subject_key, plan, payload, hash";
  db.prepare(`INSERT INTO ledger (seq, ${columns}) SELECT ?, ${columns} FROM ledger WHERE seq = ?`).run(as, seq);
  const texts = "name, salt, content";
  db.prepare(`INSERT INTO ledger_text (seq, ${texts}) SELECT ?, ${texts} FROM ledger_text WHERE seq = ?`).run(as, seq);
}

export function headToLast(db: DatabaseSync): void {
  db.exec(`UPDATE head SET (seq, hash, at) = (SELECT seq, hash, at FROM ledger ORDER BY seq DESC LIMIT 1)`);
}

/** Makes one row's hash fit. */
export function rehash(db: DatabaseSync, seq: number): void {
  const previous = db.prepare("SELECT hash FROM ledger WHERE seq = ?").get(seq - 1)?.["hash"];
  const row = db.prepare("SELECT at, payload FROM ledger WHERE seq = ?").get(seq);
  const hash = chainHash(String(previous ?? GENESIS), seq, Number(row?.["at"]), String(row?.["payload"]));
  db.prepare("UPDATE ledger SET hash = ? WHERE seq = ?").run(hash, seq);
}

/** Makes the whole chain fit again, from a row on. */
export function rechain(db: DatabaseSync, from: number): void {
  for (let seq = from; seq <= history.last; seq++) rehash(db, seq);
  headToLast(db);
}

export function hashOf(seq: number): string {
  const db = new DatabaseSync(untouched, { readOnly: true });
  const row = db.prepare("SELECT hash FROM ledger WHERE seq = ?").get(seq);
  db.close();
  return String(row?.["hash"]);
}
