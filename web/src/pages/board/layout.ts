// How wide each phase is: folded to a rail, one column, or a column for every state of it.

import { useMemo, useState } from "react";
import type { Workflow } from "../../../../src/http/contract.ts";
import { lineOf, type Line, type Phase } from "../../lib/line.ts";
import type { Section } from "./sections.ts";

export type Fold = "rail" | "column" | "unfolded";

export interface ColumnPlan {
  readonly id: string;
  readonly rail: boolean;
  readonly sections: readonly Section[];
}

export interface PhasePlan {
  readonly phase: Phase;
  readonly fold: Fold;
  readonly columns: readonly ColumnPlan[];
}

export const RAIL_WIDTH = 84;
export const COLUMN_WIDTH = 216;
export const GAP = 14;
export const EDGE = 20;
/** With fewer columns than this there is room enough, and the first phase need not be folded. */
const FEW = 4;

export function planPhases(
  line: Line,
  folds: Readonly<Record<string, Fold>>,
  sections: ReadonlyMap<string | null, Section>,
): readonly PhasePlan[] {
  return line.phases.map((phase, index) => {
    const fold = folds[phase.name] ?? "column";
    const own = phase.states.flatMap((state) => sections.get(state) ?? []);
    const stateless = index === 0 ? sections.get(null) : undefined;
    const all = stateless ? [stateless, ...own] : own;
    const columns =
      fold === "unfolded"
        ? all.map((section) => ({ id: `${phase.name}/${section.state}`, rail: false, sections: [section] }))
        : [{ id: phase.name, rail: fold === "rail", sections: all }];
    return { phase, fold, columns };
  });
}

/**
 * Closed tickets and empty phases stand folded. Where there is room, those that are not begun show their titles, and the
 * busiest phase unfolds.
 */
export function defaultFolds(
  line: Line,
  sections: ReadonlyMap<string | null, Section>,
  width: number,
): Readonly<Record<string, Fold>> {
  const work = line.phases.filter((phase) => phase.kind !== "end");
  const folds: Record<string, Fold> = {};
  for (const phase of line.phases) {
    folds[phase.name] = phase.kind === "end" || isEmpty(line, phase, sections) ? "rail" : "column";
  }
  const fits = (wanted: Readonly<Record<string, Fold>>): boolean =>
    minWidth(planPhases(line, wanted, sections)) <= width;
  const [first] = work;
  if (first && work.length >= FEW && first.states.length === 1 && !fits(folds)) folds[first.name] = "rail";

  const busiest = work
    .filter((phase) => folds[phase.name] === "column" && phase.states.length > 1)
    .toSorted((a, b) => busy(b, sections) - busy(a, sections))[0];
  if (busiest && busy(busiest, sections) > 0) {
    const unfolded: Record<string, Fold> = { ...folds, [busiest.name]: "unfolded" };
    if (fits(unfolded)) return unfolded;
  }
  return folds;
}

function isEmpty(line: Line, phase: Phase, sections: ReadonlyMap<string | null, Section>): boolean {
  // What has no state stands in the first.
  const states = phase === line.phases[0] ? [null, ...phase.states] : phase.states;
  return states.every((state) => (sections.get(state)?.total ?? 0) === 0);
}

export function minWidth(phases: readonly PhasePlan[]): number {
  const columns = phases.flatMap((phase) => phase.columns);
  const widths = columns.reduce((sum, column) => sum + (column.rail ? RAIL_WIDTH : COLUMN_WIDTH), 0);
  return widths + GAP * (columns.length - 1) + 2 * EDGE;
}

export function gridTemplate(phases: readonly PhasePlan[]): string {
  return phases
    .flatMap((phase) => phase.columns)
    .map((column) => (column.rail ? `${RAIL_WIDTH}px` : `minmax(${COLUMN_WIDTH}px, 1fr)`))
    .join(" ");
}

/**
 * The reader's choice is kept for each workflow; what they did not choose is decided once, so that nothing shifts. Only a
 * phase that was empty unfolds by itself when the first ticket comes, unless somebody is dragging one.
 */
export function useFolds(
  workflow: Workflow,
  sections: ReadonlyMap<string | null, Section>,
  dragging: boolean,
): readonly [Readonly<Record<string, Fold>>, (phase: string, fold: Fold) => void] {
  const kept = `signalbox.folds.${workflow.name}`;
  const [first] = useState(sections);
  const line = lineOf(workflow);
  const decided = useMemo(() => defaultFolds(line, first, innerWidth), [line, first]);
  const [woken, setWoken] = useState<Readonly<Record<string, Fold>>>({});
  const awake = line.phases.filter(
    (phase) =>
      phase.kind !== "end" && !(phase.name in woken) && isEmpty(line, phase, first) && !isEmpty(line, phase, sections),
  );
  if (awake.length > 0 && !dragging) {
    setWoken({ ...woken, ...Object.fromEntries(awake.map(({ name }) => [name, "column" as const])) });
  }
  const start = { ...decided, ...woken };
  const [chosen, setChosen] = useState<Readonly<Record<string, Fold>>>(() => readKept(kept));
  const choose = (phase: string, fold: Fold) => {
    const next = { ...chosen, [phase]: fold };
    localStorage.setItem(kept, JSON.stringify(next));
    setChosen(next);
  };
  return [{ ...start, ...chosen }, choose];
}

/** The phase with the most cards in work, not the one with the longest queue. */
function busy(phase: Phase, sections: ReadonlyMap<string | null, Section>): number {
  return phase.states.reduce((sum, state) => {
    const section = sections.get(state);
    return sum + (section && section.kind !== "queue" ? section.cards.length : 0);
  }, 0);
}

function readKept(name: string): Readonly<Record<string, Fold>> {
  const text = localStorage.getItem(name);
  if (text === null) return {};
  try {
    const kept: unknown = JSON.parse(text);
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, Fold] => isFold(entry[1])));
  } catch {
    return {};
  }
}

function isFold(value: unknown): value is Fold {
  return value === "rail" || value === "column" || value === "unfolded";
}
