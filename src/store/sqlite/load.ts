// Filling an empty file: one long transaction on a connection of its own, so that nothing else can get into it.

import { DatabaseSync } from "node:sqlite";
import type { Loader } from "../driver.ts";
import { notEmpty } from "../errors.ts";
import { PlanWriter } from "./commit.ts";
import { explainFailure } from "./failures.ts";
import { patiently } from "./retry.ts";

export async function loadFile(
  file: string,
  known: number,
  patience: number | undefined,
  fill: (loader: Loader) => Promise<void>,
): Promise<void> {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    await patiently(file, () => db.exec("BEGIN IMMEDIATE"), { ms: patience });
    const writer = new PlanWriter(db, Date.now, known);
    writer.checkSchema();
    const rows = Number(db.prepare("SELECT seq FROM head").get()?.["seq"]);
    if (rows > 0) throw notEmpty(rows);
    await fill({
      append: async (batch) => writer.append(batch),
      record: async (requests) => requests.forEach((request) => writer.record(request)),
    });
    db.exec("COMMIT");
  } catch (error) {
    throw explainFailure(file, error);
  } finally {
    // What was not committed is gone with the connection.
    db.close();
  }
}
