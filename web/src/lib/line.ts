// A workflow as a line: its phases in order, the colour of each, and the mark of every state. All of it is read from the
// workflow's data, so that a workflow that nobody has seen before looks as if it had been drawn by hand.

import type { Workflow } from "../../../src/http/contract.ts";

export type MarkKind = "ring" | "padlock" | "semaphore" | "stop" | "broken-stop";

export interface Phase {
  readonly name: string;
  readonly states: readonly string[];
  /** main: on the way; siding: beside it; end: nothing comes after. */
  readonly kind: "main" | "siding" | "end";
  /** A CSS colour. */
  readonly colour: string;
}

export interface Line {
  readonly phases: readonly Phase[];
  /** In the order of the workflow's phases. */
  readonly states: readonly string[];
  colourOf(state: string | null): string;
  markOf(state: string | null): MarkKind;
  phaseOf(state: string | null): Phase | undefined;
}

const FIRST_COLOUR = "var(--intake)";
const WORK_COLOURS = ["var(--research)", "var(--plan)", "var(--build)"];
const lines = new WeakMap<Workflow, Line>();

export function lineOf(workflow: Workflow): Line {
  const known = lines.get(workflow);
  if (known) return known;
  const line = readLine(workflow);
  lines.set(workflow, line);
  return line;
}

function readLine(workflow: Workflow): Line {
  const grouped = Map.groupBy(Object.keys(workflow.states), (state) => workflow.states[state]?.phase ?? state);
  const phases: Phase[] = [];
  for (const [name, states] of grouped) {
    const kind = kindOf(workflow, states);
    phases.push({ name, states, kind, colour: colourOfPhase(workflow, states, kind, phases) });
  }
  const byState = new Map(phases.flatMap((phase) => phase.states.map((state) => [state, phase] as const)));
  return {
    phases,
    states: phases.flatMap((phase) => phase.states),
    colourOf: (state) => {
      if (state === null) return FIRST_COLOUR;
      if (workflow.states[state]?.terminal) return endColour(workflow, state);
      return byState.get(state)?.colour ?? FIRST_COLOUR;
    },
    markOf: (state) => markOf(workflow, state),
    phaseOf: (state) => (state === null ? undefined : byState.get(state)),
  };
}

function kindOf(workflow: Workflow, states: readonly string[]): Phase["kind"] {
  if (states.every((state) => workflow.states[state]?.terminal)) return "end";
  const beside = workflow.pipeline
    ? states.every((state) => !workflow.pipeline?.includes(state))
    : states.every((state) => workflow.states[state]?.human);
  return beside ? "siding" : "main";
}

/** The first phase of work is gray, the next ones go round the line colours; people are amber, ends have their own. */
function colourOfPhase(
  workflow: Workflow,
  states: readonly string[],
  kind: Phase["kind"],
  before: readonly Phase[],
): string {
  const [first] = states;
  if (kind === "end" && first !== undefined) return endColour(workflow, first);
  if (states.every((state) => workflow.states[state]?.human)) return "var(--human)";
  const place = before.filter((phase) => phase.kind === "main" && phase.colour !== "var(--human)").length;
  return place === 0 ? FIRST_COLOUR : (WORK_COLOURS[(place - 1) % WORK_COLOURS.length] ?? FIRST_COLOUR);
}

function endColour(workflow: Workflow, state: string): string {
  return isGoodEnd(workflow, state) ? "var(--done)" : "var(--canceled)";
}

/** The end that the pipeline leads to; without one, the first that is declared. */
function isGoodEnd(workflow: Workflow, state: string): boolean {
  if (workflow.pipeline) return workflow.pipeline.includes(state);
  return Object.keys(workflow.states).find((name) => workflow.states[name]?.terminal) === state;
}

function markOf(workflow: Workflow, state: string | null): MarkKind {
  const spec = state === null ? undefined : workflow.states[state];
  if (!spec || state === null) return "ring";
  if (spec.terminal) return isGoodEnd(workflow, state) ? "stop" : "broken-stop";
  if (spec.human) return "semaphore";
  return spec.lock ? "padlock" : "ring";
}
