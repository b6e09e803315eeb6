// How a project on GitHub says what the rules ask for: the names of its fields, and what its options stand for. A team may
// have called them otherwise than the workflow does; nothing but this file knows of both words.

import { ESTIMATES, PRIORITIES, type Estimate, type Priority } from "../../engine/facts.ts";

/** What stands in a single select field of the project. */
export type Selected = "state" | "priority" | "estimate";

export interface FieldNames extends Readonly<Record<Selected, string>> {
  /** GitHub's own, kept in step where it is not the field of the state itself. */
  readonly status: string;
  readonly iteration: string;
}

/** By option: what it stands for, where that is called otherwise. */
export type Meanings = Readonly<Record<string, string>>;

export interface Layout {
  readonly names: FieldNames;
  readonly options: Readonly<Record<Selected, Meanings>>;
  /** By state: the option of Status that shows it. null: nobody has said. */
  readonly status: Meanings | null;
}

export const DEFAULT_LAYOUT: Layout = {
  names: {
    state: "Workflow State",
    priority: "Priority",
    estimate: "Estimate",
    status: "Status",
    iteration: "Iteration",
  },
  options: { state: {}, priority: {}, estimate: {} },
  status: null,
};

type Said<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** As much of a layout as settings say. */
export interface SaidLayout {
  readonly fields?: Said<FieldNames> | undefined;
  readonly options?: Said<Record<Selected, Meanings>> | undefined;
  readonly status?: Meanings | undefined;
}

export function layoutOf({ fields = {}, options = {}, status }: SaidLayout): Layout {
  return {
    names: overlaid(DEFAULT_LAYOUT.names, fields),
    options: overlaid(DEFAULT_LAYOUT.options, options),
    status: status ?? null,
  };
}

function overlaid<T extends object>(under: T, said: Said<T>): T {
  return { ...under, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
}

/** As little as says it. */
export function saidOf({ names, options, status }: Layout): SaidLayout {
  const fields = Object.entries(names).filter(
    ([kind, name]) => DEFAULT_LAYOUT.names[kind as keyof FieldNames] !== name,
  );
  const said = Object.entries(options).filter(([, meanings]) => Object.keys(meanings).length > 0);
  return {
    ...(fields.length > 0 ? { fields: Object.fromEntries(fields) } : {}),
    ...(said.length > 0 ? { options: Object.fromEntries(said) } : {}),
    ...(status && !usesStatus({ names }) ? { status } : {}),
  };
}

/** Whether GitHub's own Status is the field that the state stands in. */
export function usesStatus({ names }: Pick<Layout, "names">): boolean {
  return names.state === names.status;
}

/** What an option stands for: what was said of it, else what it is called. */
export function meaningOf({ options }: Layout, kind: Selected, option: string): string {
  const meanings = options[kind];
  return Object.hasOwn(meanings, option) ? (meanings[option] ?? option) : option;
}

export function priorityOf(layout: Layout, option: string | undefined): Priority | null {
  const meaning = option === undefined ? undefined : meaningOf(layout, "priority", option);
  return PRIORITIES.find((known) => known === meaning) ?? null;
}

export function estimateOf(layout: Layout, option: string | undefined): Estimate | null {
  const meaning = option === undefined ? undefined : meaningOf(layout, "estimate", option);
  return ESTIMATES.find((known) => known === meaning) ?? null;
}

/** The option that a value is written as: the one of its name, else the first that stands for it. */
export function optionFor<O extends { readonly name: string }>(
  layout: Layout,
  kind: Selected,
  value: string,
  options: readonly O[],
): O | undefined {
  const fitting = options.filter(({ name }) => meaningOf(layout, kind, name) === value);
  return fitting.find(({ name }) => name === value) ?? fitting[0];
}

/** The variables that operations ask for fields by. */
export function namingVariables({ names }: Layout): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(names).map(([kind, name]) => [`${kind}Field`, name]));
}
