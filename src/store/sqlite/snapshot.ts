// A connection of its own for a long look: in WAL mode it neither waits for writers nor holds them up.

import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Reader, Row } from "../driver.ts";
import { patiently } from "./retry.ts";

export async function readSnapshot<T>(
  file: string,
  patience: number | undefined,
  use: (reader: Reader) => Promise<T>,
): Promise<T> {
  const db = await patiently(file, () => new DatabaseSync(file, { readOnly: true }), patience);
  try {
    const statements = new Map<string, StatementSync>();
    const prepared = (sql: string): StatementSync => {
      const statement = statements.get(sql) ?? db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    };
    db.exec("BEGIN");
    return await use({
      all: (sql, params) => patiently(file, () => prepared(sql).all(...params) as Row[], patience),
    });
  } finally {
    db.close();
  }
}
