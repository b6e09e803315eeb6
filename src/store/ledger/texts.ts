// The free text of a ledger row, and where the board still shows it.

import type { KeptText, RowTexts, VersionBehind } from "../../app/ports/ledger.ts";
import type { Change } from "../../app/commit/changes.ts";
import type { Blank, Reader, Row } from "../driver.ts";
import type { Payload } from "./prepare.ts";
import { LEDGER_AFTER, TEXTS_BETWEEN } from "./queries.ts";
import { tableRow } from "../queries.ts";
import { number, text } from "../rows.ts";
import { REDACTED, TABLES, withValues, type AnyChange, type Column } from "../tables.ts";

export async function readTexts(reader: Reader, seq: number): Promise<RowTexts | null> {
  const [row] = await reader.all(LEDGER_AFTER, [seq - 1, 1]);
  if (row?.["seq"] !== seq) return null;
  const payload = JSON.parse(text(row["payload"])) as Payload;
  const texts: KeptText[] = [];
  for (const item of await reader.all(TEXTS_BETWEEN, [seq, seq])) {
    const name = text(item["name"]);
    const content = item["content"] === null ? null : text(item["content"]);
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
    check: await checkFor(reader, change, row),
  };
}

/** The version that stands for the row: its own, or that of the run that it belongs to. */
async function checkFor(reader: Reader, change: Change, row: Row): Promise<VersionBehind | null> {
  if (change.table === "ticket") return { table: "ticket", key: change.key.key, version: number(row["version"]) };
  if (change.table !== "item" && change.table !== "task") return null;
  const key = { key: change.key.run };
  const run = await readRow(reader, { table: "run", key });
  return run ? { table: "run", ...key, version: number(run["version"]) } : null;
}

async function readRow(
  reader: Reader,
  { table: name, key }: Pick<AnyChange, "table" | "key">,
): Promise<Row | undefined> {
  const table = TABLES[name];
  const values = table.key.map((column) => key[column.name] ?? null);
  return (await reader.all(tableRow(table), values))[0];
}
