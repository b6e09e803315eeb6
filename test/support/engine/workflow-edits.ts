// A workflow changed in one place, for tests that compare two.

import type { CommandSpec, EdgeSpec, GuardSpec, StateSpec, Workflow } from "../../../src/engine/workflow/format.ts";

export type Edit = (workflow: Workflow) => Workflow;

export const together =
  (...edits: readonly Edit[]): Edit =>
  (workflow) =>
    edits.reduce((edited, edit) => edit(edited), workflow);

/** Fields of the file itself. */
export const set =
  (fields: Partial<Workflow>): Edit =>
  (workflow) => ({ ...workflow, ...fields });

export const state =
  (name: string, fields: Partial<StateSpec>): Edit =>
  (workflow) => ({ ...workflow, states: { ...workflow.states, [name]: { ...workflow.states[name], ...fields } } });

export const withoutState =
  (name: string): Edit =>
  (workflow) => ({
    ...workflow,
    states: Object.fromEntries(Object.entries(workflow.states).filter(([own]) => own !== name)),
    edges: workflow.edges.filter(({ from, to }) => from !== name && to !== name),
  });

export const command =
  (name: string, change: (spec: CommandSpec) => CommandSpec): Edit =>
  (workflow) => {
    const spec = workflow.commands?.[name];
    return spec ? { ...workflow, commands: { ...workflow.commands, [name]: change(spec) } } : workflow;
  };

export const newCommand =
  (name: string, spec: CommandSpec): Edit =>
  (workflow) => ({ ...workflow, commands: { ...workflow.commands, [name]: spec } });

export const edge =
  (from: string, to: string, fields: Partial<EdgeSpec> = {}): Edit =>
  (workflow) => ({ ...workflow, edges: [...workflow.edges, { from, to, ...fields }] });

export const withoutEdge =
  (from: string, to: string): Edit =>
  (workflow) => ({ ...workflow, edges: workflow.edges.filter((own) => own.from !== from || own.to !== to) });

export const guarded =
  (from: string, to: string, guards: GuardSpec[]): Edit =>
  (workflow) => ({
    ...workflow,
    edges: workflow.edges.map((own) => (own.from === from && own.to === to ? { ...own, guards } : own)),
  });

export const intent =
  (name: string, fields: Partial<NonNullable<Workflow["intents"]>[string]>): Edit =>
  (workflow) => {
    const spec = workflow.intents?.[name];
    return spec ? { ...workflow, intents: { ...workflow.intents, [name]: { ...spec, ...fields } } } : workflow;
  };

export function without<T>(all: Readonly<Record<string, T>>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([own]) => own !== name));
}
