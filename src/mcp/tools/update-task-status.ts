import * as z from "zod";
import { updateTaskStatus } from "../../app/runs/update-task-status.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { changeOutput, RUN, RUN_CHANGES, runOf } from "../run-schemas.ts";
import { CURSOR, defineTool, word, WRITES } from "../tool.ts";

export const updateTaskStatusTool = defineTool({
  name: "update_task_status",
  toolset: "runs",
  title: "Set a task's status",
  description: "Tell how a task of the run stands. dropped needs a reason.",
  annotations: WRITES,
  input: z.strictObject({
    ...RUN,
    task: z.string(),
    status: word("statuses"),
    reason: z.string().optional(),
    ...RUN_CHANGES,
    ...CURSOR,
  }),
  output: z.object({
    task: z.string(),
    previous_status: z.string(),
    status: z.string(),
    changed: z.boolean(),
    batch_index: z.int(),
    unfinished: z.array(z.string()),
    ...changeOutput,
  }),
  run: async ({ app, caller }, args) => {
    const answer = await updateTaskStatus(app, caller, {
      ...runOf(args),
      task: args.task,
      status: args.status,
      reason: args.reason,
      requestId: args.request_id,
    });
    if (isRefusal(answer)) return answer;
    const { previousStatus, ...rest } = answer;
    return { ...rest, previous_status: previousStatus };
  },
});
