// The fields that a board needs on GitHub, and how to get there from what a project has. First a plan, which can be read
// and changes nothing; then the plan carried out. What is there is kept: options keep their ids, and with them the cards.

import { ESTIMATES, PRIORITIES } from "../../engine/facts.ts";
import type { StateSpec, Workflow } from "../../engine/workflow/format.ts";
import type { Color, Field, Project } from "./project.ts";
import { FIELDS } from "../operations/parts.ts";

export interface WantedField {
  readonly name: string;
  readonly options: readonly WantedOption[];
}

export interface WantedOption {
  readonly name: string;
  readonly color: Color;
  readonly description: string;
}

export type FieldStep =
  | { readonly kind: "create"; readonly field: WantedField }
  | { readonly kind: "extend"; readonly field: Field; readonly add: readonly WantedOption[] };

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

export function wantedFields(workflow: Workflow): WantedField[] {
  return [
    {
      name: FIELDS.state,
      options: Object.entries(workflow.states).map(([name, state]) => ({
        name,
        color: colorOf(name, state, workflow),
        description: state.description ?? "",
      })),
    },
    {
      name: FIELDS.priority,
      options: PRIORITIES.map((name, index) => ({
        name,
        color: PRIORITY_COLORS[index] ?? "GRAY",
        description: PRIORITY_WORDS[index] ?? "",
      })),
    },
    {
      name: FIELDS.estimate,
      options: ESTIMATES.map((name, index) => ({ name, color: "BLUE", description: ESTIMATE_WORDS[index] ?? "" })),
    },
  ];
}

export function planFields(project: Project, wanted: readonly WantedField[]): FieldPlan {
  const plans = wanted.map((field) => planField(project.fields.find(sameName(field)), field));
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

function planField(there: Field | undefined, wanted: WantedField): FieldStep | Obstacle | null {
  if (!there) {
    if (wanted.options.length > MOST_OPTIONS) return tooMany(wanted, wanted.options.length);
    return { kind: "create", field: wanted };
  }
  if (there.type !== "SINGLE_SELECT") {
    return { field: there, what: `The field "${there.name}" is no single select field (${there.type}).` };
  }
  const add = wanted.options.filter((option) => !there.options.some(sameName(option)));
  if (add.length === 0) return null;
  const all = there.options.length + add.length;
  return all > MOST_OPTIONS ? tooMany(there, all) : { kind: "extend", field: there, add };
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
