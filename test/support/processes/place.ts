// A fresh store for one test, on either engine.

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dropBoard, freshBoard, sharedPostgres, startPostgres, type TestPostgres } from "../postgres.ts";

export const ENGINES = ["sqlite", "postgres"] as const;
export type Engine = (typeof ENGINES)[number];

/** What a process needs to know to open it. */
export interface Address {
  readonly database: string;
  readonly board?: string;
}

export interface Place {
  readonly address: Address;
  /** For whatever else a test wants to write. */
  readonly folder: string;
  remove(): Promise<void>;
}

export async function freshPlace(engine: Engine): Promise<Place> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "signalbox-processes-"));
  return engine === "sqlite" ? freshFile(folder) : freshSchema(folder);
}

function freshFile(folder: string): Place {
  return {
    address: { database: join(folder, "board.db") },
    folder,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function freshSchema(folder: string): Promise<Place> {
  // A script has no test run around it that shares a server: it gets one of its own, which waits for the disk.
  const own: TestPostgres | null = inTestRun() ? null : await startPostgres({ durable: true });
  const database = own?.url ?? (await sharedPostgres());
  const board = freshBoard();
  return {
    address: { database, board },
    folder,
    async remove() {
      await (own ? own.stop() : dropBoard(database, board));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function inTestRun(): boolean {
  return process.env["SIGNALBOX_TEST_POSTGRES_DOOR"] !== undefined;
}
