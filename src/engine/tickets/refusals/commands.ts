// What a command can do, for refusals to name.

import type { Command } from "../../workflow/compile.ts";
import { listed } from "../../words.ts";

export function intentsOf(command: Command): readonly { intent: string; newState: string }[] {
  return [...command.targets].flatMap(([intent, target]) => (target === null ? [] : [{ intent, newState: target }]));
}

/** What the command uses in place of what was asked. */
export function instead(command: Command): string {
  const intents = intentsOf(command).map((intent) => `${intent.intent} (to "${intent.newState}")`);
  const ambiguous = [...command.targets].filter(([, target]) => target === null).map(([intent]) => intent);
  const named =
    ambiguous.length > 0 ? `; in place of ${listed(ambiguous)} it names a state (${listed(command.outputs)})` : "";
  return `Available semantic intents for ${command.shown}: ${intents.join(", ")}${named}.`;
}

export function outputSentence(command: Command, target: string): string {
  const leading = intentsOf(command).filter((intent) => intent.newState === target);
  const lead =
    leading.length > 0
      ? ` "${target}" is what the intent ${listed(leading.map((i) => `"${i.intent}"`))} stands for.`
      : "";
  return `"${target}" is not a valid output for ${command.shown}, which may produce ${listed([...command.outputs].map((s) => `"${s}"`))}. ${instead(command)}${lead}`;
}
