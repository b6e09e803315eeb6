// Commits at a walk, then in a burst, and says when each commit was done.

import { setTimeout as sleep } from "node:timers/promises";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { appOn, openStore, person, researchable, type Setup } from "../../support/processes/app.ts";
import { say, setupOf, told } from "../../support/processes/child.ts";

export interface Commits {
  readonly walking: number;
  readonly burst: number;
}

/** Since the machine was started: the same clock for all processes. */
export interface Committed {
  readonly seq: number;
  readonly at: number;
}

const LONGEST_PAUSE_MS = 30;
const store = await openStore(setupOf() as Setup);
const app = appOn(store);
const nextOrder = told<Commits>();
const key = await researchable(app);
await say("ready");
const { walking, burst } = await nextOrder();
const done: Committed[] = [];
for (let count = 0; count < walking + burst; count++) {
  const toState = count % 2 === 0 ? "Ready for Plan" : "Human Needed";
  const answer = await handoff(app, person, {
    key,
    toState: count === 0 ? "Human Needed" : toState,
    reason: "to be heard",
  });
  if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  done.push({ seq: answer.event ?? 0, at: Number(process.hrtime.bigint() / 1000n) / 1000 });
  if (count < walking) await sleep(Math.random() * LONGEST_PAUSE_MS);
}
await say(done);
await store.close();
process.disconnect();
