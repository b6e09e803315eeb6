// The commands that a connection is limited to. A limit that names nothing, or nothing that exists, allows nothing: a
// mistyped limit must not become wider, and the person who set it is told.

import { commandOf, type Machine } from "../engine/workflow/compile.ts";
import { listed, quote } from "../engine/words.ts";
import type { Settings } from "./settings.ts";

export function limitProblems({ commands }: Pick<Settings, "commands">, machine: Machine): readonly string[] {
  if (commands === undefined) return [];
  const known = [...machine.commands.values()].map(({ shown }) => shown);
  const unknown = commands.filter((name) => commandOf(machine, name) === undefined);
  const none = commands.length === unknown.length ? [`${ALLOWS_NONE} The commands are ${listed(known, "and")}.`] : [];
  if (unknown.length === 0) return none;
  return [
    `The workflow has no command ${listed(unknown.map(quote))}, which this connection is limited to; its commands are ${listed(known, "and")}.`,
    ...none,
  ];
}

const ALLOWS_NONE =
  "SIGNALBOX_COMMANDS (or commands in .signalbox/config.json) is set and names no command: this connection may act as none, and every handoff is refused. Name some, such as research,plan; or unset it to allow all.";
