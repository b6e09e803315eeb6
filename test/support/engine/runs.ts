// Runs of skills for tests: one at any place of the shipped workflow, and steps that lead on.

import { expect } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../surfaces.ts";
import skill from "../../../workflows/skill.json" with { type: "json" };
import { compile } from "../../../src/engine/workflow/compile.ts";
import type { RunFacts } from "../../../src/engine/runs/routers.ts";
import {
  applyStep,
  completeSkill as completeSkillUntold,
  resumeRun,
  type RunStep,
  type SkillDone,
} from "../../../src/engine/runs/run.ts";
import {
  decideTaskStatus as decideTaskStatusUntold,
  type Task,
  type TaskStatus,
} from "../../../src/engine/runs/tasks.ts";
import { checkRunUpdate as checkRunUpdateUntold, type RunUpdate } from "../../../src/engine/runs/update-run.ts";
import type { StateSpec, Workflow } from "../../../src/engine/workflow/format.ts";

const completeSkill = telling(completeSkillUntold);
const decideTaskStatus = telling(decideTaskStatusUntold);
const checkRunUpdate = telling(checkRunUpdateUntold);

export const machine = compile(skill as Workflow);

export function fresh(): RunFacts {
  return { state: null, currentItem: null, currentBatch: null, items: [], tasks: [] };
}

export function oneItem(type: string): RunFacts {
  return update(fresh(), { items: [{ number: 1, title: "One", type }] });
}

export function threeItems(): RunFacts {
  const types = ["code", "task", "bugfix"];
  return update(fresh(), { items: types.map((type, i) => ({ number: i + 1, title: type, type })) });
}

/** A run with a documented and a current item and nothing to do, put straight into a state. */
export function standing(state: string): RunFacts {
  const current = ["done", "execute-batch", "clear-pre-execute", "batch-router"].includes(state) ? null : 1;
  const items = [{ number: 1, title: "One", type: "code", documented: current === null }];
  return { ...fresh(), state, currentItem: current, items };
}

export function atBatch(tasks: readonly Task[], currentBatch = 0): RunFacts {
  return { ...standing("execute-batch"), currentBatch, tasks };
}

export function task(id: string, status: TaskStatus, item: number | null = 1): Task {
  return { id, item, dependsOn: [], files: [], status };
}

export function update(run: RunFacts, change: RunUpdate): RunFacts {
  const changed = checkRunUpdate(machine, run, change);
  if (changed.kind === "refusal") throw new Error(changed.error);
  return { ...run, items: changed.items, tasks: changed.tasks };
}

export function setStatus(run: RunFacts, id: string, status: string): RunFacts {
  const step = decideTaskStatus(run.tasks, id, status, "a reason");
  if (step.kind === "refusal") throw new Error(step.error);
  return { ...run, tasks: run.tasks.map((one) => (one.id === id ? { ...one, status: step.to } : one)) };
}

/** Completes every task that can start now, as one batch. */
export function workBatch(run: RunFacts): RunFacts {
  const open = run.tasks.filter((one) => one.status === "pending");
  const startable = open.filter((one) => decideTaskStatus(run.tasks, one.id, "completed").kind === "task");
  return startable.reduce((at, one) => setStatus(at, one.id, "completed"), run);
}

export function advance(run: RunFacts): RunFacts {
  const step = completeSkill(machine, run, { skill: resumeRun(machine, run).skill ?? "" });
  if (step.kind === "refusal") throw new Error(step.error);
  return applyStep(run, step);
}

export function goTo(run: RunFacts, state: string): RunFacts {
  let at = run;
  while (at.state !== state) at = advance(at);
  return at;
}

export function refused(run: RunFacts, done: SkillDone): Refusal {
  const before = structuredClone(run);
  const refusal = completeSkill(machine, run, done);
  expect(run).toEqual(before);
  if (refusal.kind !== "refusal") throw new Error(`not refused: ${JSON.stringify(refusal)}`);
  return refusal;
}

/** Does what the text says, as an agent would that reads nothing else. */
export function followCall(
  run: RunFacts,
  refusal: Refusal,
  call = /complete_skill with skill "([^"]+)"(?: and state "([^"]+)")?/,
): RunStep | Refusal {
  const [, named = "", state] = call.exec(refusal.recovery) ?? [];
  return completeSkill(machine, run, { skill: named, ...(state === undefined ? {} : { state }) });
}

export function shell(states: Record<string, StateSpec>, start: string): Workflow {
  return { name: "own", version: 1, title: "Own", mode: "enforce", start, states, edges: [] };
}

export function machineOf(states: Record<string, StateSpec>, edges: readonly string[], start: string) {
  const pairs = edges.map((edge) => edge.split(" "));
  return compile({ ...shell(states, start), edges: pairs.map(([from = "", to = ""]) => ({ from, to })) });
}
