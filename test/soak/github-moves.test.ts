// What the checker of moves on GitHub takes for a move of ours that no ledger knows of, and what it does not.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { SqliteDriver } from "../../src/store/sqlite/driver.ts";
import { hurriedClock } from "./github-clock.ts";
import { Moves } from "./github-moves.ts";
import { Site } from "./github-site.ts";
import { Notes } from "./notes.ts";

const LOGIN = "machine-1";

it("lets a card without a state be put at the beginning by a machine that has not made it", async () => {
  expect(await breachesOf(null, "Backlog")).toEqual([]);
});

it("finds a state that was written elsewhere, or over another, and that the ledger does not know of", async () => {
  const unknown = expect.stringMatching(/written 1 times, for 0 moves in the ledger/);
  expect(await breachesOf(null, "In Progress")).toEqual([unknown]);
  expect(await breachesOf("In Progress", "Backlog")).toEqual([unknown]);
});

/** Of one write of a machine whose ledger is empty. */
async function breachesOf(from: string | null, to: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-moves-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = join(folder, "board.db");
  const driver = await SqliteDriver.open({ file: database });
  await driver.close();
  const clock = hurriedClock(1);
  const site = new Site({ now: clock.now, states: ["Backlog", "In Progress"], tokens: {}, plant: null });
  const notes = new Notes(() => undefined);
  const machine = { login: LOGIN, database, env: {} };
  const moves = new Moves(site, [machine], { start: "Backlog", edges: [] }, clock, notes);
  moves.changed({ at: clock.now(), number: 1, move: { from, to, by: LOGIN }, comments: [] });
  await moves.finish([machine]);
  return notes.breaches;
}
