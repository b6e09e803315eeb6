// Going back to the schema of before, onto the copy that the migration kept. What was written since comes along: its rows
// are appended to the copy, where the older schema can hold them; else nothing is changed, and it is said why.

import type { ClientBase } from "pg";
import { StoreError } from "../../errors.ts";
import { changesOf } from "../../ledger/replay.ts";
import { readPayload } from "../../ledger/payload.ts";
import type { VerbatimRow } from "../../driver.ts";
import { TABLE_NAMES } from "../../tables.ts";
import { jsonText } from "../commit.ts";
import { freeName } from "./copy.ts";
import { carryGrants } from "./grants.ts";
import { lockAll, versionOf } from "./migrate.ts";

const AT_ONCE = 500;
/** The functions of the copy take the board's id from this version on. */
const IDENTITY_SINCE = 6;
/** These come with the rows, or must stay as they were. */
const NOT_CARRIED = new Set<string>([...TABLE_NAMES, "ledger", "ledger_text", "head", "meta"]);

export interface WentBack {
  readonly from: number;
  readonly to: number;
  /** Rows that were written since the copy was made. */
  readonly carried: number;
  /** Where the board of before this stands now. */
  readonly aside: string;
}

export async function goBack(client: ClientBase, schema: string): Promise<WentBack> {
  await client.query("BEGIN");
  try {
    await client.query("SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0");
    await client.query("SET LOCAL idle_in_transaction_session_timeout = 0");
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`signalbox migrates ${schema}`]);
    const from = await versionOf(client, schema);
    const copy = await newestCopy(client, schema, from);
    await lockAll(client, schema, "ACCESS EXCLUSIVE");
    const rows = await rowsSince(client, schema, copy.name);
    await demandFit(client, copy.name, rows);
    const aside = await freeName(client, `${schema}_schema_${from}`);
    await client.query(`ALTER SCHEMA "${schema}" RENAME TO "${aside}"`);
    await client.query(`ALTER SCHEMA "${copy.name}" RENAME TO "${schema}"`);
    await client.query(`SET LOCAL search_path = "${schema}"`);
    await append(client, schema, copy.version, rows);
    await carryTables(client, aside, schema);
    await carryGrants(client, aside, schema);
    await client.query("COMMIT");
    return { from, to: copy.version, carried: rows.length, aside };
  } catch (error) {
    // The transaction is over with the connection in any case.
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function newestCopy(
  client: ClientBase,
  schema: string,
  from: number,
): Promise<{ readonly name: string; readonly version: number }> {
  const { rows } = await client.query<{ name: string }>("SELECT nspname AS name FROM pg_namespace", []);
  const copies = rows.flatMap(({ name }) => {
    const [, version, again = "1"] = /^_schema_(\d+)(?:_(\d+))?$/.exec(name.slice(schema.length)) ?? [];
    if (!name.startsWith(`${schema}_schema_`) || version === undefined || Number(version) >= from) return [];
    return [{ name, version: Number(version), again: Number(again) }];
  });
  const [newest] = copies.toSorted((a, b) => b.version - a.version || b.again - a.again);
  if (!newest) {
    throw new StoreError(
      "store_missing",
      `There is no copy of an older schema beside ${schema}.`,
      "Restore a backup from before the migration; docs/operations.md says how.",
    );
  }
  return newest;
}

async function rowsSince(client: ClientBase, schema: string, copy: string): Promise<readonly VerbatimRow[]> {
  const { rows } = await client.query<Omit<VerbatimRow, "changes" | "texts"> & { readonly texts: string }>(
    `SELECT l.seq, l.at, l.kind, l.subject_type, l.subject_key, l.plan, l.payload, l.hash, COALESCE((
        SELECT json_agg(json_build_object('name', t.name, 'salt', t.salt, 'content', t.content))
        FROM "${schema}".ledger_text t WHERE t.seq = l.seq
      ), '[]')::text AS texts
     FROM "${schema}".ledger l WHERE l.seq > (SELECT h.seq FROM "${copy}".head h) ORDER BY l.seq`,
  );
  return rows.map((row) => {
    const texts = JSON.parse(row.texts) as VerbatimRow["texts"];
    const payload = readPayload(row.payload);
    if (!payload) throw new StoreError("store_corrupt", `Row ${row.seq} can't be read.`, "Run `signalbox verify`.");
    return { ...row, texts, changes: changesOf(payload, texts) };
  });
}

/** A column that the older program does not know would be lost without a word. */
async function demandFit(client: ClientBase, copy: string, rows: readonly VerbatimRow[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    "SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = $1",
    [copy],
  );
  const known = new Set(columns.map(({ name }) => name));
  for (const { seq, changes } of rows) {
    for (const { table, key, set } of changes) {
      const unknown = Object.keys({ ...key, ...set }).find((column) => !known.has(`${table}.${column}`));
      if (unknown === undefined) continue;
      throw new StoreError(
        "store_failed",
        `Row ${seq} was written since the migration, and sets ${table}.${unknown}, which the older schema can't hold. Nothing was changed.`,
        "Stay with this version, or restore the copy as it was and give up what was written since; docs/operations.md says how.",
      );
    }
  }
}

async function append(
  client: ClientBase,
  schema: string,
  version: number,
  rows: readonly VerbatimRow[],
): Promise<void> {
  const { rows: ids } = await client.query<{ value: string }>(
    `SELECT value FROM "${schema}".meta WHERE name = 'board'`,
  );
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const entries = jsonText(rows.slice(at, at + AT_ONCE));
    if (version < IDENTITY_SINCE) await client.query("SELECT board_append($1, $2)", [version, entries]);
    else await client.query("SELECT board_append($1, $2, $3)", [version, ids[0]?.value, entries]);
  }
}

/** Tokens that were revoked since stay revoked, and texts that were blanked stay blank. */
async function carryTables(client: ClientBase, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string }>(
    `SELECT a.table_name AS name, string_agg(quote_ident(a.column_name), ', ') AS columns
     FROM information_schema.columns a JOIN information_schema.columns b
       ON b.table_schema = $2 AND b.table_name = a.table_name AND b.column_name = a.column_name
     WHERE a.table_schema = $1 GROUP BY a.table_name`,
    [from, to],
  );
  const views = await client.query<{ name: string }>("SELECT viewname AS name FROM pg_views WHERE schemaname = $1", [
    to,
  ]);
  const isView = new Set(views.rows.map(({ name }) => name));
  for (const { name, columns } of rows.filter((table) => !NOT_CARRIED.has(table.name) && !isView.has(table.name))) {
    await client.query(`DELETE FROM "${to}"."${name}"`);
    await client.query(`INSERT INTO "${to}"."${name}" (${columns}) SELECT ${columns} FROM "${from}"."${name}"`);
  }
  await client.query(
    `UPDATE "${to}".ledger_text t SET salt = NULL, content = NULL FROM "${from}".ledger_text f
     WHERE f.seq = t.seq AND f.name = t.name AND f.content IS NULL AND t.content IS NOT NULL`,
  );
}
