// The fields that a board needs on GitHub, and how to get there from what a project has. First a plan, which can be read
// and changes nothing; then the plan carried out. What is there is kept: options keep their ids, and with them the cards.

import { ESTIMATES, PRIORITIES } from "../../engine/facts.ts";
import type { StateSpec, Workflow } from "../../engine/workflow/format.ts";
import { DEFAULT_LAYOUT, meaningOf, optionFor, type Layout, type Selected } from "../layout/layout.ts";
import type { Color, Field, Option, Project } from "./project.ts";

export interface WantedField {
  readonly kind: Selected;
  readonly name: string;
  readonly options: readonly WantedOption[];
}

export interface WantedOption {
  /** What it is to stand for, and is called where it is made. */
  readonly name: string;
  readonly color: Color;
  readonly description: string;
}

export type FieldStep =
  | { readonly kind: "create"; readonly field: WantedField }
  | {
      readonly kind: "extend";
      readonly field: Field;
      readonly add: readonly WantedOption[];
      readonly all: readonly (Option | WantedOption)[];
    };

export interface FieldPlan {
  readonly steps: readonly FieldStep[];
  /** What stands in the way and is not ours to change. */
  readonly obstacles: readonly Obstacle[];
}

export interface Obstacle {
  readonly field: Field | WantedField;
  readonly what: string;
}

/** GitHub's limit. */
const MOST_OPTIONS = 50;
const PRIORITY_COLORS: readonly Color[] = ["RED", "ORANGE", "YELLOW", "GRAY"];
const PRIORITY_WORDS = ["Drop everything", "Next", "Soon", "Some day"];
const ESTIMATE_WORDS = ["Hours", "A day", "A few days", "A week", "More: split it"];

export function wantedFields(workflow: Workflow, { names }: Layout = DEFAULT_LAYOUT): WantedField[] {
  return [
    {
      kind: "state",
      name: names.state,
      options: Object.entries(workflow.states).map(([name, state]) => ({
        name,
        color: colorOf(name, state, workflow),
        description: state.description ?? "",
      })),
    },
    {
      kind: "priority",
      name: names.priority,
      options: PRIORITIES.map((name, index) => ({
        name,
        color: PRIORITY_COLORS[index] ?? "GRAY",
        description: PRIORITY_WORDS[index] ?? "",
      })),
    },
    {
      kind: "estimate",
      name: names.estimate,
      options: ESTIMATES.map((name, index) => ({ name, color: "BLUE", description: ESTIMATE_WORDS[index] ?? "" })),
    },
  ];
}

export function planFields(
  project: Project,
  wanted: readonly WantedField[],
  layout: Layout = DEFAULT_LAYOUT,
): FieldPlan {
  const plans = wanted.map((field) => planField(project.fields.find(sameName(field)), field, layout));
  return {
    steps: plans.flatMap((plan) => (plan !== null && "kind" in plan ? [plan] : [])),
    obstacles: plans.flatMap((plan) => (plan !== null && "what" in plan ? [plan] : [])),
  };
}

/** What the plan will do, a line for each step. */
export function describePlan(plan: FieldPlan): string[] {
  return plan.steps.map((step) =>
    step.kind === "create"
      ? `Create the field "${step.field.name}" with ${named(step.field.options)}.`
      : `Add ${named(step.add)} to the field "${step.field.name}"; its ${step.field.options.length} options stay.`,
  );
}

function planField(there: Field | undefined, wanted: WantedField, layout: Layout): FieldStep | Obstacle | null {
  if (!there) {
    if (wanted.options.length > MOST_OPTIONS) return tooMany(wanted, wanted.options.length);
    return { kind: "create", field: wanted };
  }
  if (there.type !== "SINGLE_SELECT") {
    return { field: there, what: `The field "${there.name}" is no single select field (${there.type}).` };
  }
  const { kind } = wanted;
  const add = wanted.options.filter(({ name }) => !optionFor(layout, kind, name, there.options));
  // Every state needs its option. A team that has words of its own for priorities or sizes has as many as it wants.
  const isEnough = kind !== "state" && add.length < wanted.options.length;
  if (add.length === 0 || isEnough) return null;
  const all = there.options.length + add.length;
  if (all > MOST_OPTIONS) return tooMany(there, all);
  return { kind: "extend", field: there, add, all: inOrder(there.options, wanted, layout) };
}

/** What is there keeps its order; what is new stands behind the option of what comes before it. */
function inOrder(
  there: readonly Option[],
  { kind, options }: WantedField,
  layout: Layout,
): readonly (Option | WantedOption)[] {
  const all: (Option | WantedOption)[] = [...there];
  let at = 0;
  for (const option of options) {
    const found = all.findLastIndex(({ name }) => meaningOf(layout, kind, name) === option.name);
    if (found < 0) all.splice(at, 0, option);
    at = (found < 0 ? at : found) + 1;
  }
  return all;
}

function tooMany(field: Field | WantedField, count: number): Obstacle {
  const what = `The field "${field.name}" would have ${count} options, and GitHub takes at most ${MOST_OPTIONS}.`;
  return { field, what };
}

function colorOf(name: string, state: StateSpec, { start, pipeline = [] }: Workflow): Color {
  if (state.terminal) return pipeline.includes(name) ? "GREEN" : "GRAY";
  if (state.human) return "ORANGE";
  if (state.lock) return "YELLOW";
  return name === start ? "GRAY" : "BLUE";
}

function sameName(one: { readonly name: string }): (other: { readonly name: string }) => boolean {
  return (other) => other.name === one.name;
}

function named(options: readonly { readonly name: string }[]): string {
  return options.map(({ name }) => name).join(", ");
}
