// Requests that make no sense: a word that the workflow does not know, or an intent that the command has no use for.

import type { Retry } from "../alternatives.ts";
import { requestByIntent, requestByState } from "../read-request.ts";
import { say } from "../../acts.ts";
import { commandOf, type Command, type Machine } from "../../workflow/compile.ts";
import { anyOf, confirmed, describe, goOn } from "../recovery.ts";
import { listed, nearest, unknown } from "../../words.ts";
import { instead, intentsOf } from "./commands.ts";
import type { Context, Explained } from "./context.ts";

export function unknownCommand(context: Context): Explained {
  const { machine, request } = context;
  const all = [...machine.commands.values()];
  const word = request.command ?? "";
  const meant = commandOf(
    machine,
    nearest(
      word,
      all.flatMap((command) => [command.name, command.shown]),
    ) ?? "",
  );
  const shown = all.map((command) => command.shown);
  const example = all[0];
  const forms = example && machine.prefix ? `, bare or prefixed (${example.name} or ${example.shown})` : "";
  return {
    code: "unknown_command",
    what: `${unknown("command", word)} The commands are ${listed(shown, "and")}${forms}.`,
    facts: { commands: shown, ...(meant ? { nearest: meant.shown } : {}) },
    recovery: goOn(context, meant ? retryAs(context, meant) : null),
  };
}

export function commandNotAllowed(context: Context, { shown }: Command, commands: readonly string[]): Explained {
  const granted = shownCommands(context.machine, commands);
  return {
    code: "command_not_allowed",
    what: `This connection may not act as ${shown}; it may act as ${listed(granted)}.`,
    facts: { commands: granted },
    recovery: say`${goOn(context)} Leave what only ${shown} does to an agent that may act as ${shown}.`,
  };
}

export function unknownIntent(context: Context, word: string, command: Command): Explained {
  const { machine } = context;
  const intents = [...machine.intents.values()];
  const meant = machine.intents.get(nearest(word, machine.intents.keys()) ?? "");
  const target = meant ? command.targets.get(meant.name) : undefined;
  const retry = meant && target ? confirmed(context, requestByIntent(command, meant, target)) : null;
  const all = intents.map((intent) => `${intent.name} (${intent.description})`);
  return {
    code: "unknown_intent",
    what: `${unknown("semantic intent", word)} The intents are ${all.join("; ")}.`,
    facts: { intents: intents.map((intent) => intent.name), ...(meant ? { nearest: meant.name } : {}) },
    recovery: goOn(context, retry),
  };
}

export function unknownState(context: Context, word: string, command: Command | null): Explained {
  const { machine } = context;
  const states = [...machine.states.keys()];
  const meant = nearest(word, states);
  const retry = meant !== undefined && command ? confirmed(context, requestByState(machine, command, meant)) : null;
  return {
    code: "unknown_state",
    what: `${unknown("state", word, states)} The states are ${listed(states, "and")}.`,
    facts: { states, ...(meant === undefined ? {} : { nearest: meant }) },
    recovery: goOn(context, retry),
  };
}

export function intentNotMapped(context: Context, command: Command, intent: string): Explained {
  const { machine } = context;
  const facts = { intents: intentsOf(command), outputs: [...command.outputs] };
  if (machine.intents.get(intent)?.acquires) {
    const lockers = [...machine.commands.values()].filter((other) => other.lock !== null);
    const who = listed(
      lockers.map((other) => `${other.shown} (to "${other.lock}")`),
      "and",
    );
    return {
      code: "intent_not_mapped",
      what: `Intent "${intent}" is not valid for ${command.shown}, which has no lock state. ${lockers.length > 0 ? `These can lock: ${who}.` : "No command can lock."} ${instead(command)}`,
      facts: { ...facts, lockers: lockers.map((other) => ({ command: other.shown, state: other.lock })) },
    };
  }
  const why = command.orchestrates
    ? `an orchestrator, which delegates each step to the command for it and completes nothing by itself`
    : `which has no mapping for it`;
  return {
    code: "intent_not_mapped",
    what: `Intent "${intent}" is not valid for ${command.shown}, ${why}. ${instead(command)}`,
    facts,
    recovery: command.orchestrates
      ? say`delegate the step to the command for it, or escalate. ${goOn(context)}`
      : goOn(context),
  };
}

export function intentAmbiguous(context: Context, command: Command, intent: string): Explained {
  const { machine, ways } = context;
  const outputs = [...command.outputs].map((name) => `"${name}" (${machine.states.get(name)?.description ?? ""})`);
  const open = [...command.outputs].flatMap((name) => confirmed(context, requestByState(machine, command, name)) ?? []);
  return {
    code: "intent_ambiguous",
    what: `Intent "${intent}" is ambiguous for ${command.shown}, which has multiple output paths: ${outputs.join("; ")}.`,
    facts: { outputs: [...command.outputs], intents: intentsOf(command) },
    recovery:
      open.length > 0
        ? say`retry with a direct state name in place of the intent: ${anyOf(context, open, false)}.`
        : say`a direct state name in place of the intent says which way out is meant, but none is open from here. ${describe(ways, context)}`,
  };
}

/** The same request as another command, where that is accepted now. */
function retryAs(context: Context, command: Command): Retry | null {
  const { machine, request } = context;
  const intent = machine.intents.get(request.intent ?? "");
  const target = intent ? command.targets.get(intent.name) : request.toState;
  if (target === undefined || target === null || !machine.states.has(target)) return null;
  return confirmed(
    context,
    intent ? requestByIntent(command, intent, target) : requestByState(machine, command, target),
  );
}

function shownCommands(machine: Machine, words: readonly string[]): readonly string[] {
  return words.map((word) => commandOf(machine, word)?.shown ?? word);
}
