// Tickets that say something: each with a text, every second with a comment, most with the reason of a move.

import type { App, Caller } from "../../src/app/app.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { done } from "./bench-app.ts";

const maria: Caller = { actor: { kind: "person", name: "Maria", override: true }, via: "bench" };
const STATES = ["Research Needed", "Ready for Plan", "Done", "Backlog"] as const;
const FILLER = "It was seen at the till, and the log of that day says the same. ".repeat(4);
/** Plans that wait go together. */
const AT_ONCE = 50;

/** Words that stand in one place of one ticket each. */
export const NEEDLES = { title: "gasket", body: "sprocket", comment: "derailleur", reason: "freewheel" } as const;

/** `count`: a multiple of 100. */
export async function fillTexts(app: App, count: number): Promise<void> {
  for (let from = 1; from <= count; from += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - from + 1) }, (_, index) => from + index);
    await Promise.all(numbers.map((number) => one(app, number, count / 100)));
  }
}

async function one(app: App, number: number, hundredth: number): Promise<void> {
  const [title, body, comment, reason] = [
    `Ticket ${number} of many${number === 11 * hundredth ? ` ${NEEDLES.title}` : ""}`,
    `What ticket ${number} is about. ${FILLER}${number === 12 * hundredth ? NEEDLES.body : ""}`,
    `Remark on ${number}. ${FILLER}${number === 24 * hundredth ? NEEDLES.comment : ""}`,
    number === 46 * hundredth ? `Because of the ${NEEDLES.reason}` : "As the next one in the queue",
  ];
  const key = String(done(await createTicket(app, maria, { title, body, priority: `P${number % 4}` })).number);
  if (number % 2 === 0) done(await addComment(app, maria, { key, body: comment }));
  const toState = STATES[number % STATES.length] ?? "Backlog";
  if (toState !== "Backlog") done(await handoff(app, maria, { key, toState, reason }));
}
