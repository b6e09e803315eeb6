// A connection of its own for a long look: in WAL mode it neither waits for writers nor holds them up.

import { DatabaseSync } from "node:sqlite";
import type { Reader } from "../driver.ts";
import { patiently } from "./retry.ts";
import { Statements } from "./statements.ts";

export async function readSnapshot<T>(
  file: string,
  patience: number | undefined,
  use: (reader: Reader) => Promise<T>,
): Promise<T> {
  const db = await patiently(file, () => new DatabaseSync(file, { readOnly: true }), { ms: patience });
  try {
    const statements = new Statements(db);
    db.exec("BEGIN");
    return await use({
      read: (select, params) => patiently(file, () => statements.read(select, params), { ms: patience }),
      all: (sql, params) => patiently(file, () => statements.all(sql, params), { ms: patience }),
    });
  } finally {
    db.close();
  }
}
