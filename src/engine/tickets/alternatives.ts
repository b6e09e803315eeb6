// What would be accepted right now: every command with every intent and output, tried out. A refusal that names a way on
// has seen it work.

import { askByIntent, askByName, mayActAs, type Ask } from "./read-request.ts";
import type { Command, Machine } from "../workflow/compile.ts";
import type { Actor } from "../facts.ts";
import { judge, type HandoffSnapshot } from "./check-handoff.ts";

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
    for (const ask of asksOf(machine, command)) {
      const verdict = judge(machine, snapshot, ask, actor);
      if (verdict.ok) certain.push(retryOf(command, ask));
      else if (verdict.code === "guard_failed" && verdict.guards.some((guard) => guard.unknown)) {
        open.push(retryOf(command, ask));
      }
    }
  }
  return { certain, open };
}

export function retryOf(command: Command, ask: Ask): Retry {
  const how = ask.intent ? { intent: ask.intent.name } : { to_state: ask.target };
  return { command: command.shown, ...how, newState: ask.target };
}

/** As it stands in a call: `command="ralph_research", intent="lock"`. */
export function showRetry(retry: Retry): string {
  const how = retry.intent === undefined ? `to_state="${retry.to_state}"` : `intent="${retry.intent}"`;
  return `command="${retry.command}", ${how}`;
}

function inOrder(machine: Machine, own: Command | null): readonly Command[] {
  const others = [...machine.commands.values()].filter((command) => command !== own);
  return own ? [own, ...others] : others;
}

/** Intents first; a state is named only where no intent of the command leads there. */
function* asksOf(machine: Machine, command: Command): Generator<Ask> {
  const reached = new Set<string>();
  for (const [name, target] of command.targets) {
    const intent = machine.intents.get(name);
    if (!intent || target === null) continue;
    reached.add(target);
    yield askByIntent(command, intent, target);
  }
  for (const target of command.outputs) if (!reached.has(target)) yield askByName(machine, command, target);
}
