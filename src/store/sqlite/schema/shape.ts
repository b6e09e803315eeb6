// Whether the file has every table, index, trigger and view that the migrations make, as they make them.

import { DatabaseSync } from "node:sqlite";
import { MIGRATIONS } from "../../migrations/list.ts";

const SHAPE = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name";

export function missingFromFile(db: DatabaseSync): readonly string[] {
  const model = new DatabaseSync(":memory:");
  try {
    for (const { sqlite } of MIGRATIONS) model.exec(sqlite);
    const there = new Set(linesOf(db));
    return linesOf(model)
      .filter((line) => !there.has(line))
      .map((line) => line.split("\n")[0] ?? line);
  } finally {
    model.close();
  }
}

function linesOf(db: DatabaseSync): readonly string[] {
  return db
    .prepare(SHAPE)
    .all()
    .map(({ type, name, sql }) => `${String(type)} ${String(name)}\n${String(sql)}`);
}
