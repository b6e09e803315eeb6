// Picking reads the first rows of an index, however many tickets there are, and however many of the best are blocked.

import { join } from "node:path";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { agent } from "../../test/support/processes/app.ts";
import { done, inFolder, makeBoard, openBenchApp, type BenchApp } from "../boards/bench-app.ts";
import { timedEach } from "../boards/each.ts";
import { fillTickets, PICKED_STATE } from "../boards/fill.ts";
import { byTurns } from "../by-turns.ts";
import { atMostTimes } from "../finding.ts";
import type { Row } from "../row.ts";

const SMALL = 1_000;
const BATCH = 10;

export const pick: Row = {
  number: 5,
  awake: true,
  name: "pick",
  what: "the verb pick on 1,000,000 tickets, the 5,000 best of them blocked",
  baseline: "the same on 1,000 tickets",
  measure: async (size) => {
    const [large, rounds] = size === "full" ? [1_000_000, 40] : [20_000, 3];
    return inFolder(async (folder) => {
      const many = await boardOf(join(folder, "large.db"), large);
      const few = await boardOf(join(folder, "small.db"), SMALL);
      try {
        const taken = await byTurns(
          rounds,
          () => timedEach(BATCH, () => pickFrom(many)),
          () => timedEach(BATCH, () => pickFrom(few)),
          3,
        );
        const what = `pick on ${large.toLocaleString("en-US")} tickets`;
        return [atMostTimes(2, { what, unit: "µs", ...taken })];
      } finally {
        await many.board.close();
        await few.board.close();
      }
    });
  },
};

async function boardOf(file: string, tickets: number): Promise<BenchApp> {
  await makeBoard(file);
  fillTickets(file, tickets);
  return openBenchApp(file);
}

async function pickFrom({ app }: BenchApp): Promise<void> {
  const { found, alternatives } = done(await pickIssue(app, agent("bench"), { workflowState: PICKED_STATE }));
  // Fewer to choose from would be less to read.
  if (!found || alternatives !== 100) throw new Error(`${alternatives} alternatives, and not 100`);
}
