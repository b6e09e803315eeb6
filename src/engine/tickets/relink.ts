// Guards rest on links. Anybody may add one; taking one away or changing a parent is left to people, and to the commands
// that the workflow lets relink.

import { refOf, showKey, type Actor, type Key } from "../facts.ts";
import { argument, say } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listed, quote } from "../words.ts";
import { commandOf, type Machine } from "../workflow/compile.ts";

/** `word`: the command that an agent acts as. null: it is allowed. */
export function checkRelink(
  machine: Machine,
  ticket: { readonly key: Key; readonly state: string | null },
  actor: Actor,
  word: string | undefined,
): Refusal | null {
  if (actor.kind === "person") return null;
  const { key, state } = ticket;
  const command = commandOf(machine, word ?? "");
  const granted = !actor.commands || actor.commands.some((name) => commandOf(machine, name) === command);
  if (command?.relink && granted && state !== null && command.inputs.has(state)) return null;
  const relinkers = [...machine.commands.values()].filter((known) => known.relink);
  const ways = relinkers.map((relinker) => `${relinker.shown} (on a ticket in ${listed(relinker.inputs)})`);
  return refuse(
    "relink_not_allowed",
    `Removing a link or changing the parent of ${showKey(key)} is not open to ${command ? command.shown : "an agent without a command"} while it is in ${quote(state ?? "")}: guards rest on links.`,
    ways.length > 0
      ? say`retry as one of ${listed(ways)} with ${argument("command")} set, or ask a person.`
      : "ask a person: no command of this workflow may relink.",
    { ...refOf(key), state, commands: relinkers.map((relinker) => relinker.shown) },
  );
}
