// How to go on from a refused handoff: the words after `Recovery:`. Every way that is named here was tried out first.

import { retryOf, type Alternatives, type Retry } from "./alternatives.ts";
import { mayActAs, type ClearRequest } from "./read-request.ts";
import { by, say, type Act, type Words } from "../acts.ts";
import { checkHandoff } from "./check-handoff.ts";
import { allowedFrom, type Context } from "./refusals/context.ts";

export function confirmed(context: Context, wanted: ClearRequest): Retry | null {
  const { machine, snapshot, request } = context;
  const { actor } = request;
  if (!wanted.command || actor.kind === "person") return null;
  if (actor.commands && !mayActAs(machine, actor.commands, wanted.command)) return null;
  return checkHandoff(machine, snapshot, wanted, actor).ok ? retryOf(wanted.command, wanted) : null;
}

export function goOn(context: Context, best: Retry | null = null): Words {
  const { request, snapshot, key } = context;
  if (request.actor.kind === "person") {
    const ways = personsWays(context);
    return ways ? say`${ways}.` : "nothing leads on from here.";
  }
  if (!snapshot.ticket) {
    return say`then there is the ticket: ${key} is not on this board. Find its number ${by({ type: "list_tickets" })} and retry with that.`;
  }
  if (best) return say`retry with ${anyOf(context, [best], false)}.`;
  return describe(context.ways, context);
}

/** null: no edge leads out of its state. */
export function personsWays(context: Context): Act | null {
  const ways = allowedFrom(context.machine, context.from).map((to) => ({ to, label: labelOf(context, to) }));
  return ways.length > 0 ? { type: "move_to", ways } : null;
}

function labelOf({ machine, from }: Context, to: string): string {
  const edges = from === null ? undefined : machine.states.get(from)?.edges;
  return edges?.find((edge) => edge.to === to)?.label ?? `Move to ${to}`;
}

/** What is accepted meanwhile; nothing where that is nothing. */
export function meanwhile(context: Context): Words {
  const { certain } = context.ways;
  return certain.length === 0 ? "" : say`Accepted now: ${shortList(certain, context)}.`;
}

export function describe(ways: Alternatives, context: Context): Words {
  const { key } = context;
  if (ways.certain.length > 0) return say`retry with ${shortList(ways.certain, context)}.`;
  if (ways.open.length > 0) {
    return say`retry with ${shortList(ways.open, context)}, which is accepted if its guard is met; nothing else is accepted for ${key} now.`;
  }
  return say`nothing is accepted for ${key} from you now; take up other work ${by({ type: "pick" })}, and retry nothing here.`;
}

const MOST_RETRIES = 6;

/**
 * The caller's own ways on; where it has none, those of whose turn it is. An agent may follow a suggestion to the letter,
 * so that ending the ticket is suggested only where nothing else is left.
 */
function shortList(retries: readonly Retry[], context: Context): Act {
  const { machine, command, from } = context;
  const own = retries.filter((retry) => retry.command === command?.shown);
  const goesOn = (retry: Retry): boolean => !machine.states.get(retry.newState)?.terminal;
  const due = new Set(machine.states.get(from ?? "")?.expectedBy);
  const choices = [own, retries.filter((retry) => due.has(retry.command)), retries].map((list) => list.filter(goesOn));
  const best = choices.find((list) => list.length > 0) ?? (own.length > 0 ? own : retries);
  return anyOf(context, best.slice(0, MOST_RETRIES), true);
}

/** `showsTargets`: with the state that an intent leads to. */
export function anyOf(context: Context, retries: readonly Retry[], showsTargets: boolean): Act {
  const ways = retries.map(({ command, intent, to_state: toState, newState }) => ({
    command,
    ...(intent === undefined ? {} : { intent }),
    ...(toState === undefined ? {} : { toState }),
    newState,
    label: labelOf(context, newState),
    showsTarget: showsTargets && intent !== undefined,
  }));
  return { type: "move_as", key: context.request.key, ways };
}
