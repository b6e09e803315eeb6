// Going back to the schema of before, onto the copy that the upgrade kept. What was written since comes along, where the
// older schema can hold it. Nobody else may have the file open: it is replaced.

import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { VerbatimRow } from "../../driver.ts";
import { StoreError } from "../../errors.ts";
import { changesOf } from "../../ledger/replay.ts";
import { readPayload } from "../../ledger/payload.ts";
import type { LedgerText } from "../../ledger/prepare.ts";
import { makePrivateFile } from "../../private.ts";
import { TABLE_NAMES } from "../../tables.ts";
import { PlanWriter } from "../commit.ts";
import { isBusy } from "../failures.ts";

/** These come with the rows, or must stay as they were. */
const NOT_CARRIED = new Set<string>([...TABLE_NAMES, "ledger", "ledger_text", "head", "meta"]);

export interface FileWentBack {
  readonly from: number;
  readonly to: number;
  readonly carried: number;
  readonly aside: string;
}

export function fileBack(file: string): FileWentBack {
  const current = new DatabaseSync(file, { readOnly: false });
  const partial = `${file}.back.partial`;
  try {
    takeAlone(current, file);
    const from = Number(current.prepare("PRAGMA user_version").get()?.["user_version"]);
    const copy = newestCopy(file, from);
    rmSync(partial, { force: true });
    makePrivateFile(partial);
    copyFileSync(copy.path, partial);
    const carried = carryOver(current, partial, copy.version);
    const aside = freePath(`${file}.schema-${from}`);
    renameSync(file, aside);
    renameSync(partial, file);
    return { from, to: copy.version, carried, aside };
  } finally {
    current.close();
    rmSync(partial, { force: true });
  }
}

/** Leaving the WAL needs the file for oneself, and leaves nothing beside it. */
function takeAlone(db: DatabaseSync, file: string): void {
  try {
    db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE; COMMIT");
    if (db.prepare("PRAGMA journal_mode").get()?.["journal_mode"] === "delete") return;
  } catch (error) {
    if (!isBusy(error)) throw error;
  }
  throw new StoreError(
    "store_busy",
    `Another program has ${file} open. Nothing was changed.`,
    "Stop clients, `signalbox serve` and agents that use this board, then try again.",
  );
}

function newestCopy(file: string, from: number): { readonly path: string; readonly version: number } {
  const beside = readdirSync(dirname(file)).flatMap((name) => {
    if (!name.startsWith(`${basename(file)}.schema-`)) return [];
    const [, version] = /^\.schema-(\d+)(?:-|$)/.exec(name.slice(basename(file).length)) ?? [];
    if (version === undefined || Number(version) >= from || name.endsWith(".partial")) return [];
    const path = join(dirname(file), name);
    return [{ path, version: Number(version), at: statSync(path).mtimeMs }];
  });
  const [newest] = beside.toSorted((a, b) => b.version - a.version || b.at - a.at);
  if (newest) return newest;
  throw new StoreError(
    "store_missing",
    `There is no copy of an older schema beside ${file}.`,
    "Put a backup from before the upgrade in its place; docs/operations.md says how.",
  );
}

/** How many rows came along. */
function carryOver(current: DatabaseSync, partial: string, version: number): number {
  const older = new DatabaseSync(partial, { enableForeignKeyConstraints: true });
  try {
    older.exec("BEGIN IMMEDIATE");
    const seq = Number(older.prepare("SELECT seq FROM head").get()?.["seq"]);
    const rows = rowsSince(current, seq);
    demandFit(older, rows);
    new PlanWriter(older, Date.now, version).append(rows);
    for (const table of tablesOf(older)) if (!NOT_CARRIED.has(table)) carryTable(current, older, table);
    const blank = older.prepare(
      "UPDATE ledger_text SET salt = NULL, content = NULL WHERE seq = ? AND name = ? AND content IS NOT NULL",
    );
    const blanked = current.prepare("SELECT seq, name FROM ledger_text WHERE content IS NULL AND seq <= ?").all(seq);
    for (const { seq: row, name } of blanked) blank.run(Number(row), String(name));
    older.exec("COMMIT");
    return rows.length;
  } finally {
    older.close();
  }
}

function rowsSince(db: DatabaseSync, seq: number): readonly VerbatimRow[] {
  const texts = db.prepare("SELECT name, salt, content FROM ledger_text WHERE seq = ?");
  return db
    .prepare(
      "SELECT seq, at, kind, subject_type, subject_key, plan, payload, hash FROM ledger WHERE seq > ? ORDER BY seq",
    )
    .all(seq)
    .map((row) => {
      const found = row as unknown as Omit<VerbatimRow, "texts" | "changes">;
      const own = texts.all(found.seq).map((text) => ({ ...text }) as unknown as LedgerText);
      const payload = readPayload(found.payload);
      if (!payload) throw new StoreError("store_corrupt", `Row ${found.seq} can't be read.`, "Run `signalbox verify`.");
      return { ...found, texts: own, changes: changesOf(payload, own) };
    });
}

/** A column that the older program does not know would be lost without a word. */
function demandFit(older: DatabaseSync, rows: readonly VerbatimRow[]): void {
  for (const { seq, changes } of rows) {
    for (const { table, key, set } of changes) {
      const known = columnsOf(older, table);
      const unknown = Object.keys({ ...key, ...set }).find((column) => !known.includes(column));
      if (unknown === undefined) continue;
      throw new StoreError(
        "store_failed",
        `Row ${seq} was written since the upgrade, and sets ${table}.${unknown}, which the older schema can't hold. Nothing was changed.`,
        "Stay with this version, or put the copy back as it was and give up what was written since; docs/operations.md says how.",
      );
    }
  }
}

function carryTable(from: DatabaseSync, to: DatabaseSync, table: string): void {
  const there = columnsOf(from, table);
  const columns = columnsOf(to, table).filter((column) => there.includes(column));
  if (columns.length === 0) return;
  to.exec(`DELETE FROM "${table}"`);
  const insert = to.prepare(
    `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  for (const row of from.prepare(`SELECT ${columns.join(", ")} FROM "${table}"`).all()) {
    insert.run(...columns.map((column) => row[column] as SQLInputValue));
  }
}

function tablesOf(db: DatabaseSync): readonly string[] {
  const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  return db
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}

function columnsOf(db: DatabaseSync, table: string): readonly string[] {
  return db
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => String(name));
}

function freePath(wanted: string): string {
  for (let number = 1; ; number++) {
    const path = number === 1 ? wanted : `${wanted}-${number}`;
    if (!existsSync(path)) return path;
  }
}
