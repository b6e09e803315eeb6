// How to go on from a refused handoff: the words after `Recovery:`. An agent may do exactly what stands there, the first
// thing first, so that comes first which the agent wanted, done right.

import { argument, by, listedWords, say, sentences, type Act, type Words } from "../acts.ts";
import { listed } from "../words.ts";
import type { CommandRequest } from "./read-request.ts";
import { allowedFrom, standing, type Context } from "./refusals/context.ts";

export function goOn(context: Context): Words {
  const { request, snapshot, key } = context;
  if (request.actor.kind === "person") {
    const ways = personsWays(context);
    return ways ? say`${ways}.` : "nothing leads on from here.";
  }
  if (!snapshot.ticket) {
    return say`find the ticket's number ${by({ type: "list_tickets" })} and retry with that: there is no ${key} on this board.`;
  }
  return sentences(say`${wayOn(context)}.`, lastResort(context));
}

/** The caller's own way; else whose turn it is, and how their work begins; and always that the ticket can be left. */
function wayOn(context: Context): Words {
  const { own, turn, begin } = context.suggestions;
  if (own.length > 0) return retry(context, own);
  if (turn === null)
    return isEnded(context) ? say`${standing(context)}, which is terminal. So ${leave(context)}` : leave(context);
  if (turn === "person") return say`${standing(context)}: a person's turn. So ${leave(context)}`;
  const whose = `${standing(context)}: ${listed(turn.map(({ shown }) => `${shown}'s`))} turn`;
  if (begin.length === 0) return say`${whose}. So ${leave(context)}`;
  const work = context.command?.orchestrates ? "To do that work, or to delegate it" : "To do that work";
  return say`${whose}. ${work}, begin with ${ways(context, begin)}${changes(context)}; else ${leave(context)}`;
}

/** Of an intent and a state only one can be given: where both were, the ways are of one kind, and the other is dropped. */
function retry(context: Context, own: readonly CommandRequest[]): Words {
  const { intent, toState } = context.request;
  const proof = commitFor(context);
  if (intent === undefined || toState === undefined) {
    return say`retry with ${ways(context, own)}${changes(context)}${proof}`;
  }
  const byIntent = own[0]?.intent !== null;
  const alike = own.filter((way) => (way.intent !== null) === byIntent);
  return say`retry with ${ways(context, alike)}${changes(context, argument(byIntent ? "to_state" : "intent"))}${proof}`;
}

function isEnded({ machine, from }: Context): boolean {
  return from !== null && machine.states.get(from)?.terminal === true;
}

/** Other work, by the call that finds it for this caller. */
export function leave(context: Context): Words {
  return say`leave ${context.key}, retry nothing on it, and take up other work ${by(pickAct(context))}`;
}

function pickAct({ suggestions: { pick } }: Context): Act {
  return { type: "pick", workflowState: pick?.workflowState ?? null };
}

/** Where it is the caller's turn, and nothing else helps. */
export function lastResort(context: Context): Words {
  const { giveUp, own } = context.suggestions;
  return giveUp === null || own.some(({ target }) => target === giveUp.target)
    ? ""
    : say`If you can't go on: ${ways(context, [giveUp])}${changes(context)}.`;
}

/** null: no edge leads out of its state. */
export function personsWays(context: Context): Act | null {
  const all = allowedFrom(context.machine, context.from).map((to) => ({ to, label: labelOf(context, to) }));
  return all.length > 0 ? { type: "move_to", ways: all } : null;
}

function labelOf({ machine, from }: Context, to: string): string {
  const edges = from === null ? undefined : machine.states.get(from)?.edges;
  return edges?.find((edge) => edge.to === to)?.label ?? `Move to ${to}`;
}

const MOST_WAYS = 3;

export function ways(context: Context, requests: readonly CommandRequest[]): Act {
  return anyOf(context, requests.slice(0, MOST_WAYS));
}

/** What else has to be different in the call. */
export function changes({ request, snapshot, suggestions }: Context, ...other: readonly Act[]): Words {
  const { ticket } = snapshot;
  const moved = request.fromState !== undefined && ticket !== null && request.fromState !== ticket.state;
  const spent = ticket?.token === "former" || ticket?.token === "foreign";
  const dropped = [...other, ...(moved ? [argument("from_state")] : []), ...(spent ? [argument("claim")] : [])];
  const without = dropped.length > 0 ? say`, without ${listedWords(dropped, "and")}` : "";
  const reason = request.reason.trim() === "" ? say`, with ${argument("reason")} set to a sentence that says why` : "";
  const token =
    suggestions.needsToken && ticket?.token !== "current"
      ? say`, with ${argument("claim")} set to the token that your lock answered with`
      : "";
  return say`${without}${token}${reason}`;
}

/** What is not there yet can't be tried: the next answer says what of it is missing. */
function commitFor({ request, suggestions }: Context): Words {
  if (!suggestions.needsEvidence) return "";
  if (request.commit !== undefined) return "; it then says which proof is missing, and how to get it";
  return say`, with ${argument("commit")} set to the whole hash of the commit that your work is in; it then says which proof is missing`;
}

/** One of these, as it stands in a call; with the state that an intent leads to. */
function anyOf(context: Context, requests: readonly CommandRequest[]): Act {
  const ways = requests.map(({ command, intent, target }) => ({
    command: command.shown,
    ...(intent ? { intent: intent.name } : { toState: target }),
    newState: target,
    label: labelOf(context, target),
    showsTarget: intent !== null,
  }));
  return { type: "move_as", key: context.request.key, ways };
}
