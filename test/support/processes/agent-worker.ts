// An agent in a process of its own: does what it is told, one thing after the other, and says what came of it.

import type { App } from "../../../src/app/app.ts";
import { createTicket, type CreateInput } from "../../../src/app/tickets/create.ts";
import { handoff, type HandoffAnswer, type HandoffInput } from "../../../src/app/tickets/handoff.ts";
import { isRefusal, type Refusal } from "../../../src/engine/refusal.ts";
import { agent, appOn, codeOf, openStore, withCommit, type Setup } from "./app.ts";
import { say, setupOf, told } from "./child.ts";

export type Task =
  | { readonly do: "create"; readonly input: CreateInput; readonly times?: number }
  | { readonly do: "handoff"; readonly input: HandoffInput }
  /** Says "decided" before it writes, and goes on when it is told "go". */
  | { readonly do: "handoff slowly"; readonly input: HandoffInput }
  /** Tries until the one who holds the ticket holds it no more. */
  | { readonly do: "wait for"; readonly input: HandoffInput; readonly holder: string }
  | { readonly do: "go" }
  | { readonly do: "end" };

export interface Told {
  readonly answer?: HandoffAnswer;
  readonly refusal?: Refusal;
  readonly error?: { readonly code: string; readonly message: string };
}

const setup = setupOf() as Setup;
const store = await openStore(setup, setup.patienceMs === undefined ? {} : { patienceMs: setup.patienceMs });
const nextTask = told<Task>();
const caller = agent(setup.name);
const app = appOn(store, setup.leaseSeconds);
const slow = appOn(
  withCommit(store, async (plan) => {
    await say("decided");
    await nextTask();
    return store.commit(plan);
  }),
  setup.leaseSeconds,
);

await say("ready");
for (;;) {
  const task = await nextTask();
  if (task.do === "end") break;
  try {
    await say(toldOf(await carryOut(task)));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await say({ error: { code: codeOf(error), message } } satisfies Told);
  }
}
await store.close();
process.disconnect();

function carryOut(task: Exclude<Task, { do: "end" }>): Promise<object> {
  switch (task.do) {
    case "create":
      return createSeveral(task.input, task.times ?? 1);
    case "handoff":
      return handoff(app, caller, task.input);
    case "handoff slowly":
      return handoff(slow, caller, task.input);
    case "wait for":
      return waitFor(app, task.input, task.holder);
    case "go":
      return Promise.reject(new Error("nothing waits"));
  }
}

/** The answer to the last, or to the first that was refused. */
async function createSeveral(input: CreateInput, times: number): Promise<object> {
  let answer: object = {};
  for (let made = 0; made < times && !isRefusal(answer); made++) answer = await createTicket(app, caller, input);
  return answer;
}

async function waitFor(on: App, input: HandoffInput, holder: string): Promise<object> {
  for (;;) {
    const answer = await handoff(on, caller, input);
    if (!isRefusal(answer) || answer.code !== "claim_conflict" || answer.facts["holder"] !== holder) return answer;
  }
}

function toldOf(answer: object): Told {
  return isRefusal(answer) ? { refusal: answer } : { answer: answer as HandoffAnswer };
}
