// One of many that hand work in at the same moment, where there is room for a few.

import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { agent, appOn, openStore, type Setup } from "../../support/processes/app.ts";
import { say, setupOf, told } from "../../support/processes/child.ts";
import { meetBefore } from "./meeting.ts";
import { withRoom, type Orders, type Result } from "./room.ts";

const setup = setupOf() as Setup;
const store = await openStore(setup);
const nextOrder = told<Orders>();
const { board, meet, takeStale } = meetBefore(store, nextOrder);

await say({ type: "ready" });
for (;;) {
  const order = await nextOrder();
  if (order.type === "end") break;
  if (order.type !== "submit") continue;
  meet();
  await say(await submit(order.key));
}
await store.close();
process.disconnect();

async function submit(key: string): Promise<Result> {
  const input = { key, command: "impl", intent: "complete", reason: "racing" };
  try {
    const answer = await handoff(withRoom(appOn(board)), agent(setup.name), input);
    const refused = isRefusal(answer) ? answer.code : null;
    return { entered: refused === null, refused, error: null, stale: takeStale() };
  } catch (error) {
    return { entered: false, refused: null, error: String(error), stale: takeStale() };
  }
}
