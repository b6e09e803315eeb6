// Does anything cost more because much has happened before?

import { readStats } from "../../src/app/measures/stats.ts";
import { viewTicket } from "../../src/app/tickets/view.ts";
import { done, type BenchApp } from "../boards/bench-app.ts";
import { fillLedger } from "../boards/fill-ledger.ts";
import { fillTickets } from "../boards/fill.ts";
import type { Size } from "../row.ts";
import { curvesOver } from "./boards.ts";
import type { Plot } from "./curves.ts";
import type { Asked } from "./sample.ts";
import { handoffs } from "./tickets.ts";

const TICKETS = 1_000;
const FEED = 100;
/** Each with ten rows of the newest thousand. */
const BUSY = Array.from({ length: 100 }, (_, index) => String(400 + index));

export async function growLedger(size: Size): Promise<Plot> {
  const curves = await curvesOver({
    sizes: size === "full" ? [1_000, 10_000, 100_000, 1_000_000] : [1_000, 3_000],
    fill: (file, rows) => {
      fillTickets(file, TICKETS);
      fillLedger(file, rows, BUSY);
    },
    questions,
    effort: size === "full" ? { rounds: 40, batch: 5 } : { rounds: 2, batch: 2 },
  });
  return {
    name: "ledger",
    title: "Cost against the length of the ledger",
    how: "Verbs in one process, SQLite, no waiting for the disk; 1,000 tickets, 500 rows a day.",
    x: "rows in the ledger",
    panels: [{ y: "time for one call", scale: "log", unit: "µs", curves }],
  };
}

function questions({ app, board }: BenchApp): Asked["ask"] {
  return {
    handoff: handoffs(app),
    "get ticket": async () => done(await viewTicket(app, BUSY[50] ?? "")),
    "newest 100 rows": async () => board.ledger.after((await board.ledger.head()).seq - FEED, FEED),
    "figures of a day": () => readStats(app, { days: 1 }),
  };
}
