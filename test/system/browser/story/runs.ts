// Two runs of skills: one that is over, and one in the middle of its batches.

import type { App, Caller } from "../../../../src/app/app.ts";
import { completeSkill } from "../../../../src/app/runs/complete-skill.ts";
import { updateRun, type RunItemUpdate } from "../../../../src/app/runs/update-run.ts";
import { updateTaskStatus } from "../../../../src/app/runs/update-task-status.ts";
import { isRefusal } from "../../../../src/engine/refusal.ts";
import { tell } from "../../../../src/engine/surfaces/tell.ts";
import { agent, MINUTE } from "../../../support/worlds/world.ts";
import type { Life } from "./timetable.ts";

interface RunName {
  readonly project: string;
  readonly session: string;
}

type Task = NonNullable<Parameters<typeof updateRun>[2]["tasks"]>[number];

const ITEMS: readonly RunItemUpdate[] = [
  { number: 1, title: "Refund lines carry the shop's location", type: "code", ticket: "4" },
  { number: 2, title: "Stock drifts after a cancelled transfer", type: "bugfix", ticket: "8" },
  { number: 3, title: "Write down how returns work", type: "task" },
];

const TASKS: readonly Task[] = [
  {
    id: "schema",
    dependsOn: [],
    files: ["migrations/0042-location.sql"],
    description: "A column for the shop",
    item: 1,
  },
  { id: "types", dependsOn: [], files: ["src/returns/types.ts"], description: "The line's type", item: 1 },
  {
    id: "fixtures",
    dependsOn: [],
    files: ["test/fixtures/refunds.json"],
    description: "Refunds of last week",
    item: 2,
  },
  {
    id: "write",
    dependsOn: ["schema", "types"],
    files: ["src/returns/lines.ts"],
    description: "Write the shop",
    item: 1,
  },
  { id: "slip", dependsOn: ["types"], files: ["src/returns/slip.tsx"], description: "The slip names it", item: 1 },
  {
    id: "transfer",
    dependsOn: ["fixtures"],
    files: ["src/stock/transfer.ts"],
    description: "Undo by the row",
    item: 2,
  },
  { id: "backfill", dependsOn: ["write"], files: ["scripts/backfill.ts"], description: "In batches of 500", item: 1 },
  {
    id: "count",
    dependsOn: ["transfer", "write"],
    files: ["src/stock/count.ts"],
    description: "The nightly count",
    item: 2,
  },
  {
    id: "guide",
    dependsOn: ["backfill", "slip"],
    files: ["docs/returns.md"],
    description: "How returns work",
    item: 3,
  },
];

/** By what they wait for. */
const WAVES = [["schema", "types", "fixtures"], ["write", "slip", "transfer"], ["backfill", "count"], ["guide"]];

export async function* runLife(app: App, session: string, ends: boolean): Life {
  const run = { project: "spokeshop/till", session };
  const who = agent("dunnock");
  let skill: string | null = "collab-start";
  let batches = 0;
  for (let step = 0; skill !== null && step < 200; step++) {
    yield 3 * MINUTE;
    const { state } = await standing(app, who, run);
    if (state === "gather-goals") await updateRun(app, who, { ...run, items: ITEMS });
    if (state === "build-task-graph") await updateRun(app, who, { ...run, tasks: TASKS });
    if (state === "execute-batch") {
      batches += 1;
      if (!ends && batches === 2) return yield* halfABatch(app, run);
      yield* wholeBatch(app, run, WAVES[batches - 1] ?? []);
    }
    const next = await completeSkill(app, who, { ...run, skill });
    if (isRefusal(next)) throw new Error(tell(next, "mcp").error);
    skill = next.next_skill;
  }
}

async function standing(app: App, who: Caller, run: RunName): Promise<{ state: string }> {
  const now = await updateRun(app, who, run);
  return isRefusal(now) ? { state: "" } : now;
}

async function* wholeBatch(app: App, run: RunName, tasks: readonly string[]): Life {
  for (const task of tasks) {
    await updateTaskStatus(app, agent("heron"), { ...run, task, status: "in_progress" });
    yield 4 * MINUTE;
    await updateTaskStatus(app, agent("heron"), { ...run, task, status: "completed" });
  }
}

/** One done, one failed, one under way; and somebody who thought that it was over. */
async function* halfABatch(app: App, run: RunName): Life {
  await updateTaskStatus(app, agent("siskin"), { ...run, task: "write", status: "completed" });
  yield 5 * MINUTE;
  await updateTaskStatus(app, agent("plover"), { ...run, task: "slip", status: "in_progress" });
  await updateTaskStatus(app, agent("heron"), {
    ...run,
    task: "transfer",
    status: "failed",
    reason: "The fixture of Tuesday has no transfer in it.",
  });
  yield 2 * MINUTE;
  await completeSkill(app, agent("dunnock"), { ...run, skill: "executing-plans" });
}
