// signalbox converge: whether a ticket's group has come together.

import { Command } from "commander";
import { withMirror } from "../../app/pages/mirror.ts";
import { checkConvergence } from "../../app/groups/position.ts";
import { stateLike } from "../../engine/workflow/target-words.ts";
import { readKey } from "../support/arguments.ts";
import { withLine } from "../support/mirror-line.ts";
import { printAnswer } from "../support/people.ts";
import { withBoard } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { oneLine } from "../screens/table.ts";

interface ConvergeOptions extends StoreOptions {
  readonly on: string;
}

export function convergeCommand(): Command {
  return storeCommand(new Command("converge"))
    .description("whether a ticket's group has reached a state; exit 1 if it has not")
    .argument("<number>", "the ticket", readKey)
    .requiredOption("--on <state>", "the state that all have to reach")
    .action(runConverge);
}

async function runConverge(key: string, options: ConvergeOptions): Promise<void> {
  const answer = await withBoard(options, async (app) =>
    withMirror(app.board, true, await checkConvergence(app, key, stateLike(app.machine, options.on))),
  );
  printAnswer(options, answer, ({ converged, ready, total, targetState, recommendation, blocking, ...rest }) =>
    withLine(
      [
        `${ready} of ${total} have reached ${targetState}: ${converged ? "converged" : recommendation}`,
        ...blocking.map(({ number, title, currentState }) => `#${number} ${oneLine(title)} (${currentState})`),
      ].join("\n"),
      rest,
    ),
  );
  if ("converged" in answer && !answer.converged) process.exitCode = 1;
}
