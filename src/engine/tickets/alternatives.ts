// What would be accepted right now: every command with every intent and output, tried out. A refusal that names a way on
// has seen it work.

import { mayActAs, requestByIntent, requestByState, type ClearRequest } from "./read-request.ts";
import type { Command, Machine } from "../workflow/compile.ts";
import type { Actor } from "../facts.ts";
import { checkHandoff, type HandoffSnapshot } from "./check-handoff.ts";

export interface Retry {
  /** The shown name. */
  readonly command: string;
  readonly intent?: string;
  readonly to_state?: string;
  readonly newState: string;
}

export interface Alternatives {
  readonly certain: readonly Retry[];
  /** Hang on a guard whose facts this snapshot does not hold. */
  readonly open: readonly Retry[];
}

/** The caller's own command comes first. */
export function alternatives(
  machine: Machine,
  snapshot: HandoffSnapshot,
  actor: Actor,
  own: Command | null,
): Alternatives {
  const certain: Retry[] = [];
  const open: Retry[] = [];
  if (actor.kind === "person") return { certain, open };
  for (const command of inOrder(machine, own)) {
    if (actor.commands && !mayActAs(machine, actor.commands, command)) continue;
    for (const wanted of requestsOf(machine, command)) {
      const checked = checkHandoff(machine, snapshot, wanted, actor);
      if (checked.ok) certain.push(retryOf(command, wanted));
      else if (checked.code === "guard_failed" && checked.guards.some((guard) => guard.unknown)) {
        open.push(retryOf(command, wanted));
      }
    }
  }
  return { certain, open };
}

export function retryOf(command: Command, wanted: ClearRequest): Retry {
  const how = wanted.intent ? { intent: wanted.intent.name } : { to_state: wanted.target };
  return { command: command.shown, ...how, newState: wanted.target };
}

function inOrder(machine: Machine, own: Command | null): readonly Command[] {
  const others = [...machine.commands.values()].filter((command) => command !== own);
  return own ? [own, ...others] : others;
}

/** Intents first; a state is named only where no intent of the command leads there. */
function* requestsOf(machine: Machine, command: Command): Generator<ClearRequest> {
  const reached = new Set<string>();
  for (const [name, target] of command.targets) {
    const intent = machine.intents.get(name);
    if (!intent || target === null) continue;
    reached.add(target);
    yield requestByIntent(command, intent, target);
  }
  for (const target of command.outputs) if (!reached.has(target)) yield requestByState(machine, command, target);
}
