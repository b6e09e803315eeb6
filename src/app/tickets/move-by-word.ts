// A person's handoff in their own words: a state in any case, or the verb on the way there.

import { say } from "../../engine/acts.ts";
import { showKey } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { statesMeant, stateLike } from "../../engine/workflow/target-words.ts";
import { didYouMean, listed, nearest, quote, showWord } from "../../engine/words.ts";
import type { App, Caller } from "../app.ts";
import { handoff, type HandoffAnswer, type HandoffInput } from "./handoff.ts";

export interface WordedMove extends Omit<HandoffInput, "toState" | "fromState" | "intent" | "command"> {
  readonly word: string;
  readonly from?: string | undefined;
}

/** A verb is that of the state where the ticket was seen: where it is elsewhere by now, it is not moved. */
export async function moveByWord(
  app: App,
  caller: Caller,
  { word, from, ...input }: WordedMove,
): Promise<HandoffAnswer | Refusal> {
  const { machine } = app;
  const fromState = from === undefined ? undefined : stateLike(machine, from);
  const named = stateLike(machine, word);
  const ticket = machine.states.has(named) ? null : await app.board.tickets.get(input.key, "to show");
  if (!ticket) return handoff(app, caller, { ...input, toState: named, fromState });
  const [state, ...others] = statesMeant(machine, ticket.state, word);
  if (state !== undefined && others.length === 0) {
    return handoff(app, caller, { ...input, toState: state, fromState: fromState ?? ticket.state });
  }
  const edges = (ticket.state === null ? undefined : machine.states.get(ticket.state)?.edges) ?? [];
  const all = edges.map(({ to, label }) => ({ to, label: label ?? `Move to ${to}` }));
  const ways = state === undefined ? all : all.filter(({ to }) => to === state || others.includes(to));
  const labels = ways.map(({ label }) => label);
  const shown = listed(ways.map(({ to, label }) => `${showWord(label)} (to ${showWord(to)})`));
  const what =
    state === undefined
      ? `${quote(word)} is neither a state nor a verb of ${showKey(ticket.key)}, which is in ${quote(ticket.state ?? "no state")}.${didYouMean(nearest(word, [...labels, ...machine.states.keys()]))}`
      : `${quote(word)} could be ${shown}.`;
  return refuse(
    "unknown_state",
    what,
    ways.length === 0
      ? say`nothing leads on from there; look at it with ${{ type: "show_ticket", key: ticket.key }}.`
      : say`${{ type: "move_to", ways }}.`,
    { states: [...machine.states.keys()] },
  );
}
