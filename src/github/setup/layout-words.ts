// A layout in words: what stands for what, for people to look at before it is written; and where it does not fit the project
// any more, because somebody has renamed or removed an option there.

import type { Machine } from "../../engine/workflow/compile.ts";
import { ESTIMATES, PRIORITIES } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { listed } from "../../engine/words.ts";
import { meaningOf, usesStatus, type Layout, type Selected } from "../layout/layout.ts";
import type { Field, Project } from "./project.ts";

const KINDS = ["state", "priority", "estimate"] as const;

/** A line for each field whose options are called otherwise than what they stand for. */
export function describeLayout(project: Project, machine: Machine, layout: Layout): readonly string[] {
  return [
    ...KINDS.flatMap((kind) => {
      const field = fieldFor(project, layout, kind);
      const pairs = Object.entries(layout.options[kind]).map(([option, value]) => `${option} = ${value}`);
      return field && pairs.length > 0 ? [`"${field.name}" stays as it is: ${pairs.join(", ")}.`] : [];
    }),
    ...strangers(project, layout, "state", new Set(machine.states.keys())).map(
      (option) => `"${option}" stands for no state of the workflow: say which with --map "${option}=STATE".`,
    ),
    ...statusLines(layout),
  ];
}

/** By option: the states that it shows. */
function statusLines(layout: Layout): readonly string[] {
  if (!layout.status || usesStatus(layout)) return [];
  const shown = new Map<string, string[]>();
  for (const [state, option] of Object.entries(layout.status)) shown.set(option, [...(shown.get(option) ?? []), state]);
  const lines = [...shown].map(([option, states]) => `${option} for ${listed(states, "and")}`);
  return [`"${layout.names.status}" is kept in step: ${lines.join("; ")}.`];
}

/** What the settings say of the project and is not so. */
export function misfits(project: Project, workflow: Workflow, layout: Layout): readonly string[] {
  const known: Readonly<Record<Selected, readonly string[]>> = {
    state: Object.keys(workflow.states),
    priority: PRIORITIES,
    estimate: ESTIMATES,
  };
  return [
    ...KINDS.flatMap((kind) => misfitsOf(project, layout, kind, known[kind])),
    ...statusMisfits(project, workflow, layout),
  ];
}

function misfitsOf(project: Project, layout: Layout, kind: Selected, known: readonly string[]): readonly string[] {
  const field = fieldFor(project, layout, kind);
  return Object.entries(layout.options[kind]).flatMap(([option, value]) => {
    const said = `The settings say that "${option}" of the field "${layout.names[kind]}" stands for "${value}"`;
    if (!known.includes(value)) return [`${said}, and there is no such ${kind}.`];
    return field && !has(field, option) ? [`${said}, and the field has no such option.`] : [];
  });
}

function statusMisfits(project: Project, { states }: Workflow, layout: Layout): readonly string[] {
  const field = project.fields.find(({ name }) => name === layout.names.status);
  if (!layout.status || usesStatus(layout) || !field) return [];
  const shown = Object.entries(layout.status);
  const lost = [...new Set(shown.map(([, option]) => option))].filter((option) => !has(field, option));
  const unsaid = Object.keys(states).filter((state) => layout.status?.[state] === undefined);
  return [
    ...lost.map(
      (option) => `The settings show states as "${option}" of the field "${field.name}", which has no such option.`,
    ),
    ...(unsaid.length > 0
      ? [`The settings don't say which option of "${field.name}" shows ${listed(unsaid, "and")}.`]
      : []),
  ];
}

/** Options that stand for nothing that the workflow knows. */
function strangers(project: Project, layout: Layout, kind: Selected, known: ReadonlySet<string>): readonly string[] {
  const { options = [] } = fieldFor(project, layout, kind) ?? {};
  return options.map(({ name }) => name).filter((name) => !known.has(meaningOf(layout, kind, name)));
}

function fieldFor({ fields }: Project, { names }: Layout, kind: Selected): Field | undefined {
  return fields.find(({ name }) => name === names[kind]);
}

function has({ options }: Field, option: string): boolean {
  return options.some(({ name }) => name === option);
}
