// A board of 5,000 tickets, and what a browser makes of it.

import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { openBoard } from "../../../src/store/open.ts";
import { appOn, maria } from "../../support/worlds/world.ts";

export const TICKETS = 5000;
/** One of the first that were closed. */
export const NEEDLE = 10;
/** They are spread over the line as on a board in use: half is not begun, a tenth is closed. */
const STATES = ["Backlog", "Backlog", "Backlog", "Backlog", "Backlog", "Research Needed", "Ready for Plan"];
const CLOSED_EVERY = 10;
const FILLER = "It was seen at the till, and the log of that day says the same. ".repeat(4);

export async function fillLargeBoard(database: string): Promise<void> {
  const board = await openBoard({ database, synchronous: "OFF" });
  const app = appOn(board);
  for (let number = 1; number <= TICKETS; number++) {
    const priority = `P${number % 4}`;
    const title = number === NEEDLE ? "The needle" : `Ticket ${number} of many`;
    await createTicket(app, maria, {
      title,
      priority,
      estimate: "S",
      body: `What ticket ${number} is about. ${FILLER}`,
    });
    if (number % 2 === 0) await addComment(app, maria, { key: String(number), body: `Remark on ${number}. ${FILLER}` });
    const toState = number % CLOSED_EVERY === 0 ? "Done" : STATES[number % STATES.length];
    if (toState !== undefined && toState !== "Backlog")
      await handoff(app, maria, { key: String(number), toState, reason: "Go" });
  }
  await board.close();
}

/** The compressed sizes of all scripts that the page loads from now on. */
export function watchScripts(page: Page): { readonly sizes: () => Promise<readonly number[]> } {
  const scripts: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) scripts.push(response.body());
  });
  return { sizes: async () => (await Promise.all(scripts)).map((script) => gzipSync(script).length) };
}

/** Milliseconds that 95 % of frames take at most while a column is scrolled. */
export async function scrollFrames(page: Page): Promise<number> {
  const times = await page.evaluate(`(async () => {
    const column = document.querySelector('[data-column="Intake"]');
    const next = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times = [];
    for (let last = await next(); times.length < 120; ) {
      column.scrollTop += 120;
      const now = await next();
      times.push(now - last);
      last = now;
    }
    return times.sort((a, b) => a - b)[113];
  })()`);
  return Number(times);
}
