// One of several agents who complete tasks of one batch at the same moment.

import { updateTaskStatus } from "../../src/app/update-task-status.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import { agent, appOn, openStore, withCommit, type Setup } from "./app.ts";
import { say, setupOf, told } from "./child.ts";
import type { TaskOrder, TaskResult } from "./tasks.ts";

const setup = setupOf() as Setup;
const store = await openStore(setup);
const nextOrder = told<TaskOrder>();
let stale = 0;
let meets = false;

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
for (;;) {
  const order = await nextOrder();
  if (order.type === "end") break;
  meets = true;
  stale = 0;
  const problem = await complete(order);
  await say({ problem, stale } satisfies TaskResult);
}
await store.close();
process.disconnect();

async function complete({ run, task }: TaskOrder): Promise<string | null> {
  try {
    const input = { ...run, task, status: "completed", requestId: task };
    const answer = await updateTaskStatus(appOn(board), agent(setup.name), input);
    return isRefusal(answer) ? answer.code : null;
  } catch (error) {
    return String(error);
  }
}
