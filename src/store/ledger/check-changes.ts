// Whether changes fit the tables. The types of changes say so while a verb is compiled. This is for a plan that was built
// around the types, and for ledgers and files that anybody may have written: what does not fit would be dropped in silence.

import { TABLE_NAMES, TABLES, type Column } from "../tables.ts";

type ByName = ReadonlyMap<string, Column>;

const KNOWN: ReadonlyMap<unknown, { readonly key: ByName; readonly columns: ByName }> = new Map(
  TABLE_NAMES.map((name) => [name, { key: byName(TABLES[name].key), columns: byName(TABLES[name].columns) }]),
);

/** What is wrong with the first change that does not fit, in words; null: all of them fit. */
export function misfitIn(changes: readonly unknown[]): string | null {
  for (const change of changes) {
    const misfit = misfitOf(change);
    if (misfit !== null) return misfit;
  }
  return null;
}

/** Without a cache: a look at each column costs less than a name for all of them. */
function misfitOf(change: unknown): string | null {
  if (!isObject(change)) return "a change is no object";
  const { table, key, set } = change;
  const known = KNOWN.get(table);
  if (!known) return `there is no table ${show(table)}`;
  if (!isObject(key)) return `the key of ${String(table)} is no object`;
  for (const name of known.key.keys()) {
    if (key[name] === undefined) return `the key column ${show(name)} of ${String(table)} is missing`;
  }
  const misfit = misfitAmong(known.key, key, `${String(table)} has no key column`);
  if (misfit !== null || set === null) return misfit;
  if (!isObject(set)) return `what is set in ${String(table)} is no object`;
  return misfitAmong(known.columns, set, `${String(table)} has no column`);
}

function misfitAmong(known: ByName, values: Readonly<Record<string, unknown>>, unknown: string): string | null {
  for (const name of Object.keys(values)) {
    const column = known.get(name);
    if (!column) return `${unknown} ${show(name)}`;
    const value = values[name];
    if (column.type === "text" ? typeof value === "string" : Number.isSafeInteger(value)) continue;
    if (value === null && !column.required) continue;
    const wanted = column.type === "text" ? "text" : "a whole number";
    return `${show(name)} is ${show(value)}, and takes ${wanted}${column.required ? "" : " or null"}`;
  }
  return null;
}

function byName(columns: readonly Column[]): ByName {
  return new Map(columns.map((column) => [column.name, column]));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const MOST_SHOWN = 80;

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, MOST_SHOWN);
}
