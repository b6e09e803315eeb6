// One of several servers that end sessions at the same moment.

import { sweepSessions } from "../../src/app/sweep-sessions.ts";
import { appOn, openStore, withCommit, type Setup } from "./app.ts";
import { say, setupOf, told } from "./child.ts";
import { withoutGrace, type SweepResult } from "./sweep.ts";

const setup = setupOf() as Setup;
const store = await openStore(setup);
const nextOrder = told<{ readonly type: "sweep" | "go" }>();
let stale = 0;
let meets = true;

/** Waits between deciding and writing until all the others have decided too. */
const board = withCommit(store, async (plan) => {
  if (meets) {
    meets = false;
    await say({ type: "decided" });
    await nextOrder();
  }
  const outcome = await store.commit(plan);
  if (outcome.kind === "stale") stale++;
  return outcome;
});

await say({ type: "ready" });
await nextOrder();
const ended = await sweepSessions(withoutGrace(appOn(board)), setup.name);
await say({ ended, stale } satisfies SweepResult);
await store.close();
process.disconnect();
