// Brings the file's schema up to date, in one transaction: a process that is killed half-way leaves nothing behind.

import { existsSync, renameSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { schemaMismatch } from "../../errors.ts";
import type { Derivation, Migration } from "../../migrations/list.ts";
import { makePrivateFile } from "../../private.ts";
import { tidyCopy } from "../backup.ts";
import { APPLICATION_ID, notOurs } from "../owner.ts";

export function migrate(db: DatabaseSync, file: string, migrations: readonly Migration[]): void {
  const known = migrations.length;
  if (versionOf(db) === known && isOurs(db)) return;
  // What a migration takes away must not be readable in space that is marked as free.
  db.exec("PRAGMA secure_delete = ON");
  db.exec("BEGIN EXCLUSIVE");
  try {
    // Another process may have been here while this one waited for the lock.
    const found = versionOf(db);
    if (!isOurs(db) && (found > 0 || hasTables(db))) throw notOurs(file);
    if (found > known) throw schemaMismatch(found, known);
    if (found > 0 && found < known) keepCopy(file, found);
    for (const migration of migrations.slice(found)) {
      db.exec(migration.sqlite);
      if (migration.derive) derive(db, migration.derive);
      db.exec(`PRAGMA user_version = ${migration.version}`);
    }
    db.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
  // Out of the WAL at once: a file that lost its WAL must not be an empty board.
  db.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA secure_delete = OFF");
}

function derive(db: DatabaseSync, { read, make, write, afterwards }: Derivation): void {
  const insert = db.prepare(write.sqlite);
  for (const row of db.prepare(read).all()) insert.run(...make(row));
  db.exec(afterwards);
}

function versionOf(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
}

function isOurs(db: DatabaseSync): boolean {
  return db.prepare("PRAGMA application_id").get()?.["application_id"] === APPLICATION_ID;
}

function hasTables(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
}

/**
 * The way back if a migration turns out to be wrong. Made while the lock is held, so that no move is missing from it, and
 * under another name until it is whole: half a copy must not pass for one. Without the secret, like every copy.
 */
function keepCopy(file: string, version: number): void {
  const copy = `${file}.schema-${version}`;
  const partial = `${copy}.partial`;
  rmSync(partial, { force: true });
  makePrivateFile(partial);
  const reader = new DatabaseSync(file, { readOnly: true });
  try {
    reader.prepare("VACUUM INTO ?").run(partial);
  } finally {
    reader.close();
  }
  tidyCopy(partial);
  renameSync(partial, existsSync(copy) ? `${copy}-${new Date().toISOString().replaceAll(/[:.]/g, "-")}` : copy);
}
