// The words that teams use for columns, priorities and sizes on GitHub, as its own templates and many projects have them.

import { ESTIMATES, PRIORITIES, type Estimate, type Priority } from "../../engine/facts.ts";
import type { Machine, State } from "../../engine/workflow/compile.ts";

/** What a column is for, whatever it is called; `stateFor` finds the state of a workflow that plays the part. */
export type Part = "begin" | "ready" | "work" | "review" | "wait" | "end" | "dropped";

const PARTS: Readonly<Record<Part, readonly string[]>> = {
  begin: [
    "todo",
    "new",
    "open",
    "inbox",
    "backlog",
    "icebox",
    "ideas",
    "triage",
    "to triage",
    "needs triage",
    "not started",
  ],
  ready: ["ready", "next", "up next", "planned", "selected", "this iteration", "ready for development"],
  work: ["in progress", "progress", "doing", "wip", "active", "started", "working", "in development", "under way"],
  review: ["review", "in review", "needs review", "reviewing", "qa", "testing", "verify"],
  wait: ["blocked", "waiting", "on hold", "paused", "stuck", "needs info", "needs input"],
  end: ["done", "complete", "completed", "closed", "finished", "shipped", "released", "resolved", "launched"],
  dropped: [
    "canceled",
    "cancelled",
    "wont do",
    "wont fix",
    "wontfix",
    "not planned",
    "rejected",
    "duplicate",
    "dropped",
  ],
};

const PRIORITY_WORDS: Readonly<Record<Priority, readonly string[]>> = {
  P0: ["urgent", "critical", "blocker", "highest", "immediate", "emergency"],
  P1: ["high", "important", "major"],
  P2: ["medium", "normal", "moderate", "middle"],
  P3: ["low", "lowest", "minor", "trivial", "some day", "p4", "p5"],
};

const ESTIMATE_WORDS: Readonly<Record<Estimate, readonly string[]>> = {
  XS: ["tiny", "extra small", "x small"],
  S: ["small"],
  M: ["medium", "middle"],
  L: ["large", "big"],
  XL: ["x large", "extra large", "huge", "epic", "xxl"],
};

/** Names of fields, the best first. */
export const FIELD_WORDS = {
  priority: ["priority", "urgency", "severity", "importance"],
  estimate: ["estimate", "size", "effort", "t shirt size", "story points", "points"],
} as const;

/** Letters and digits in lower case: emoji, dashes and case tell nothing. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, " ")
    .trim();
}

export function isSameWord(one: string, other: string): boolean {
  return plainWords(one).replaceAll(" ", "") === plainWords(other).replaceAll(" ", "");
}

export function partOf(option: string): Part | null {
  const parts = Object.keys(PARTS) as Part[];
  return parts.find((part) => PARTS[part].some((word) => isSameWord(word, option))) ?? null;
}

/** The state that plays a part in this workflow, by what it declares of its states. */
export function stateFor(part: Part, machine: Machine): string | null {
  const states = [...machine.states.values()].toSorted((a, b) => (a.order ?? Infinity) - (b.order ?? Infinity));
  const inOrder = states.filter(({ order }) => order !== null);
  const locks = new Set([...machine.commands.values()].map(({ lock }) => lock));
  const isWork = ({ name, lock, terminal, human }: State): boolean => (lock || locks.has(name)) && !terminal && !human;
  const isIdle = (state: State): boolean => !state.terminal && !state.human && !isWork(state);
  const { start } = machine.workflow;
  const found: Readonly<Record<Part, State | undefined>> = {
    begin: machine.states.get(start),
    ready: inOrder.find((state) => isIdle(state) && state.name !== start),
    work: inOrder.findLast(isWork),
    review: inOrder.findLast(({ human }) => human),
    wait: states.find(({ human, order }) => human && order === null),
    end: inOrder.findLast(({ terminal }) => terminal),
    dropped: states.find(({ terminal, order }) => terminal && order === null),
  };
  return found[part]?.name ?? null;
}

/** By option; those of which nothing is known are left out. */
export function prioritiesOf(options: readonly string[]): ReadonlyMap<string, Priority> {
  return ranked(options, PRIORITIES, PRIORITY_WORDS);
}

export function estimatesOf(options: readonly string[]): ReadonlyMap<string, Estimate> {
  return ranked(options, ESTIMATES, ESTIMATE_WORDS);
}

/** By name or word; and where all are numbers, by their order, from the first: what is left over is like the last. */
function ranked<T extends string>(
  options: readonly string[],
  values: readonly T[],
  words: Readonly<Record<T, readonly string[]>>,
): ReadonlyMap<string, T> {
  const last = values.at(-1);
  if (last !== undefined && options.length > 0 && options.every((option) => /^\d+$/.test(plainWords(option)))) {
    const ordered = options.toSorted((a, b) => Number(plainWords(a)) - Number(plainWords(b)));
    return new Map(ordered.map((option, index) => [option, values[index] ?? last]));
  }
  const meant = (option: string): T | undefined => {
    const parts = plainWords(option).split(" ");
    return (
      values.find((value) => isSameWord(value, option)) ??
      values.find((value) => words[value].some((word) => isSameWord(word, option))) ??
      // As in "P0: drop everything", or "High (this week)".
      values.find((value) => parts[0] === value.toLowerCase()) ??
      values.find((value) => words[value].includes(parts[0] ?? ""))
    );
  };
  return new Map(
    options.flatMap((option): [string, T][] => {
      const value = meant(option);
      return value === undefined ? [] : [[option, value]];
    }),
  );
}
