// How to go on from a refused handoff: the words after `Recovery:`. Whatever is named here was tried out first.

import { retryOf, showRetry, type Alternatives, type Retry } from "./alternatives.ts";
import { mayActAs, type Ask, type HandoffRequest } from "./read-request.ts";
import type { Command, Machine } from "../workflow/compile.ts";
import { judge, type HandoffSnapshot } from "./check-handoff.ts";
import { listed } from "../refusal.ts";

export interface Context {
  readonly machine: Machine;
  readonly snapshot: HandoffSnapshot;
  readonly request: HandoffRequest;
  /** null for a person. */
  readonly command: Command | null;
  readonly key: string;
  readonly from: string | null;
  readonly ways: Alternatives;
}

export function confirmed(context: Context, ask: Ask): Retry | null {
  const { machine, snapshot, request } = context;
  const { actor } = request;
  if (!ask.command || actor.kind === "person") return null;
  if (actor.commands && !mayActAs(machine, actor.commands, ask.command)) return null;
  return judge(machine, snapshot, ask, actor).ok ? retryOf(ask.command, ask) : null;
}

export function goOn(context: Context, best: Retry | null = null): string {
  if (context.request.actor.kind === "person") {
    const allowed = allowedFrom(context.machine, context.from);
    return allowed.length > 0 ? `retry with one of ${listed(allowed)}.` : "nothing leads on from here.";
  }
  if (!context.snapshot.ticket) {
    return `then there is the ticket: ${context.key} is not on this board. Find its number with list_tickets and retry with that.`;
  }
  if (best) return `retry with ${showRetry(best)}.`;
  return describe(context.ways, context);
}

export function meanwhile(context: Context): string {
  const { certain } = context.ways;
  return certain.length === 0 ? "" : `Accepted now: ${shortList(certain, context)}.`;
}

export function describe(ways: Alternatives, context: Context): string {
  const { key } = context;
  if (ways.certain.length > 0) return `retry with ${shortList(ways.certain, context)}.`;
  if (ways.open.length > 0) {
    return `retry with ${shortList(ways.open, context)}, which is accepted if its guard is met; nothing else is accepted for ${key} now.`;
  }
  return `nothing is accepted for ${key} from you now; take up other work with pick_actionable_issue, and retry nothing here.`;
}

const MOST_RETRIES = 6;

/**
 * The caller's own ways on; where it has none, those of whose turn it is. An agent may follow a suggestion to the letter,
 * so that ending the ticket is suggested only where nothing else is left.
 */
function shortList(retries: readonly Retry[], context: Context): string {
  const { machine, command, from } = context;
  const own = retries.filter((retry) => retry.command === command?.shown);
  const goesOn = (retry: Retry): boolean => !machine.states.get(retry.newState)?.terminal;
  const due = new Set(machine.states.get(from ?? "")?.expectedBy);
  const choices = [own, retries.filter((retry) => due.has(retry.command)), retries].map((list) => list.filter(goesOn));
  const best = choices.find((list) => list.length > 0) ?? (own.length > 0 ? own : retries);
  return listed(best.slice(0, MOST_RETRIES).map(showWithTarget));
}

export function allowedFrom(machine: Machine, from: string | null): readonly string[] {
  return from === null ? [] : (machine.states.get(from)?.next ?? []);
}

/** Where an intent leads is not to be seen from its name. */
function showWithTarget(retry: Retry): string {
  return retry.intent === undefined ? showRetry(retry) : `${showRetry(retry)} (to "${retry.newState}")`;
}
