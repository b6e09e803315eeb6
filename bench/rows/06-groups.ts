// A group costs what the group is large, and not what the board is.

import { join } from "node:path";
import { checkConvergence, detectPosition } from "../../src/app/groups/position.ts";
import { done, inFolder, makeBoard, openBenchApp, type BenchApp } from "../boards/bench-app.ts";
import { timedEach } from "../boards/each.ts";
import { addGroup, CONVERGED_STATE, fillTickets } from "../boards/fill.ts";
import { byTurns } from "../by-turns.ts";
import { atMostTimes, type Finding } from "../finding.ts";
import type { Row } from "../row.ts";
import type { Actor } from "../../src/engine/facts.ts";

const AGENT: Actor = { kind: "agent", identity: { connection: "bench", agent: null } };

const SMALL = 1_000;
const MEMBERS = 50;
const BATCH = 10;

export const groups: Row = {
  number: 6,
  awake: true,
  name: "groups",
  what: "position and convergence of a group of 50 on a board of 100,000",
  baseline: "the same on a board of 1,000",
  measure: async (size) => {
    const [large, rounds] = size === "full" ? [100_000, 40] : [5_000, 3];
    return inFolder(async (folder) => {
      const many = await boardOf(join(folder, "large.db"), large);
      const few = await boardOf(join(folder, "small.db"), SMALL);
      const compare = async (what: string, ask: (board: Asked) => Promise<unknown>): Promise<Finding> => {
        const taken = await byTurns(
          rounds,
          () => timedEach(BATCH, () => ask(many)),
          () => timedEach(BATCH, () => ask(few)),
          3,
        );
        return atMostTimes(2, { what, unit: "µs", ...taken });
      };
      try {
        return [await compare("detect position", position), await compare("check convergence", convergence)];
      } finally {
        await many.board.close();
        await few.board.close();
      }
    });
  },
};

interface Asked extends BenchApp {
  /** A member of the group. */
  readonly key: string;
}

async function boardOf(file: string, tickets: number): Promise<Asked> {
  await makeBoard(file);
  fillTickets(file, tickets);
  const [key = ""] = addGroup(file, MEMBERS);
  return { ...(await openBenchApp(file)), key };
}

async function position({ app, key }: Asked): Promise<void> {
  const { issues } = done(await detectPosition(app, AGENT, key));
  if (issues.length !== MEMBERS) throw new Error(`${issues.length} members, and not ${MEMBERS}`);
}

async function convergence({ app, key }: Asked): Promise<void> {
  const { converged } = done(await checkConvergence(app, key, CONVERGED_STATE));
  if (!converged) throw new Error("the group has not converged");
}
