// What people type in place of a state: its name in any case, or the verb on the way there. Both are the workflow's own data.

import { stateNamed, type Machine } from "./compile.ts";

/** A state's name without its capitals, spaces and marks; the word itself where no state is called so. */
export function stateLike(machine: Machine, word: string): string {
  if (machine.states.has(word)) return word;
  const alike = [...machine.states.keys()].filter((name) => plain(name) === plain(word));
  // Two states that differ only in their spelling are told apart by it.
  return alike.length === 1 ? (alike[0] ?? word) : word;
}

/** The states that a word may stand for, for a ticket that is in `from`; none: it is no word of the workflow. */
export function statesMeant(machine: Machine, from: string | null, word: string): readonly string[] {
  const state = stateLike(machine, word);
  if (machine.states.has(state)) return [state];
  const edges = from !== null && machine.states.has(from) ? stateNamed(machine, from).edges : [];
  const ways = edges.flatMap(({ to, label }) => (label === undefined ? [] : [{ to, label: plain(label) }]));
  const wanted = plain(word);
  if (wanted === "") return [];
  const whole = ways.filter(({ label }) => label === wanted);
  const begun = whole.length > 0 ? whole : ways.filter(({ label }) => label.startsWith(wanted));
  return [...new Set(begun.map(({ to }) => to))];
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
