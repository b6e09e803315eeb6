// signalbox position: where a ticket's group stands.

import { Command } from "commander";
import { withMirror } from "../../app/pages/mirror.ts";
import { detectPosition } from "../../app/groups/position.ts";
import type { Actor } from "../../engine/facts.ts";
import { readKey } from "../support/arguments.ts";
import { withLine } from "../support/mirror-line.ts";
import { printAnswer } from "../support/people.ts";
import { withBoard } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { oneLine } from "../screens/table.ts";

/** A person asks what agents could do next, whatever they may act as. */
const ANY_AGENT: Actor = { kind: "agent", identity: { connection: "cli", agent: null } };

export function positionCommand(): Command {
  return storeCommand(new Command("position"))
    .description("where a ticket and its group stand, and what is left to do")
    .argument("<number>", "the ticket", readKey)
    .action(async (key: string, options: StoreOptions) => {
      const answer = await withBoard(options, async (app) =>
        withMirror(app.board, true, await detectPosition(app, ANY_AGENT, key)),
      );
      printAnswer(options, answer, ({ phase, reason, remainingPhases, issues, next, waiting, ...rest }) =>
        withLine(
          [
            `${phase}: ${reason}`,
            ...(remainingPhases.length > 0 ? [`left: ${remainingPhases.join(", ")}`] : []),
            ...next.map(({ number, command, to }) => `next: #${number} to ${to}, as ${command}`),
            ...waiting.map(
              ({ number, holder, until }) => `#${number} is held by ${oneLine(holder ?? "a person")} until ${until}`,
            ),
            ...issues.map(({ number, title, workflowState }) => `#${number} ${oneLine(title)} (${workflowState})`),
          ].join("\n"),
          rest,
        ),
      );
    });
}
