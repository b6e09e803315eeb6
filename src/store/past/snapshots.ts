// How the board stood after every so many rows, so that nobody has to begin at the first. Free text is not among it: a
// snapshot names the row and the text, and what was redacted since is gone from the past too.

import { gunzipSync, gzipSync } from "node:zlib";
import { byNumbers } from "../ask.ts";
import type { Driver, Reader } from "../driver.ts";
import { SAID } from "../ledger/rows.ts";
import { columns, select, shape } from "../select.ts";
import { columnsOf, TABLE_NAMES, TABLES, type Value } from "../tables.ts";
import type { Tables } from "./memory.ts";

const NEAREST = select(
  shape(columns("snapshot", "s", "seq", "body")),
  (list) => `SELECT ${list} FROM snapshot s WHERE s.seq <= ? ORDER BY s.seq DESC LIMIT 1`,
);
const KEEP = "INSERT INTO snapshot (seq, body) VALUES (?, ?) ON CONFLICT (seq) DO UPDATE SET body = excluded.body";
const FORGET = "DELETE FROM snapshot WHERE seq = ?";

interface Body {
  /** The columns that it was made of: a later version of this program may have others. */
  readonly layout: string;
  readonly tables: Tables;
}

const LAYOUT = TABLE_NAMES.map(
  (name) => `${name}(${String(columnsOf(TABLES[name]).map((column) => column.name))})`,
).join();

/** Where each free text of a row stands in the ledger: by table and key, by column. */
export type Places = Map<string, Record<string, string>>;

export interface Restored {
  readonly seq: number;
  readonly tables: Tables;
  readonly places: Places;
}

/** The newest that is not after this row; null: there is none. */
export async function restore(driver: Driver, upTo: number): Promise<Restored | null> {
  for (let seq = upTo; ;) {
    const [found] = await driver.read(NEAREST, [seq]);
    if (!found) return null;
    const { layout, tables } = JSON.parse(gunzipSync(Buffer.from(found.body, "base64")).toString()) as Body;
    if (layout === LAYOUT) return { seq: found.seq, ...(await withTexts(driver, tables)) };
    await driver.all(FORGET, [found.seq]);
    seq = found.seq - 1;
  }
}

export async function keep(driver: Driver, seq: number, tables: Tables, places: Places): Promise<void> {
  const body: Body = { layout: LAYOUT, tables: withPlaces(tables, places) };
  await driver.all(KEEP, [seq, gzipSync(JSON.stringify(body)).toString("base64")]);
}

/** `ticket ["7"]` */
export function rowName(table: string, key: readonly Value[]): string {
  return `${table} ${JSON.stringify(key)}`;
}

/** `1204:0.title` */
export function placeOf(seq: number, name: string): string {
  return `${seq}:${name}`;
}

function withPlaces(tables: Tables, places: Places): Tables {
  return eachFree(tables, (column, _, name) => places.get(name)?.[column] ?? "");
}

async function withTexts(reader: Reader, tables: Tables): Promise<Pick<Restored, "tables" | "places">> {
  const places: Places = new Map();
  const seqs = new Set<number>();
  eachFree(tables, (column, place, name) => {
    places.set(name, { ...places.get(name), [column]: String(place) });
    seqs.add(Number.parseInt(String(place), 10));
    return place;
  });
  const said = await byNumbers(reader, [...seqs].filter(Number.isSafeInteger), (marks) =>
    select(SAID, (list) => `SELECT ${list} FROM ledger_text t WHERE t.seq IN (${marks})`),
  );
  const contents = new Map(said.map(({ seq, name, content }) => [placeOf(seq, name), content]));
  const whole = eachFree(tables, (_, place, __, blank) => contents.get(String(place)) ?? blank);
  return { tables: whole, places };
}

/** With other values in the columns of free text. */
function eachFree(
  tables: Tables,
  valueOf: (column: string, value: Value, name: string, blank: string) => Value,
): Tables {
  const made = TABLE_NAMES.map((name) => {
    const { key, columns: rest } = TABLES[name];
    const rows = (tables[name] ?? []).map((row) => {
      const id = rowName(name, row.slice(0, key.length));
      return row.map((value, index) => {
        const column = rest[index - key.length];
        return column?.free && value !== null ? valueOf(column.name, value, id, column.free.blank) : value;
      });
    });
    return [name, rows] as const;
  });
  return Object.fromEntries(made) as unknown as Tables;
}
