// Makes tickets, several at a time. Of every second one the answer gets lost, so that it asks again by the same name.

import { createTicket, type CreateAnswer } from "../../../src/app/tickets/create.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { agent, appOn, openStore, withCommit, type Setup } from "../../support/processes/app.ts";
import { say, setupOf, told } from "../../support/processes/child.ts";

export interface CreatesOrders {
  readonly times: number;
  /** How many are under way at the same time. */
  readonly atOnce: number;
  /** A ticket that all of these are children of; absent: they have no parent. */
  readonly parent?: string;
}

export interface CreatesReport {
  readonly made: readonly Made[];
  readonly errors: readonly string[];
  /** How often a create had to be decided again. */
  readonly stale: number;
}

export interface Made {
  readonly title: string;
  readonly number: number;
  readonly event: number | null;
  readonly repeated: boolean;
}

class Lost extends Error {}

const { name, ...setup } = setupOf() as Setup;
const store = await openStore(setup);
const nextOrder = told<CreatesOrders>();
let stale = 0;
const counting = withCommit(store, async (plan) => {
  const outcome = await store.commit(plan);
  if (outcome.kind === "stale") stale++;
  return outcome;
});
const app = appOn(counting);
const deaf = appOn(
  withCommit(store, async (plan) => {
    const outcome = await counting.commit(plan);
    if (outcome.kind === "done") throw new Lost("the answer got lost");
    return outcome;
  }),
);

await say("ready");
const { times, atOnce, parent } = await nextOrder();
const made: Made[] = [];
const errors: string[] = [];
let next = 0;
await Promise.all(Array.from({ length: atOnce }, work));
await say({ made, errors, stale } satisfies CreatesReport);
await store.close();
process.disconnect();

async function work(): Promise<void> {
  for (let mine = next++; mine < times; mine = next++) {
    const title = `${name}: ${mine}`;
    // On a busy machine a hundred take their time: those who wait should not think that this one hangs.
    if (mine % 10 === 9) await say("at work");
    try {
      const answer = mine % 2 === 0 ? await createTicket(app, agent(name), { title, parent }) : await insist(title);
      if (isRefusal(answer)) errors.push(`${title}: ${answer.code}`);
      else made.push({ title, number: answer.number, event: answer.event, repeated: "repeated" in answer });
    } catch (error) {
      errors.push(`${title}: ${String(error)}`);
    }
  }
}

/** The first answer gets lost on its way. */
async function insist(title: string): ReturnType<typeof createTicket> {
  const input = { title, parent, requestId: title };
  try {
    const heard: CreateAnswer | object = await createTicket(deaf, agent(name), input);
    throw new Error(`an answer came through: ${JSON.stringify(heard)}`);
  } catch (error) {
    if (!(error instanceof Lost)) throw error;
  }
  return createTicket(app, agent(name), input);
}
