// One transaction on a connection of its own, begun with the file's lock: what is read in it stays so until it has ended.

import { DatabaseSync } from "node:sqlite";
import type { Alone } from "../driver.ts";
import { PlanWriter } from "./commit.ts";
import { explainFailure } from "./failures.ts";
import type { FileGuard } from "./file-guard.ts";
import { patiently } from "./retry.ts";
import { Statements } from "./statements.ts";

export interface AloneOptions {
  readonly file: string;
  /** The schema version that this process knows. */
  readonly known: number;
  readonly clock: () => number;
  readonly guard: FileGuard;
  readonly patienceMs: number | undefined;
}

export async function writeAlone<T>(options: AloneOptions, use: (store: Alone) => Promise<T>): Promise<T> {
  const { file, known, clock, guard, patienceMs } = options;
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    db.function("board_now", { directOnly: true }, clock);
    const statements = new Statements(db);
    const writer = new PlanWriter(db, clock, known, guard);
    await patiently(file, () => db.exec("BEGIN IMMEDIATE"), { ms: patienceMs });
    const result = await use({
      read: async (select, params) => statements.read(select, params),
      all: async (sql, params) => statements.all(sql, params),
      commit: async (plan) => writer.commitWithin(plan),
    });
    db.exec("COMMIT");
    return result;
  } catch (error) {
    throw explainFailure(file, error);
  } finally {
    // What was not committed is gone with the connection.
    db.close();
  }
}
