// A board in a file of its own.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openBoard } from "../../../src/store/open.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { appOn, START, type World } from "./world.ts";

export async function makeSqliteWorld(): Promise<World<StoreBoard>> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-contract-"));
  const file = join(folder, "board.db");
  let now = START;
  const board = await openBoard({ database: file, synchronous: "OFF", clock: () => now });
  return {
    board,
    app: appOn(board),
    advance: (ms) => {
      now += ms;
      return Promise.resolve();
    },
    dump: () => Promise.resolve(dump(file)),
    close: async () => {
      await board.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** By another connection, as another program sees it. */
export function dump(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return tables
      .map(({ name }) => {
        const rows = db.prepare(`SELECT * FROM "${String(name)}"`).all();
        return JSON.stringify([name, rows]);
      })
      .join("\n");
  } finally {
    db.close();
  }
}
