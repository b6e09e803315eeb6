// A run of skills: the server says which skill is next, and what is missing before it can go on.

import * as z from "zod";
import type { ToolCaller } from "./tool-caller.ts";
import type { Refused } from "./recovery.ts";

const PROJECT = "meter-readings";
const MOST_LATE = 10;

const answer = z.looseObject({ next_skill: z.string().nullable(), done: z.boolean() });
const expectedSkill = z.looseObject({ skill: z.string().nullable() });
const missing = z.looseObject({
  fact: z.string(),
  types: z.array(z.string()).optional(),
  item_number: z.int().optional(),
});
const unfinished = z.looseObject({ tasks: z.array(z.looseObject({ id: z.string() })) });

/** Goes on until it is stopped: after one run comes the next. */
export async function walkRuns(caller: ToolCaller, name: string): Promise<void> {
  for (let round = 1; !caller.stopped; round++) {
    const run = { project: PROJECT, session: `${name}-${round}` };
    caller.tell(`begins the run ${run.session}`);
    await walk(caller, run);
  }
}

type RunName = Readonly<{ project: string; session: string }>;

async function walk(caller: ToolCaller, run: RunName): Promise<void> {
  // It does not know where a run begins; the refusal says so.
  let skill = "hello";
  let open: number | null = null;
  // An agent that was told how to get on does so first, even at the end of the day; but not for ever.
  for (let late = 0; !caller.stopped || (open !== null && late < MOST_LATE); late += caller.stopped ? 1 : 0) {
    const { refused, content } = await caller.attemptOnly("complete_skill", { ...run, skill });
    if (refused) {
      const id = caller.noteRefusal("complete_skill", refused, false);
      await provide(caller, run, refused);
      skill = expectedSkill.safeParse(refused).data?.skill ?? skill;
      // What was missing was given, and now something else is: that is a way on too.
      if (open !== null) caller.noteRecovery(open, "complete_skill");
      open = id;
      await caller.work(100, 300);
      continue;
    }
    if (open !== null) caller.noteRecovery(open, "complete_skill");
    open = null;
    const { next_skill: next, done } = answer.parse(content);
    if (done || next === null) return caller.tell(`ends the run ${run.session}`);
    skill = next;
    await caller.work(250, 600);
  }
}

/** What a refused skill said is missing. */
async function provide(caller: ToolCaller, run: RunName, refused: Refused): Promise<void> {
  const fact = missing.safeParse(refused).data;
  if (fact?.types) {
    const items = fact.types.map((type, index) => ({ number: index + 1, type, title: TITLES[index] ?? type }));
    await caller.ask("update_run", { ...run, items });
  } else if (fact?.item_number !== undefined) {
    await caller.ask("update_run", { ...run, tasks: tasksOf(fact.item_number) });
  }
  for (const { id } of unfinished.safeParse(refused).data?.tasks ?? []) {
    await caller.ask("update_task_status", { ...run, task: id, status: "in_progress" });
    await caller.work(300, 700);
    await caller.ask("update_task_status", { ...run, task: id, status: "completed" });
  }
}

const TITLES = ["Decimal commas in readings", "Test data for a whole district", "Lost focus after a photo"];

/** Two that go side by side, and one that waits for both. */
function tasksOf(item: number): readonly object[] {
  const [form, check, join] = ["form", "check", "join"].map((name) => `${name}-${item}`);
  return [
    { id: form, item, dependsOn: [], files: ["app/form.ts"], parallel: true },
    { id: check, item, dependsOn: [], files: ["app/check.ts"], parallel: true },
    { id: join, item, dependsOn: [form, check], files: ["app/form.ts", "app/check.ts"] },
  ];
}
