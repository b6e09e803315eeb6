// Which of their words is which of ours: a table that people read, change, and hand back.

import * as z from "zod";
import { ESTIMATES, PRIORITIES } from "../engine/facts.ts";
import { listed } from "../engine/words.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import type { ForeignTicket } from "./foreign.ts";

const table = z.record(z.string(), z.string().nullable());

/** null: it has no counterpart, and is written below the body. */
export const mapSchema = z.strictObject({
  $schema: z.string().optional(),
  states: z.record(z.string(), z.string()),
  priorities: table,
  estimates: table,
});
export type WordMap = z.output<typeof mapSchema>;

/** A first table, of the words that there are. */
export function guessMap(tickets: readonly ForeignTicket[], workflow: Workflow): WordMap {
  return {
    states: guessAll(
      tickets.map(({ state }) => state),
      (word) => guessState(word, workflow),
    ),
    priorities: guessAll(
      tickets.map(({ priority }) => priority),
      guessPriority,
    ),
    estimates: guessAll(
      tickets.map(({ estimate }) => estimate),
      guessEstimate,
    ),
  };
}

/** What is wrong with a table, in words; none: it can be used. */
export function checkMap(map: WordMap, tickets: readonly ForeignTicket[], workflow: Workflow): readonly string[] {
  const missing = guessMap(tickets, workflow);
  const lacks = (["states", "priorities", "estimates"] as const).flatMap((part) =>
    Object.keys(missing[part]).flatMap((word) =>
      Object.hasOwn(map[part], word) ? [] : [`${part} says nothing of ${JSON.stringify(word)}`],
    ),
  );
  const states = Object.entries(map.states).flatMap(([word, state]) => {
    const known = Object.hasOwn(workflow.states, state) ? workflow.states[state] : undefined;
    const names = listed(Object.keys(workflow.states), "and");
    if (!known) return [`states sends ${JSON.stringify(word)} to "${state}", and the states are ${names}`];
    return known.lock ? [`states sends ${JSON.stringify(word)} to "${state}", which is entered with a lock only`] : [];
  });
  const outside = (part: "priorities" | "estimates", words: readonly string[]): readonly string[] =>
    Object.values(map[part]).flatMap((value) =>
      value === null || words.includes(value) ? [] : [`${part}: "${value}" is none of ${listed(words)}`],
    );
  return [...lacks, ...states, ...outside("priorities", PRIORITIES), ...outside("estimates", ESTIMATES)];
}

function guessAll<T>(words: readonly (string | null)[], guess: (word: string) => T): Record<string, T> {
  const known = [...new Set(words)].flatMap((word) => (word === null ? [] : [word])).toSorted();
  return Object.fromEntries(known.map((word) => [word, guess(word)]));
}

/** A state of the same name; closed where it sounds closed; else the beginning, where somebody will look at it. */
function guessState(word: string, workflow: Workflow): string {
  const same = Object.entries(workflow.states).find(([name, { lock }]) => !lock && plain(name) === plain(word));
  if (same) return same[0];
  const ends = Object.keys(workflow.states).filter((name) => workflow.states[name]?.terminal);
  const finished = ends.find((name) => name === workflow.pipeline?.at(-1)) ?? ends[0];
  const dropped = ends.find((name) => name !== finished);
  if (DROPPED.test(word)) return dropped ?? finished ?? workflow.start;
  return FINISHED.test(word) ? (finished ?? workflow.start) : workflow.start;
}

const DROPPED = /cancel|won.?t|not.planned|duplicate|invalid|reject|abandon|obsolete/i;
const FINISHED = /closed|done|complete|finish|resolved|fixed|shipped|merged/i;

const URGENCY: readonly RegExp[] = [
  /^(p?0|critical|highest|urgent|blocker)$/i,
  /^(p?1|high|major)$/i,
  /^(p?2|medium|normal|moderate)$/i,
  /^(p?[34]|low|lowest|minor|trivial|backlog)$/i,
];

function guessPriority(word: string): string | null {
  return PRIORITIES[URGENCY.findIndex((pattern) => pattern.test(word.trim()))] ?? null;
}

/** Minutes up to which a size is worked on, and story points. */
const MINUTES = [60, 240, 480, 1440];
const POINTS = [1, 2, 3, 5];

function guessEstimate(word: string): string | null {
  const known = ESTIMATES.find((size) => size === word.trim().toUpperCase());
  if (known) return known;
  const [, count, unit] = /^(\d+(?:\.\d+)?)\s*(min)?$/.exec(word.trim()) ?? [];
  if (count === undefined) return null;
  const steps = unit === undefined ? POINTS : MINUTES;
  const at = steps.findIndex((most) => Number(count) <= most);
  return ESTIMATES[at === -1 ? steps.length : at] ?? null;
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
