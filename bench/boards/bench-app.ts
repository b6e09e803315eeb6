// A board in a folder of its own, with the app on it as a server has it: the shipped workflow is in force, so that every
// plan checks that it still is.

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TICKET_PART } from "../../src/app/ports/workflows.ts";
import { takeForceAtStart, type Start } from "../../src/app/workflows/at-start.ts";
import type { App } from "../../src/app/app.ts";
import { isRefusal, type Refusal } from "../../src/engine/refusal.ts";
import { tell } from "../../src/engine/surfaces/tell.ts";
import type { StoreBoard } from "../../src/store/board.ts";
import { openBoard } from "../../src/store/open.ts";
import { hashWorkflow } from "../../src/workflows/hash.ts";
import { appOn } from "../../test/support/processes/app.ts";

export interface BenchApp {
  readonly app: App;
  readonly board: StoreBoard;
  readonly file: string;
}

export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "signalbox-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Before anything that a board is filled with. */
const LONG_AGO = Date.UTC(2020, 0, 1);

/** Without waiting for the disk: what is measured on it is our own cost. */
export async function openBenchApp(file: string, clock: () => number = Date.now): Promise<BenchApp> {
  const board = await openBoard({ database: file, synchronous: "OFF", clock });
  const bare = appOn(board);
  const { workflow } = bare.machine;
  const hash = hashWorkflow(workflow);
  const shipped: Start = { part: TICKET_PART, workflow, hash, chosen: false, replaces: new Set(), via: "bench" };
  await takeForceAtStart(bare, shipped);
  const versions = await board.workflows.versions();
  const app: App = { ...bare, force: { versions, reload: () => Promise.resolve(app), news: () => [] } };
  return { app, board, file };
}

/** An empty one, closed, so that it can be filled. */
export async function makeBoard(file: string): Promise<void> {
  await (await openBenchApp(file, () => LONG_AGO)).board.close();
}

/** What is refused would be measured as something very fast. */
export function done<T extends object>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  return answer;
}
