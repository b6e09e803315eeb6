import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import skill from "../../../workflows/skill.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import type { RunFacts } from "./routers.ts";
import { applyStep, completeSkill as completeSkillUntold, resumeRun } from "./run.ts";
import { decideTaskStatus as decideTaskStatusUntold, type TaskStatus } from "./tasks.ts";
import { checkRunUpdate as checkRunUpdateUntold, type RunUpdate } from "./update-run.ts";
import type { Workflow } from "../workflow/format.ts";

const completeSkill = telling(completeSkillUntold);
const decideTaskStatus = telling(decideTaskStatusUntold);
const checkRunUpdate = telling(checkRunUpdateUntold);

const machine = compile(skill as Workflow);

/** Everything that chance decides about a run. */
interface Script {
  readonly types: readonly string[];
  /** Per code item, its tasks; a task's numbers pick what it depends on among all tasks so far. */
  readonly graphs: readonly (readonly (readonly number[])[])[];
  /** Whether the agent gives the facts that are missing, or stops at the first. */
  readonly supplies: boolean;
  /** How tasks fare, one number after the other. */
  readonly luck: readonly number[];
}

const script: fc.Arbitrary<Script> = fc.record({
  types: fc.array(fc.constantFrom("code", "task", "bugfix"), { maxLength: 6 }),
  graphs: fc.array(fc.array(fc.array(fc.nat(100), { maxLength: 3 }), { maxLength: 5 }), { maxLength: 6 }),
  supplies: fc.boolean(),
  luck: fc.array(fc.nat(99), { maxLength: 60 }),
});

describe("any run", () => {
  it("reaches the end, or stops at a fact that it names", () => {
    fc.assert(
      fc.property(script, (chance) => {
        const { run, stopped } = play(chance);
        if (stopped === null) {
          expect(resumeRun(machine, run)).toMatchObject({ skill: null, done: true });
          expect(run.items.every((item) => item.documented)).toBe(true);
          expect(run.tasks.every((task) => task.status === "completed" || task.status === "dropped")).toBe(true);
        } else {
          expect(chance.supplies).toBe(false);
          expect(stopped.code).toBe("missing_fact");
          const codeWithoutTasks = chance.types.some((type, i) => type === "code" && !chance.graphs[i]?.length);
          expect(stopped.facts["fact"]).toBe(chance.types.length === 0 ? "items" : "tasks");
          expect(chance.types.length === 0 || codeWithoutTasks).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is played the same way twice by the same facts", () => {
    fc.assert(
      fc.property(script, (chance) => {
        expect(play(chance)).toEqual(play(chance));
      }),
    );
  });

  it("says in every state which skill it waits for, and takes no other", () => {
    fc.assert(
      fc.property(script, fc.string(), (chance, word) => {
        for (const run of play(chance).history) {
          const standing = resumeRun(machine, run);
          if (standing.done || word === standing.skill) continue;
          const refusal = completeSkill(machine, run, { skill: word });
          expect(refusal).toMatchObject({
            code: "wrong_skill",
            facts: { state: standing.state, skill: standing.skill },
          });
        }
      }),
      { numRuns: 30 },
    );
  });

  it("starts no task before its dependencies, and documents each item once", () => {
    fc.assert(
      fc.property(script, (chance) => {
        const { history } = play(chance);
        const worked = new Set<TaskStatus>(["in_progress", "completed", "failed"]);
        for (const [index, run] of history.entries()) {
          const status = new Map(run.tasks.map((task) => [task.id, task.status]));
          for (const task of run.tasks.filter((one) => worked.has(one.status))) {
            for (const dependency of task.dependsOn) expect(status.get(dependency)).toBe("completed");
          }
          for (const item of history[index - 1]?.items ?? []) {
            if (item.documented) expect(run.items.find((one) => one.number === item.number)).toEqual(item);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** An agent that reads nothing but answers: it goes on with the skill it is told, and does what refusals say. */
function play(chance: Script): { run: RunFacts; stopped: Refusal | null; history: readonly RunFacts[] } {
  const luck = chance.luck.values();
  const history: RunFacts[] = [];
  let run: RunFacts = { state: null, currentItem: null, currentBatch: null, items: [], tasks: [] };
  run = update(run, { items: chance.types.map((type, i) => ({ number: i + 1, title: type, type })) });
  for (let turn = 0; turn < 5000; turn++) {
    history.push(run);
    const standing = resumeRun(machine, run);
    if (standing.done) return { run, stopped: null, history };
    if (standing.state === "build-task-graph") run = update(run, { tasks: tasksFor(run, chance) });
    const step = completeSkill(machine, run, { skill: standing.skill ?? "" });
    if (step.kind === "run-step") {
      run = applyStep(run, step);
    } else if (step.code === "batch_unfinished") {
      run = workOn(run, step, luck);
    } else {
      expect(step.code).toBe("missing_fact");
      if (!chance.supplies) return { run, stopped: step, history };
      run = update(run, supply(step));
    }
  }
  throw new Error(`no end in sight at ${run.state}`);
}

function tasksFor(run: RunFacts, chance: Script): NonNullable<RunUpdate["tasks"]> {
  const known = run.tasks.map((task) => task.id);
  return (chance.graphs[(run.currentItem ?? 0) - 1] ?? []).map((picks, i) => {
    const id = `item${run.currentItem}-${i}`;
    const dependsOn = known.length === 0 ? [] : picks.map((pick) => known[pick % known.length] ?? "");
    known.push(id);
    return { id, dependsOn };
  });
}

/** One turn at the first task that the refusal lists. Bad luck is limited, so that it ends. */
function workOn(run: RunFacts, refusal: Refusal, luck: Iterator<number>): RunFacts {
  const [listed] = refusal.facts["tasks"] as { id: string }[];
  const task = run.tasks.find((one) => one.id === listed?.id);
  if (!task) throw new Error("a refusal that lists no task");
  const roll = luck.next().value ?? 50;
  const stuck = task.dependsOn.filter((id) => run.tasks.find((one) => one.id === id)?.status === "dropped");
  if (stuck.length > 0 && task.status === "pending") {
    expect(decideTaskStatus(run.tasks, task.id, "in_progress")).toMatchObject({ code: "dependencies_open" });
    if (roll % 2 === 0) return setStatus(run, task.id, "dropped");
    return update(run, { tasks: [{ id: task.id, dependsOn: task.dependsOn.filter((id) => !stuck.includes(id)) }] });
  }
  if (roll < 20) return setStatus(run, task.id, "failed");
  if (roll < 35) return setStatus(run, task.id, "dropped");
  if (roll < 45) return setStatus(run, task.id, "in_progress");
  return setStatus(run, task.id, "completed");
}

function supply(refusal: Refusal): RunUpdate {
  if (refusal.facts["fact"] === "items") return { items: [{ number: 1, title: "x", type: "code" }] };
  expect(refusal.facts["fact"]).toBe("tasks");
  return { tasks: [{ id: `for-${String(refusal.facts["item_number"])}` }] };
}

function update(run: RunFacts, change: RunUpdate): RunFacts {
  const changed = checkRunUpdate(machine, run, change);
  if (changed.kind === "refusal") throw new Error(changed.error);
  return { ...run, items: changed.items, tasks: changed.tasks };
}

function setStatus(run: RunFacts, id: string, status: TaskStatus): RunFacts {
  const step = decideTaskStatus(run.tasks, id, status, "bad luck");
  if (step.kind === "refusal") throw new Error(step.error);
  return { ...run, tasks: run.tasks.map((task) => (task.id === id ? { ...task, status } : task)) };
}
