// The free text of a ledger row, and where the board still shows it.

import type { KeptText, RowTexts, VersionBehind } from "../../app/ports/ledger.ts";
import type { Change } from "../../app/commit/changes.ts";
import type { Blank, Reader } from "../driver.ts";
import type { Payload } from "./prepare.ts";
import { TEXTS_BETWEEN, TOLD_AFTER } from "./queries.ts";
import { tableRow } from "../queries.ts";
import { columns, select, shape } from "../select.ts";
import { REDACTED, TABLES, withValues, type AnyChange, type Column, type Value } from "../tables.ts";

const VERSION = {
  ticket: select(shape(columns("ticket", "t", "version")), (list) => `SELECT ${list} FROM ticket t WHERE t.key = ?`),
  run: select(shape(columns("run", "r", "version")), (list) => `SELECT ${list} FROM run r WHERE r.key = ?`),
};

export async function readTexts(reader: Reader, seq: number): Promise<RowTexts | null> {
  const [row] = await reader.read(TOLD_AFTER, [seq - 1, 1]);
  if (row?.seq !== seq) return null;
  const payload = JSON.parse(row.payload) as Payload;
  const texts: KeptText[] = [];
  for (const { name, content } of await reader.read(TEXTS_BETWEEN, [seq, seq])) {
    const target = targetOf(payload, name);
    texts.push({
      name,
      content,
      table: target?.change.table ?? null,
      shown: target && content !== null ? await shownBy(reader, target, content) : null,
    });
  }
  return { subject: payload.subject, texts };
}

/** Recorded answers hold a text as a JSON string, as the value of a field. */
export function blanksFor(seq: number, texts: readonly KeptText[]): Blank[] {
  return texts.map(({ name, content }) => ({
    seq,
    name,
    recorded: { from: `:${JSON.stringify(content)}`, to: `:${JSON.stringify(REDACTED)}` },
  }));
}

interface Target {
  readonly change: Change;
  readonly column: Column;
  readonly blank: string;
}

/** The change that put the text into a table, if one did. */
function targetOf(payload: Payload, name: string): Target | null {
  for (const change of payload.changes ?? []) {
    const { table, set }: AnyChange = change;
    for (const column of TABLES[table].columns) {
      if (column.free && set?.[column.name] === name) return { change, column, blank: column.free.blank };
    }
  }
  return null;
}

async function shownBy(reader: Reader, target: Target, content: string): Promise<KeptText["shown"]> {
  const { change, column, blank } = target;
  const row = await readRow(reader, change);
  if (row?.[column.name] !== content) return null;
  return {
    change: withValues({ ...change, set: null }, { [column.name]: blank }),
    check: await checkFor(reader, change),
  };
}

/** The version that stands for the row: its own, or that of the run that it belongs to. */
async function checkFor(reader: Reader, change: Change): Promise<VersionBehind | null> {
  if (change.table === "ticket") return versionBehind(reader, "ticket", change.key.key);
  if (change.table === "item" || change.table === "task") return versionBehind(reader, "run", change.key.run);
  return null;
}

async function versionBehind(reader: Reader, table: "ticket" | "run", key: string): Promise<VersionBehind | null> {
  const [row] = await reader.read(VERSION[table], [key]);
  return row ? { table, key, version: row.version } : null;
}

async function readRow(
  reader: Reader,
  { table: name, key }: AnyChange,
): Promise<Readonly<Record<string, Value>> | undefined> {
  const values = TABLES[name].key.map((column) => key[column.name] ?? null);
  return (await reader.read(tableRow(name), values))[0];
}
