// What a group costs by its size: position, convergence, and a decision that waits for the whole group.

import { join } from "node:path";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { checkConvergence, detectPosition } from "../../src/app/groups/position.ts";
import { agent } from "../../test/support/processes/app.ts";
import { done, inFolder, makeBoard, openBenchApp, type BenchApp } from "../boards/bench-app.ts";
import { addGroup, CONVERGED_STATE, fillTickets } from "../boards/fill.ts";
import type { Size } from "../row.ts";
import type { Plot } from "./curves.ts";
import { sampleByTurns, type Asked } from "./sample.ts";

const TICKETS = 1_000;

export async function growGroups(size: Size): Promise<Plot> {
  const sizes = size === "full" ? [1, 5, 10, 50, 100, 200, 500] : [1, 5];
  const curves = await inFolder(async (folder) => {
    const file = join(folder, "groups.db");
    await makeBoard(file);
    fillTickets(file, TICKETS);
    const groups = sizes.map((members) => addGroup(file, members));
    const bench = await openBenchApp(file);
    try {
      const effort = size === "full" ? { rounds: 30, batch: 3 } : { rounds: 2, batch: 1 };
      return await sampleByTurns(
        effort,
        groups.map((members) => ({ x: members.length, ask: questions(bench, members) })),
      );
    } finally {
      await bench.board.close();
    }
  });
  return {
    name: "groups",
    title: "Cost against the size of a group",
    how: "Verbs in one process, SQLite, on a board of 1,000 tickets; the guarded handoff is a dry run.",
    x: "tickets in the group",
    panels: [{ y: "time for one call", scale: "log", unit: "µs", curves }],
  };
}

function questions({ app }: BenchApp, members: readonly string[]): Asked["ask"] {
  const [key = ""] = members;
  return {
    position: async () => {
      const { issues } = done(await detectPosition(app, key));
      if (issues.length !== members.length) throw new Error(`${issues.length} members, and not ${members.length}`);
    },
    convergence: async () => {
      const { converged } = done(await checkConvergence(app, key, CONVERGED_STATE));
      if (!converged) throw new Error("the group has not converged");
    },
    "guarded handoff": async () => {
      const asked = { key, command: "plan", intent: "lock", reason: "All of it is researched.", dryRun: true };
      done(await handoff(app, agent("bench"), asked));
    },
  };
}
