// Writes without end, and says each acknowledged answer on its standard output before it goes on, until it is killed.

import { writeSync } from "node:fs";
import { advanceChildren } from "../../../src/app/tickets/advance.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { appOn, openStore, person, type Setup } from "../../support/processes/app.ts";

/** What somebody was told: the ledger must hold it for ever. */
export interface Acknowledged {
  readonly kind: "create" | "move" | "refuse" | "propagate";
  /** null where the answer names none. */
  readonly seq: number | null;
  readonly key: string;
  readonly from: string | null;
  readonly to: string | null;
}

const AT_ONCE = 4;
const CHILDREN = 3;
const setup = JSON.parse(process.argv[2] ?? "null") as Setup;
acknowledge("opening");
const store = await openStore(setup);
const app = appOn(store);
acknowledge("open");
// Several at a time: what is written together must be there together, or not at all.
await Promise.all(Array.from({ length: AT_ONCE }, families));

async function families(): Promise<never> {
  for (;;) await family();
}

/** A parent and its children, moved about: some of it in steps that write several rows. */
async function family(): Promise<void> {
  const parent = await create({ title: "Parent" });
  const children: string[] = [];
  for (let made = 0; made < CHILDREN; made++) {
    const last = children.at(-1);
    children.push(await create({ title: "Child", parent, ...(last === undefined ? {} : { blockedBy: [last] }) }));
  }
  await move(parent, "Research Needed");
  await advance(parent, "Research Needed");
  for (const child of children) {
    await move(child, "Done");
    await move(child, "Ready for Plan");
  }
}

async function create(input: Parameters<typeof createTicket>[2]): Promise<string> {
  const answer = await createTicket(app, person, input);
  if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  const key = String(answer.number);
  acknowledge({ kind: "create", seq: answer.event, key, from: null, to: answer.state });
  return key;
}

async function move(key: string, toState: string): Promise<void> {
  const answer = await handoff(app, person, { key, toState, reason: "to be killed" });
  if (isRefusal(answer)) acknowledge({ kind: "refuse", seq: null, key, from: null, to: toState });
  else acknowledge({ kind: "move", seq: answer.event, key, from: answer.previousState, to: answer.newState });
}

async function advance(key: string, targetState: string): Promise<void> {
  const answer = await advanceChildren(app, person, { key, targetState });
  if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  for (const { number, fromState, toState } of answer.advanced) {
    acknowledge({ kind: "propagate", seq: null, key: String(number), from: fromState, to: toState });
  }
}

function acknowledge(what: Acknowledged | "opening" | "open"): void {
  writeSync(1, `${JSON.stringify(what)}\n`);
}
