import * as z from "zod";
import { viewRun } from "../../app/runs/view-run.ts";
import { ALL_ROWS } from "../../app/ports/ledger.ts";
import { RUN, runOf } from "../run-schemas.ts";
import { CURSOR, defineTool, READS } from "../tool.ts";

const words = z.array(z.string());
const anything = z.array(z.looseObject({}));

export const getRun = defineTool({
  name: "get_run",
  toolset: "runs",
  title: "Read a run",
  description: "Where a run stands: state, skill to resume with, items, batches of tasks, history.",
  annotations: READS,
  input: z.strictObject({ ...RUN, agent: z.string().optional(), ...CURSOR }),
  output: z.looseObject({
    state: z.string(),
    phase: z.string().nullable(),
    skill: z.string().nullable(),
    lastActivity: z.string(),
    currentItem: z.int().nullable(),
    hasSnapshot: z.boolean(),
    items: anything,
    batches: anything,
    currentBatch: z.int().nullable(),
    completedTasks: words,
    pendingTasks: words,
    totalItems: z.int(),
    documentedItems: z.int(),
    history: anything,
  }),
  run: ({ app, caller }, args) => viewRun(app, runOf(args), { rows: ALL_ROWS, caller }),
});
