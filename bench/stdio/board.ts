// A board that is worked on: texts of the usual length, parents, blockers, comments, tickets that have come some way.

import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket, type CreateInput } from "../../src/app/tickets/create.ts";
import { handoff, type HandoffInput } from "../../src/app/tickets/handoff.ts";
import type { App, Caller } from "../../src/app/app.ts";
import { isRefusal, type Refusal } from "../../src/engine/refusal.ts";
import { tell } from "../../src/engine/surfaces/tell.ts";
import { openBoard } from "../../src/store/open.ts";
import { agent, appOn, person } from "../../test/support/processes/app.ts";

const TITLE = "The export leaves out what was archived";
const BODY = Array.from(
  { length: 8 },
  (_, line) => `${line + 1}. What was seen, where, and what should have been there instead of it, in a sentence.`,
).join("\n");

/** Not durable: it only prepares. */
export async function onBoard<T>(file: string, use: (app: App) => Promise<T>): Promise<T> {
  const board = await openBoard({ database: file, synchronous: "OFF" });
  try {
    return await use(appOn(board));
  } finally {
    await board.close();
  }
}

/** Of every ten tickets three are children, one is blocked, four were talked about, and three have left the start. */
export async function fillBoard(app: App, tickets: number): Promise<void> {
  for (let made = 0; made < tickets; made++) {
    const [ten, one] = [made - (made % 10), made % 10];
    const parent = one >= 1 && one <= 3 ? { parent: String(ten + 1) } : {};
    const blockedBy = one === 5 ? { blockedBy: [String(made)] } : {};
    const key = await newTicket(app, { priority: `P${made % 4}`, estimate: "S", ...parent, ...blockedBy });
    const said = one === 1 || one === 4 || one === 6 || one === 8 ? 2 : 0;
    for (let comment = 0; comment < said; comment++) {
      accepted(await addComment(app, person, { key, body: `${BODY.slice(0, 300)} (${comment})` }));
    }
    if (one >= 6 && one <= 8) await move(app, person, { key, toState: "Research Needed", reason: "Nobody knows why." });
    if (one !== 8) continue;
    await move(app, agent("filler"), { key, command: "research", intent: "lock", reason: "To find out." });
    await move(app, agent("filler"), { key, command: "research", intent: "complete", reason: "It was the filter." });
  }
}

export async function newTicket(app: App, fields: Omit<CreateInput, "title" | "body"> = {}): Promise<string> {
  return String(accepted(await createTicket(app, person, { title: TITLE, body: BODY, ...fields })).number);
}

async function move(app: App, caller: Caller, input: HandoffInput): Promise<void> {
  accepted(await handoff(app, caller, input));
}

function accepted<T extends object>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  return answer;
}
