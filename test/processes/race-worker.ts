// One of many that try to lock the same ticket at the same moment.

import { handoff } from "../../src/app/handoff.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import { agent, appOn, openStore, withCommit, type Setup } from "./app.ts";
import { say, setupOf, told } from "./child.ts";
import type { Orders, Result } from "./race.ts";

const setup = setupOf() as Setup;
const store = await openStore(setup);
const nextOrder = told<Orders>();
let stale = 0;
let meets = false;

/** Where asked, waits between deciding and writing until all the others have decided too. */
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
for (;;) {
  const order = await nextOrder();
  if (order.type === "end") break;
  if (order.type !== "lock") continue;
  meets = order.meet;
  await say({ type: "result", ...(await tryToLock(order.key)) });
}
await store.close();
process.disconnect();

async function tryToLock(key: string): Promise<Result> {
  stale = 0;
  const input = { key, command: "research", intent: "lock", reason: "racing" };
  try {
    const answer = await handoff(appOn(board), agent(setup.name), input);
    if (isRefusal(answer)) return { won: null, refused: answer.code, error: null, stale };
    return {
      won: { token: answer.claim?.token ?? "", fence: answer.claim?.fence ?? 0 },
      refused: null,
      error: null,
      stale,
    };
  } catch (error) {
    return { won: null, refused: null, error: String(error), stale };
  }
}
