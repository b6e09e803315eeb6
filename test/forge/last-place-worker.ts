// One of many that hand work in at the same moment, where there is room for one: it decides, and writes when all have decided.

import { handoff } from "../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import type { Workflow } from "../../src/engine/workflow/format.ts";
import { openStore, withCommit } from "../support/processes/app.ts";
import { say, setupOf, told } from "../support/processes/child.ts";
import { agent, appOn, START } from "../support/worlds/world.ts";

export interface LastPlace {
  readonly database: string;
  readonly name: string;
  readonly workflow: Workflow;
  readonly key: string;
  readonly commit: string;
}

const { database, name, workflow, key, commit } = setupOf() as LastPlace;
const store = await openStore({ database }, { clock: () => START });
const go = told<string>();
let hasDecided = false;
const board = withCommit(store, async (plan) => {
  if (!hasDecided) {
    hasDecided = true;
    await say("decided");
    await go();
  }
  return store.commit(plan);
});
const app = appOn(board, { machine: compile(workflow) });
const answer = await handoff(app, agent(name), { key, command: "impl", intent: "complete", commit, reason: "racing" });
await say(isRefusal(answer) ? answer.code : "accepted");
await store.close();
process.disconnect();
