// How to go on from a refused handoff: the words after `Recovery:`. An agent may do exactly what stands there, the first
// thing first, so that comes first which the agent wanted, done right.

import { argument, by, listedWords, say, sentences, type Act, type Words } from "../acts.ts";
import type { Key } from "../facts.ts";
import { listed } from "../words.ts";
import type { ClearRequest } from "./read-request.ts";
import type { Context } from "./refusals/context.ts";

export function goOn(context: Context): Words {
  const { request, snapshot, key } = context;
  if (request.actor.kind === "person") {
    const ways = personsWays(context);
    return ways ? say`${ways}.` : "nothing leads on from here.";
  }
  if (!snapshot.ticket) {
    return say`then there is the ticket: ${key} is not on this board. Find its number ${by({ type: "list_tickets" })} and retry with that.`;
  }
  return sentences(say`${wayOn(context)}.`, lastResort(context));
}

/** The caller's own way; else whose turn it is, and how their work begins; and always that the ticket can be left. */
function wayOn(context: Context): Words {
  const { own, turn, begin } = context.suggestions;
  if (own.length > 0) return say`retry with ${ways(context, own)}${changes(context)}`;
  if (turn === null) return leave(context);
  if (turn === "person") return say`it is a person's turn: ${leave(context)}`;
  const whose = `it is ${listed(turn.map(({ shown }) => shown))}'s turn`;
  if (begin.length === 0) return say`${whose}: ${leave(context)}`;
  return say`${whose}. To do that work, begin with ${ways(context, begin)}${changes(context)}; else ${leave(context)}`;
}

/** Other work, by the call that finds it for this caller. */
export function leave(context: Context): Words {
  return say`leave ${context.key}, retry nothing on it, and take up other work ${by(pickAct(context))}`;
}

export function pickAct({ suggestions: { pick } }: Context): Act {
  return { type: "pick", workflowState: pick?.workflowState ?? null };
}

/** Where it is the caller's turn, and nothing else helps. */
export function lastResort({ request, suggestions: { giveUp } }: Context): Words {
  return giveUp === null ? "" : say`If you can't go on: ${anyOf(request.key, [giveUp])}.`;
}

/** null: no edge leads out of its state. */
export function personsWays({ machine, from }: Context): Act | null {
  const state = from === null ? undefined : machine.states.get(from);
  const all = (state?.next ?? []).map((to) => {
    const label = state?.edges.find((edge) => edge.to === to)?.label;
    return { to, label: label ?? `Move to ${to}` };
  });
  return all.length > 0 ? { type: "move_to", ways: all } : null;
}

const MOST_WAYS = 3;

export function ways({ request }: Context, requests: readonly ClearRequest[]): Act {
  return anyOf(request.key, requests.slice(0, MOST_WAYS));
}

/** What else has to be different in the call. */
function changes({ request, snapshot }: Context): Words {
  const { ticket } = snapshot;
  const moved = request.fromState !== undefined && ticket !== null && request.fromState !== ticket.state;
  const spent = ticket?.token === "former" || ticket?.token === "foreign";
  const dropped = [...(moved ? [argument("from_state")] : []), ...(spent ? [argument("claim")] : [])];
  const without = dropped.length > 0 ? say`, without ${listedWords(dropped, "and")}` : "";
  const reason = request.reason.trim() === "" ? say`, with ${argument("reason")} set to a sentence that says why` : "";
  return say`${without}${reason}`;
}

/** One of these, as it stands in a call; with the state that an intent leads to. */
function anyOf(key: Key, requests: readonly ClearRequest[]): Act {
  const ways = requests.map(({ command, intent, target }) => ({
    command: command?.shown ?? "",
    ...(intent ? { intent: intent.name } : { toState: target }),
    newState: target,
    showsTarget: intent !== null,
  }));
  return { type: "move_as", key, ways };
}
