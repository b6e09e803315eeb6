// Does work on one ticket cost more where there are more of them?

import { handoff } from "../../src/app/tickets/handoff.ts";
import { listTickets } from "../../src/app/tickets/list.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { detectPosition } from "../../src/app/groups/position.ts";
import { viewTicket } from "../../src/app/tickets/view.ts";
import { agent, person } from "../../test/support/processes/app.ts";
import { done, type BenchApp } from "../boards/bench-app.ts";
import { fillTickets, PICKED_STATE } from "../boards/fill.ts";
import type { Size } from "../row.ts";
import { curvesOver } from "./boards.ts";
import type { Plot } from "./curves.ts";
import type { Asked } from "./sample.ts";

/** Blocked, and one of ten children. */
const MEMBER = "207";
const CHILDREN = 10;
/** Neither in a family nor blocked. */
const FREE = ["211", "231", "251", "271", "291"];

export async function growTickets(size: Size): Promise<Plot> {
  const curves = await curvesOver({
    sizes: size === "full" ? [1_000, 10_000, 100_000, 1_000_000] : [1_000, 3_000],
    fill: fillTickets,
    questions,
    effort: size === "full" ? { rounds: 40, batch: 10 } : { rounds: 2, batch: 2 },
  });
  return {
    name: "tickets",
    title: "Cost against the number of tickets",
    how: "Verbs in one process, SQLite, no waiting for the disk; of 200 tickets the best is blocked.",
    x: "tickets on the board",
    panels: [{ y: "time for one call", scale: "log", unit: "µs", curves }],
  };
}

function questions({ app }: BenchApp): Asked["ask"] {
  const send = handoffs(app);
  return {
    handoff: send,
    pick: async () => done(await pickIssue(app, agent("bench"), { workflowState: PICKED_STATE })),
    "get ticket": async () => done(await viewTicket(app, MEMBER)),
    "list, first 50": async () => done(await listTickets(app, {})),
    "position of 10": async () => {
      const { issues } = done(await detectPosition(app, MEMBER));
      if (issues.length !== CHILDREN) throw new Error(`${issues.length} members, and not ${CHILDREN}`);
    },
  };
}

/** There and back, on one ticket after the other. */
export function handoffs(app: BenchApp["app"]): () => Promise<unknown> {
  let count = 0;
  return async () => {
    const key = FREE[Math.floor(count / 2) % FREE.length] ?? "";
    const toState = count % 2 === 0 ? "Human Needed" : PICKED_STATE;
    count++;
    return done(await handoff(app, person, { key, toState, reason: "The reporter has answered." }));
  };
}
