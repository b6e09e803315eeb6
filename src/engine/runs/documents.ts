// The documents that a run's skills leave: where each one lies, and whether the step that leaves it is completed. The paths
// are the workflow's; whether a file is there is not known here.

import type { Machine, State } from "../workflow/compile.ts";
import { batchesOf } from "./batches.ts";
import { wayOfItem } from "./item-way.ts";
import type { RunFacts } from "./routers.ts";

export interface RunDocument {
  readonly path: string;
  readonly skill: string;
  readonly phase: string | null;
  /** null: it is about the whole run. */
  readonly item: number | null;
  readonly batch: number | null;
  readonly status: "completed" | "current" | "pending";
}

/** A step that a run has left, and what it was about. */
export interface CompletedStep {
  readonly state: string;
  readonly item: number | null;
  readonly batch: number | null;
}

interface Names {
  readonly project: string;
  readonly session: string;
}

/** In the order of the work. */
export function documentsOf(
  machine: Machine,
  run: RunFacts & Names,
  completed: readonly CompletedStep[],
): readonly RunDocument[] {
  const steps = Map.groupBy(completed, ({ state }) => state);
  const batches = batchesOf(run.tasks);
  const documents: RunDocument[] = [];
  let itemsListed = false;

  function add(state: State, path: string, item: number | null, batch: number | null): void {
    const isAbout = (step: Omit<CompletedStep, "state">): boolean =>
      (item === null || step.item === item) && (batch === null || step.batch === batch);
    const here = state.name === run.state && isAbout({ item: run.currentItem, batch: run.currentBatch });
    const left = steps.get(state.name)?.some(isAbout) ?? false;
    documents.push({
      path: filled(path, run, item, batch),
      skill: state.skill ?? "",
      phase: state.phase,
      item,
      batch,
      status: here ? "current" : left ? "completed" : "pending",
    });
  }

  for (const state of machine.states.values()) {
    const path = documentOf(machine, state);
    if (path === null) continue;
    if (path.includes("{item}")) {
      if (!itemsListed) addItems();
      itemsListed = true;
    } else if (path.includes("{batch}")) {
      for (const batch of batches.keys()) add(state, path, null, batch);
    } else {
      add(state, path, null, null);
    }
  }
  return documents;

  function addItems(): void {
    for (const { number, type } of run.items) {
      for (const state of wayOfItem(machine, type)) {
        const path = documentOf(machine, state);
        if (path?.includes("{item}")) add(state, path, number, null);
      }
    }
  }
}

function documentOf(machine: Machine, { skill }: State): string | null {
  if (skill === null) return null;
  return new Map(Object.entries(machine.workflow.skills ?? {})).get(skill)?.document ?? null;
}

function filled(path: string, { project, session }: Names, item: number | null, batch: number | null): string {
  const values: Readonly<Record<string, string>> = {
    project,
    session,
    item: String(item ?? ""),
    batch: String(batch ?? ""),
  };
  return path.replaceAll(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
}
