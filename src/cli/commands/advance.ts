// signalbox advance: the children of a ticket follow it.

import { Command } from "commander";
import { advanceChildren } from "../../app/tickets/advance.ts";
import { stateLike } from "../../engine/workflow/target-words.ts";
import { readKey } from "../support/arguments.ts";
import { personCommand, printAnswer, withAuthor, type PersonOptions } from "../support/people.ts";

interface AdvanceOptions extends PersonOptions {
  readonly to: string;
}

export function advanceCommand(): Command {
  return personCommand(new Command("advance"))
    .description("move the children of a ticket to a state that it has reached")
    .argument("<number>", "the parent", readKey)
    .requiredOption("--to <state>", "where to")
    .action(runAdvance);
}

async function runAdvance(key: string, options: AdvanceOptions): Promise<void> {
  const answer = await withAuthor(options, (app, caller) =>
    advanceChildren(app, caller, { key, targetState: stateLike(app.machine, options.to) }),
  );
  printAnswer(options, answer, ({ advanced, skipped, errors }) =>
    [
      ...advanced.map(({ number, fromState, toState }) => `#${number}: ${fromState} → ${toState}`),
      ...skipped.map(({ number, reason }) => `#${number} stays: ${reason}`),
      ...errors.map(({ number, error }) => `#${number} failed: ${error}`),
      ...(advanced.length + skipped.length + errors.length === 0 ? ["It has no children."] : []),
    ].join("\n"),
  );
}
