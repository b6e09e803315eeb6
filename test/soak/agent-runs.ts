// A run of skills, walked as the server says: what it misses is given to it, and tasks are worked on in their order.

import type { Asker, Content, Heard } from "./agent-ask.ts";
import { NEVER } from "./agent-codes.ts";

const WAYS_ON: ReadonlySet<string> = new Set(["wrong_skill", "missing_fact", "batch_unfinished"]);
const MOST_STEPS = 60;

export async function walkRun(asker: Asker): Promise<void> {
  const run = { project: "soak", session: asker.newId() };
  // It does not know where a run begins; the refusal says so.
  let skill = "hello";
  for (let step = 0; step < MOST_STEPS && !asker.world.over.aborted; step++) {
    const heard = await asker.ask("complete_skill", { ...run, skill }, WAYS_ON);
    if (heard.accepted) {
      asker.world.notes.count("skills completed");
      if (heard.content["done"] === true) return asker.world.notes.count("runs ended");
      skill = String(heard.content["next_skill"]);
    } else {
      await provide(asker, run, heard);
      if (typeof heard.content["skill"] === "string") skill = heard.content["skill"];
    }
    await asker.think();
  }
}

async function provide(asker: Asker, run: Content, { content }: Heard): Promise<void> {
  const { types, item_number: item, tasks } = content;
  if (Array.isArray(types)) {
    const items = types.map((type: unknown, index) => ({ number: index + 1, type, title: `Number ${index + 1}` }));
    await asker.ask("update_run", { ...run, items }, NEVER);
  } else if (typeof item === "number") {
    const made = ["one", "two"].map((name) => ({ id: `${name}-${item}`, item, dependsOn: [] as string[] }));
    const last = { id: `three-${item}`, item, dependsOn: made.map(({ id }) => id) };
    await asker.ask("update_run", { ...run, tasks: [...made, last] }, NEVER);
  }
  for (const { id } of Array.isArray(tasks) ? (tasks as readonly { readonly id: string }[]) : []) {
    await asker.ask("update_task_status", { ...run, task: id, status: "in_progress" }, NEVER);
    await asker.ask("update_task_status", { ...run, task: id, status: "completed" }, NEVER);
  }
}
