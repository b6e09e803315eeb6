// Fleets of agents at work on every board by the calls of the shipped skills alone. `npm run fleet` has larger ones.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BOARDS, openBoardOf, type FleetBoard } from "./boards.ts";
import { Fleet } from "./fleet.ts";
import { breachesOn, Clerk, makeCrowd, TASKS } from "./stage.ts";

const TERMINAL = new Set(["Done", "Canceled"]);
/** `npm run fleet` has 40 on each; on GitHub each call is several requests. */
const CROWDS = { sqlite: 40, postgres: 20, github: 8 } as const;

describe.each(BOARDS)("a fleet of agents on %s, a third of which is killed", (name) => {
  const seed = Number(process.env["FLEET_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  let board: FleetBoard;
  let clerk: Clerk;
  let fleet: Fleet;

  beforeAll(async () => {
    board = await openBoardOf(name);
    clerk = await Clerk.open(board);
    fleet = new Fleet(board, seed);
    process.stdout.write(`fleet on ${name}: seed ${seed}\n`);
  });
  afterAll(async () => {
    await fleet.leave();
    await clerk.leave();
    await board.close();
  });

  it.each(Object.entries(TASKS))("brings %s to its end", async (_, task) => {
    await fleet.bringToTheEnd(await task(clerk.make, clerk.triage));
  });

  it("brings a board of tickets with blockers to its end", async () => {
    await fleet.bringToTheEnd(await makeCrowd(clerk.make, CROWDS[name], seed));
  });

  it("needs a person at the gates and nowhere else, and keeps every rule", async () => {
    process.stdout.write(`fleet on ${name}: ${fleet.log.toString()}\n`);
    const states = await board.states();
    for (const number of states.keys()) {
      const { state, claim } = await clerk.read(number);
      expect([number, TERMINAL.has(String(state)), claim]).toEqual([number, true, null]);
    }
    expect(fleet.log.of("answered by a person")).toBe(fleet.log.of("escalated"));
    expect(await breachesOn(board)).toEqual([]);
  });
});
