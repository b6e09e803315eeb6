import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { MIGRATIONS } from "./migrations/list.ts";
import { COUNTERS } from "./side-tables.ts";
import { columnsOf, TABLE_NAMES, TABLES, type Layout } from "./tables.ts";

const text = { type: "text", required: true } as const;
const int = { type: "int", required: true } as const;

it("lays out every column that a change can set, as its type says, and compiles with no other", () => {
  const layouts: Layout["force"][] = [
    { key: { name: text }, columns: { hash: text, since: int, version: int } },
    // @ts-expect-error -- a column that changes have is missing here
    { key: { name: text }, columns: { hash: text, since: int } },
    // @ts-expect-error -- a column that changes don't have
    { key: { name: text }, columns: { hash: text, since: int, version: int, until: int } },
    // @ts-expect-error -- a number that is stored as text
    { key: { name: text }, columns: { hash: text, since: int, version: text } },
    // @ts-expect-error -- a column that is always there, and may be left out
    { key: { name: text }, columns: { hash: { ...text, required: false }, since: int, version: int } },
    // @ts-expect-error -- another key
    { key: { id: text }, columns: { hash: text, since: int, version: int } },
  ];
  expect(layouts).toHaveLength(6);
});

it("is what the database has", () => {
  const db = new DatabaseSync(":memory:");
  for (const { sqlite } of MIGRATIONS) db.exec(sqlite);
  for (const name of TABLE_NAMES) {
    const found = db.prepare(`SELECT name, type, "notnull", pk FROM pragma_table_info(?)`).all(name);
    const own = found.filter((column) => !COUNTERS.some((counter) => counter.name === column["name"]));
    const known = columnsOf(TABLES[name]).map((column) => [column.name, column.type === "int" ? "INTEGER" : "TEXT"]);
    expect([name, ...own.map((column) => [column["name"], column["type"]])]).toEqual([name, ...known]);
    const nullable = own.filter((column) => column["notnull"] === 0 && column["pk"] === 0);
    const optional = TABLES[name].columns.filter((column) => !column.required);
    expect([name, ...nullable.map((column) => column["name"])]).toEqual([
      name,
      ...optional.map((column) => column.name),
    ]);
  }
  db.close();
});
