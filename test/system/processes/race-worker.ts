// One of many that try to lock the same ticket at the same moment.

import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { agent, appOn, openStore, type Setup } from "../../support/processes/app.ts";
import { say, setupOf, told } from "../../support/processes/child.ts";
import { meetBefore } from "./meeting.ts";
import type { Orders, Result } from "./race.ts";

const setup = setupOf() as Setup;
const store = await openStore(setup);
const nextOrder = told<Orders>();
const { board, meet, takeStale } = meetBefore(store, nextOrder);

await say({ type: "ready" });
for (;;) {
  const order = await nextOrder();
  if (order.type === "end") break;
  if (order.type !== "lock") continue;
  if (order.meet) meet();
  await say({ type: "result", ...(await tryToLock(order.key)) });
}
await store.close();
process.disconnect();

async function tryToLock(key: string): Promise<Result> {
  const input = { key, command: "research", intent: "lock", reason: "racing" };
  try {
    const answer = await handoff(appOn(board), agent(setup.name), input);
    if (isRefusal(answer)) return { won: null, refused: answer.code, error: null, stale: takeStale() };
    return {
      won: { token: answer.claim?.token ?? "", fence: answer.claim?.fence ?? 0 },
      refused: null,
      error: null,
      stale: takeStale(),
    };
  } catch (error) {
    return { won: null, refused: null, error: String(error), stale: takeStale() };
  }
}
