// Fleets for as long as somebody wants: boards of 40 tickets, one after the other, each by a seed of its own.
//   npm run fleet                                  one on each board
//   npm run fleet -- --times 20 --only sqlite      more of them, on some boards, by name
//   npm run fleet -- --seed 7                      the same choices as before

import { parseArgs } from "node:util";
import { BOARDS, openBoardOf, type BoardName } from "./boards.ts";
import { Fleet } from "./fleet.ts";
import { breachesOn, Clerk, makeCrowd, TASKS } from "./stage.ts";

const { values } = parseArgs({
  options: {
    times: { type: "string", default: "1" },
    only: { type: "string", default: BOARDS.join() },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    tickets: { type: "string", default: "40" },
  },
});

let broken = 0;
for (let time = 0; time < Number(values.times); time++) {
  for (const name of BOARDS.filter((one) => values.only.split(",").includes(one))) {
    const seed = Number(values.seed) + time;
    const found = await runFleet(name, seed).catch((error: unknown) => [String(error)]);
    broken += found.length;
    for (const breach of found) console.log(`${name}, seed ${seed}: ${breach}`);
  }
}
console.log(broken === 0 ? "No breach." : `${broken} breaches.`);
// A database that a test server was started for ends with this process.
process.exit(broken === 0 ? 0 : 1);

async function runFleet(name: BoardName, seed: number): Promise<readonly string[]> {
  const board = await openBoardOf(name);
  const clerk = await Clerk.open(board);
  const fleet = new Fleet(board, seed);
  try {
    const tasks = Object.values(TASKS).map((task) => task(clerk.make, clerk.triage));
    const asked = (await Promise.all(tasks)).flat();
    await fleet.bringToTheEnd([...asked, ...(await makeCrowd(clerk.make, Number(values.tickets), seed))]);
    console.log(`${name}, seed ${seed}: ${fleet.log.toString()}`);
    return await breachesOn(board);
  } finally {
    await fleet.leave();
    await clerk.leave();
    await board.close();
  }
}
