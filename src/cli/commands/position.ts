// signalbox position: where a ticket's group stands.

import { Command } from "commander";
import { detectPosition } from "../../app/groups/position.ts";
import { readKey } from "../support/arguments.ts";
import { printAnswer } from "../support/people.ts";
import { withBoard } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { oneLine } from "../screens/table.ts";

export function positionCommand(): Command {
  return storeCommand(new Command("position"))
    .description("where a ticket and its group stand, and what is left to do")
    .argument("<number>", "the ticket", readKey)
    .action(async (key: string, options: StoreOptions) => {
      const answer = await withBoard(options, (app) => detectPosition(app, key));
      printAnswer(options, answer, ({ phase, reason, remainingPhases, issues }) =>
        [
          `${phase}: ${reason}`,
          ...(remainingPhases.length > 0 ? [`left: ${remainingPhases.join(", ")}`] : []),
          ...issues.map(({ number, title, workflowState }) => `#${number} ${oneLine(title)} (${workflowState})`),
        ].join("\n"),
      );
    });
}
