// Proposes what the options of a project stand for, from what they are called. People see the proposal before anything is
// written, and may say otherwise; what was said before stays.

import type { Machine } from "../../engine/workflow/compile.ts";
import { usesStatus, type Layout, type Meanings } from "./layout.ts";
import { estimatesOf, FIELD_WORDS, isSameWord, partOf, plainWords, prioritiesOf, stateFor } from "./words.ts";

/** As much of a project's field as a proposal rests on. */
export interface OfferedField {
  readonly name: string;
  readonly type: string;
  readonly options: readonly { readonly name: string }[];
}

/** `said`: what settings and flags say already; `inStep`: whether Status is to show states that stand in another field. */
export function proposeLayout(
  fields: readonly OfferedField[],
  machine: Machine,
  said: Layout,
  inStep = said.status !== null,
): Layout {
  const names = {
    ...said.names,
    priority: nameOf("priority", fields, said),
    estimate: nameOf("estimate", fields, said),
    iteration: iterationOf(fields, said),
  };
  const optionsOf = (name: string): readonly string[] =>
    fields.find((field) => field.name === name && isSelect(field))?.options.map((option) => option.name) ?? [];
  // What was said of an option that is gone says nothing any more.
  const still = (name: string, meanings: Meanings): Meanings => {
    const there = optionsOf(name);
    return Object.fromEntries(Object.entries(meanings).filter(([option]) => there.includes(option)));
  };
  const state = proposeStates(optionsOf(names.state), machine, still(names.state, said.options.state));
  const withNames: Layout = {
    names,
    options: {
      state,
      priority: differing(prioritiesOf(optionsOf(names.priority)), still(names.priority, said.options.priority)),
      estimate: differing(estimatesOf(optionsOf(names.estimate)), still(names.estimate, said.options.estimate)),
    },
    status: said.status,
  };
  const status = optionsOf(names.status);
  if (!inStep || usesStatus(withNames) || status.length === 0) return withNames;
  const shown = Object.entries(said.status ?? {}).filter(([, option]) => status.includes(option));
  return { ...withNames, status: { ...proposeStatus(status, machine), ...Object.fromEntries(shown) } };
}

/** What each option of the state's field stands for, where that is called otherwise. */
export function proposeStates(options: readonly string[], machine: Machine, said: Meanings = {}): Meanings {
  const known = options.flatMap((option): [string, string][] => {
    const state = Object.hasOwn(said, option) ? undefined : stateCalled(option, machine);
    return state === undefined || state === option ? [] : [[option, state]];
  });
  return { ...said, ...Object.fromEntries(known) };
}

/**
 * The option that shows each state: the one that stands for it; else the one for work, where somebody works; else, as the
 * pipeline goes, the one of the state before.
 */
export function proposeStatus(options: readonly string[], machine: Machine): Meanings {
  const optionFor = (part: Parameters<typeof stateFor>[0]): string | undefined =>
    options.find((option) => partOf(option) === part || stateCalled(option, machine) === stateFor(part, machine));
  const [begin, work, review] = [optionFor("begin"), optionFor("work"), optionFor("review")];
  const end = optionFor("end");
  const shown: Record<string, string> = {};
  let before = begin ?? options[0];
  for (const state of [...machine.states.values()].toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity))) {
    const own = options.find((option) => stateCalled(option, machine) === state.name);
    const option = own ?? shownAs(state) ?? before;
    if (option === undefined) continue;
    shown[state.name] = option;
    if (state.order !== null && !state.lock && !state.human) before = option;
  }
  return shown;

  function shownAs({
    terminal,
    human,
    lock,
    order,
  }: {
    terminal: boolean;
    human: boolean;
    lock: boolean;
    order: number | null;
  }): string | undefined {
    if (terminal) return order === null ? (optionFor("dropped") ?? end) : end;
    if (human) return order === null ? (optionFor("wait") ?? review ?? work) : (review ?? work);
    return lock ? work : undefined;
  }
}

/** By its name, by a name that has all of its words, or by the part that it plays. */
function stateCalled(option: string, machine: Machine): string | undefined {
  const names = [...machine.states.keys()];
  if (machine.states.has(option)) return option;
  const same = names.find((name) => isSameWord(name, option));
  if (same !== undefined) return same;
  const words = plainWords(option).split(" ");
  const longer = names.filter((name) => words.every((word) => plainWords(name).split(" ").includes(word)));
  if (longer.length === 1) return longer[0];
  const part = partOf(option);
  return (part && stateFor(part, machine)) ?? undefined;
}

/** The project's own where it has one; where its name is taken by what is no choice, another. */
function nameOf(kind: "priority" | "estimate", fields: readonly OfferedField[], said: Layout): string {
  const name = said.names[kind];
  if (fields.some((field) => field.name === name && isSelect(field))) return name;
  const [own] = FIELD_WORDS[kind].flatMap((word) =>
    fields.filter((field) => isSelect(field) && isSameWord(field.name, word)),
  );
  if (own) return own.name;
  const isTaken = (candidate: string): boolean => fields.some((field) => isSameWord(field.name, candidate));
  const free = FIELD_WORDS[kind].find((word) => !isTaken(word));
  return isTaken(name) && free !== undefined ? capital(free) : name;
}

function iterationOf(fields: readonly OfferedField[], { names }: Layout): string {
  const iterations = fields.filter(({ type }) => type === "ITERATION");
  return (iterations.find(({ name }) => name === names.iteration) ?? iterations[0])?.name ?? names.iteration;
}

function differing(meant: ReadonlyMap<string, string>, said: Meanings): Meanings {
  return { ...Object.fromEntries([...meant].filter(([option, value]) => option !== value)), ...said };
}

function isSelect({ type }: OfferedField): boolean {
  return type === "SINGLE_SELECT";
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
