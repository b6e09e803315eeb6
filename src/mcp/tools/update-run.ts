import * as z from "zod";
import { updateRun } from "../../app/runs/update-run.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { listed, quote } from "../../engine/words.ts";
import { keyFrom } from "../key.ts";
import { changeOutput, RUN, RUN_CHANGES, runOf, standingOutput } from "../run-schemas.ts";
import { readGraph, readTasks } from "../task-graph.ts";
import { CURSOR, defineTool, WRITES } from "../tool.ts";

/** Loose: callers send back what they were shown, and are told what was not taken over. */
const item = z
  .looseObject({
    number: z.int(),
    title: z.string().optional(),
    type: z.string().optional(),
    status: z.string().optional(),
    ticket: z.union([z.int(), z.string()]).nullable().optional(),
  })
  .meta({ bare: true });

export const updateRunTool = defineTool({
  name: "update_run",
  toolset: "runs",
  title: "Change items and tasks",
  description:
    "Add or change items {number, title, type, ticket} and tasks {id, dependsOn, files, tests, description, parallel, item}; graph: tasks as YAML, `tasks:`.",
  annotations: WRITES,
  input: z.strictObject({
    ...RUN,
    items: z.array(item).optional(),
    tasks: z.array(z.looseObject({})).optional(),
    graph: z.string().optional(),
    ...RUN_CHANGES,
    ...CURSOR,
  }),
  output: z.object({
    ...standingOutput,
    total_items: z.int(),
    batches: z.array(z.array(z.string()).meta({ bare: true })),
    ...changeOutput,
  }),
  run: async ({ app, caller }, args) => {
    const written = readTasks(args.tasks ?? []);
    if (isRefusal(written)) return written;
    const drawn = args.graph === undefined ? { tasks: [], warnings: [] } : await readGraph(args.graph);
    if (isRefusal(drawn)) return drawn;
    const answer = await updateRun(app, caller, {
      ...runOf(args),
      items: args.items?.map(({ number, title, type, status, ticket }) => ({
        number,
        ...(title === undefined ? {} : { title }),
        ...(type === undefined ? {} : { type }),
        ...(status === undefined ? {} : { status }),
        ...(ticket === undefined ? {} : { ticket: ticket === null ? null : keyFrom(app, ticket) }),
      })),
      tasks: [...written.tasks, ...drawn.tasks],
      warnings: [...(args.items ?? []).flatMap(notTaken), ...written.warnings, ...drawn.warnings],
      requestId: args.request_id,
    });
    if (isRefusal(answer)) return answer;
    const { totalItems, ...rest } = answer;
    return { ...rest, total_items: totalItems };
  },
});

function notTaken(given: z.output<typeof item>): readonly string[] {
  const others = Object.keys(given).filter((name) => !Object.hasOwn(item.shape, name));
  if (others.length === 0) return [];
  const names = others.slice(0, 5).map(quote);
  return [`Of item ${given.number}, ${listed(names, "and")} was not taken over.`];
}
