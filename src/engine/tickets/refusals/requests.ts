// Requests that make no sense: a word that the workflow does not know, or an intent that the command has no use for.

import { say } from "../../acts.ts";
import { commandOf, type Command, type Machine } from "../../workflow/compile.ts";
import { changes, goOn, ways } from "../recovery.ts";
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
  };
}

export function commandNotAllowed(context: Context, { shown }: Command, commands: readonly string[]): Explained {
  const granted = shownCommands(context.machine, commands);
  const facts = { commands: granted };
  if (granted.length === 0) return { code: "command_not_allowed", ...mayActAsNone(shown), facts };
  return {
    code: "command_not_allowed",
    what: `This connection may not act as ${shown}; it may act as ${listed(granted)}.`,
    facts,
    recovery: say`${goOn(context)} Only an agent that may act as ${shown} does ${shown}'s work.`,
  };
}

/** A limit that somebody set and left empty: no other command will do, and only a person can change it. */
export function mayActAsNone(shown: string): { what: string; recovery: string } {
  return {
    what: `This connection may not act as ${shown}, nor as any other command: SIGNALBOX_COMMANDS, or its token, is set and names none.`,
    recovery:
      "ask a person to name this connection's commands there, or to unset the limit, and to start the server again. Until then you can read and comment.",
  };
}

export function unknownIntent(context: Context, word: string): Explained {
  const { machine } = context;
  const intents = [...machine.intents.values()];
  const meant = machine.intents.get(nearest(word, machine.intents.keys()) ?? "");
  const all = intents.map((intent) => `${intent.name} (${intent.description})`);
  return {
    code: "unknown_intent",
    what: `${unknown("semantic intent", word)} The intents are ${all.join("; ")}.`,
    facts: { intents: intents.map((intent) => intent.name), ...(meant ? { nearest: meant.name } : {}) },
  };
}

export function unknownState(context: Context, word: string): Explained {
  const { machine } = context;
  const states = [...machine.states.keys()];
  const meant = nearest(word, states);
  return {
    code: "unknown_state",
    what: `${unknown("state", word, states)} The states are ${listed(states, "and")}.`,
    facts: { states, ...(meant === undefined ? {} : { nearest: meant }) },
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
  };
}

export function intentAmbiguous(context: Context, command: Command, intent: string): Explained {
  const { machine } = context;
  const outputs = [...command.outputs].map((name) => `"${name}" (${machine.states.get(name)?.description ?? ""})`);
  const open = context.suggestions.own.filter(({ intent: by }) => by === null);
  return {
    code: "intent_ambiguous",
    what: `Intent "${intent}" is ambiguous for ${command.shown}, which has multiple output paths: ${outputs.join("; ")}.`,
    facts: { outputs: [...command.outputs], intents: intentsOf(command) },
    recovery:
      open.length > 0
        ? say`retry with a direct state name in place of the intent: ${ways(context, open)}${changes(context)}.`
        : say`${command.shown} gives a direct state name in place of the intent, and none is accepted here. ${goOn(context)}`,
  };
}

function shownCommands(machine: Machine, words: readonly string[]): readonly string[] {
  return words.flatMap((word) => commandOf(machine, word)?.shown ?? []);
}
