// Large boards, fast: tickets laid into the file by SQL, with no row in the ledger for them, so `verify` would not pass
// them. Triggers stay in place, so that counters are what they would be; indexes are made anew at the end, which is faster
// than keeping them.
//
// Every twenty tickets begin with a container and its ten children. Every two hundredth ticket is one of the best there
// are, and blocked by the one before it.

import { DatabaseSync } from "node:sqlite";
import type { Row } from "../../src/store/driver.ts";

/** Where the board is picked from: two tickets in five stand there. */
export const PICKED_STATE = "Research Needed";
/** Where a group may plan, once all of it is there. */
export const CONVERGED_STATE = "Ready for Plan";

const FAMILY = 20;
const CHILDREN = 10;
const EPOCH = Date.UTC(2026, 0, 1);
const BODY =
  "The endpoint answers 500 for empty bodies. Expected: 400 with a sentence. Seen on two hosts since Tuesday.";

/** Brings the board to so many tickets. Nobody else may have the file open. */
export function fillTickets(file: string, upTo: number): void {
  load(file, (db) => {
    withoutIndexes(db, () => {
      const from = highest(db) + 1;
      db.prepare(TICKETS).run(from, upTo);
      db.prepare(BLOCKERS).run(from, upTo, EPOCH);
    });
  });
}

/** A container and so many children that have converged, every third of them blocked by the one before; their keys. */
export function addGroup(file: string, size: number): readonly string[] {
  return load(file, (db) => {
    const container = highest(db) + 1;
    const insert = db.prepare(MEMBER);
    const block = db.prepare("INSERT INTO blocker (ticket, blocked_by, since) VALUES (?, ?, ?)");
    const keys = Array.from({ length: size + 1 }, (_, index) => String(container + index));
    for (const [index, key] of keys.entries()) {
      insert.run(key, Number(key), `Part ${index} of a larger thing`, BODY, index === 0 ? null : String(container));
      const before = keys[index - 1];
      if (index > 1 && index % 3 === 0 && before !== undefined) block.run(key, before, EPOCH);
    }
    return keys.slice(1);
  });
}

const TICKETS = `WITH RECURSIVE n(i) AS (SELECT CAST(? AS INTEGER) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
  INSERT INTO ticket (key, number, repo, title, body, state, priority, estimate, labels, parent, parent_since,
    created_at, updated_at, entered_at, version, closed, fence)
  SELECT CAST(i AS TEXT), i, '', 'Ticket ' || i || ': the answer to an empty body', '${BODY}', state,
    CASE WHEN i % 200 = 7 THEN 'P0' WHEN i % 4 = 3 THEN NULL ELSE 'P' || (1 + i % 4) END,
    CASE i % 3 WHEN 0 THEN 'XS' WHEN 1 THEN 'S' END, '["api"]',
    CASE WHEN i % ${FAMILY} BETWEEN 1 AND ${CHILDREN} AND i >= ${FAMILY} THEN CAST(i - i % ${FAMILY} AS TEXT) END,
    CASE WHEN i % ${FAMILY} BETWEEN 1 AND ${CHILDREN} AND i >= ${FAMILY} THEN ${EPOCH} END,
    ${EPOCH} + i * 1000, ${EPOCH} + i * 1000, ${EPOCH} + i * 1000, 1, state = 'Done', 0
  FROM (
    SELECT i, CASE
      WHEN i % 200 = 7 OR i % 5 < 2 THEN '${PICKED_STATE}'
      WHEN i % 10 = 2 THEN 'Backlog'
      WHEN i % 10 IN (3, 4) THEN 'Done'
      WHEN i % 10 = 7 THEN '${CONVERGED_STATE}'
      WHEN i % 10 = 8 THEN 'In Review'
      ELSE 'Human Needed' END AS state
    FROM n
  )`;

const BLOCKERS = `INSERT INTO blocker (ticket, blocked_by, since)
  SELECT key, CAST(number - 1 AS TEXT), ?3 FROM ticket WHERE number BETWEEN ?1 AND ?2 AND number % 200 = 7`;

const MEMBER = `INSERT INTO ticket (key, number, repo, title, body, state, estimate, labels, parent, parent_since,
    created_at, updated_at, entered_at, version, closed, fence)
  VALUES (?1, ?2, '', ?3, ?4, '${CONVERGED_STATE}', 'S', '[]', ?5, ${EPOCH}, ${EPOCH}, ${EPOCH}, ${EPOCH}, 1, 0, 0)`;

/** In one transaction, without a journal: a file that breaks here is thrown away. */
export function load<T>(file: string, fill: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    db.exec("PRAGMA journal_mode = OFF");
    db.exec("PRAGMA synchronous = OFF");
    db.exec("PRAGMA cache_size = -400000");
    db.exec("BEGIN EXCLUSIVE");
    const filled = fill(db);
    db.exec("COMMIT");
    db.exec("PRAGMA journal_mode = WAL");
    return filled;
  } finally {
    db.close();
  }
}

function highest(db: DatabaseSync): number {
  return Number(db.prepare("SELECT COALESCE(MAX(number), 0) AS number FROM ticket").get()?.["number"]);
}

function withoutIndexes(db: DatabaseSync, fill: () => void): void {
  const made = "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ticket' AND sql IS NOT NULL";
  const indexes = db.prepare(made).all() as Row[];
  for (const { name } of indexes) db.exec(`DROP INDEX ${name}`);
  fill();
  for (const { sql } of indexes) db.exec(String(sql));
}
