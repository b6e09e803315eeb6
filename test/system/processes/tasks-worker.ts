// One of several agents who complete tasks of one batch at the same moment.

import { updateTaskStatus } from "../../../src/app/runs/update-task-status.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { agent, appOn, openStore, type Setup } from "../../support/processes/app.ts";
import { say, setupOf, told } from "../../support/processes/child.ts";
import { meetBefore } from "./meeting.ts";
import type { TaskOrder, TaskResult } from "./tasks.ts";

const setup = setupOf() as Setup;
const store = await openStore(setup);
const nextOrder = told<TaskOrder>();
const { board, meet, takeStale } = meetBefore(store, nextOrder);

await say({ type: "ready" });
for (;;) {
  const order = await nextOrder();
  if (order.type === "end") break;
  meet();
  const problem = await complete(order);
  await say({ problem, stale: takeStale() } satisfies TaskResult);
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
