// Does anything cost more because much has happened before?

import { join } from "node:path";
import { measure } from "../../src/app/stats.ts";
import { viewTicket } from "../../src/app/view.ts";
import { done, inFolder, makeBoard, openBenchApp, type BenchApp } from "../boards/bench-app.ts";
import { fillLedger } from "../boards/fill-ledger.ts";
import { fillTickets } from "../boards/fill.ts";
import type { Size } from "../row.ts";
import type { Plot } from "./curves.ts";
import { sampleByTurns, type Asked } from "./sample.ts";
import { handoffs } from "./tickets.ts";

const TICKETS = 1_000;
const FEED = 100;
/** Each with ten rows of the newest thousand. */
const BUSY = Array.from({ length: 100 }, (_, index) => String(400 + index));

export async function growLedger(size: Size): Promise<Plot> {
  const sizes = size === "full" ? [1_000, 10_000, 100_000, 1_000_000] : [1_000, 3_000];
  const curves = await inFolder(async (folder) => {
    const boards: BenchApp[] = [];
    for (const rows of sizes) {
      const file = join(folder, `${rows}.db`);
      await makeBoard(file);
      fillTickets(file, TICKETS);
      fillLedger(file, rows, BUSY);
      boards.push(await openBenchApp(file));
    }
    try {
      const effort = size === "full" ? { rounds: 40, batch: 5 } : { rounds: 2, batch: 2 };
      return await sampleByTurns(
        effort,
        boards.map((board, index) => ({ x: sizes[index] ?? 0, ask: questions(board) })),
      );
    } finally {
      for (const { board } of boards) await board.close();
    }
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
    "newest 100 rows": async () => board.ledger((await board.head()).seq - FEED, FEED),
    "figures of a day": () => measure(app, { days: 1 }),
  };
}
