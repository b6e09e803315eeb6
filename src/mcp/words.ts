// Words that a tool takes and the workflow knows: commands, states and the like.

import type { Command, Machine } from "../engine/workflow/compile.ts";
import { ESTIMATES, PRIORITIES } from "../engine/facts.ts";
import { TASK_STATUSES } from "../engine/runs/tasks.ts";
import { reportableStates } from "../engine/sessions/session.ts";

export type Words =
  | "commands"
  | "lockers"
  | "relinkers"
  | "intents"
  | "states"
  | "pipeline"
  | "estimates"
  | "priorities"
  | "reports"
  | "outcomes"
  | "statuses";

/** Where a schema names the kind of words that it takes. No JSON Schema knows it, and no argument may be called so. */
export const WORDS = "x-words";

/** The workflows that words come from. */
export interface WordSources {
  readonly machine: Machine;
  readonly sessions: Machine;
}

export function wordsOf({ machine, sessions }: WordSources, words: Words): readonly string[] {
  switch (words) {
    case "commands":
      return shownCommands(machine);
    case "lockers":
      return shownCommands(machine, (command) => command.lock !== null);
    case "relinkers":
      return shownCommands(machine, (command) => command.relink);
    case "intents":
      return [...machine.intents.keys()];
    case "states":
      return [...machine.states.keys()];
    case "pipeline":
      return machine.pipeline;
    case "estimates":
      return ESTIMATES;
    case "priorities":
      return PRIORITIES;
    case "reports":
      return reportableStates(sessions);
    case "outcomes":
      return Object.keys(sessions.workflow.outcomes ?? {});
    case "statuses":
      return TASK_STATUSES;
  }
}

function shownCommands({ commands }: Machine, fits: (command: Command) => boolean = () => true): readonly string[] {
  return [...commands.values()].filter(fits).map((command) => command.shown);
}
