// signalbox pick: the next ticket to work on. It only looks; agents take tickets through MCP.

import { Command } from "commander";
import { withMirror } from "../../app/pages/mirror.ts";
import { pickIssue } from "../../app/tickets/pick.ts";
import { stateLike } from "../../engine/workflow/target-words.ts";
import { withLine } from "../support/mirror-line.ts";
import { printAnswer } from "../support/people.ts";
import { withBoard } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { oneLine } from "../screens/table.ts";

interface PickOptions extends StoreOptions {
  readonly state: string;
  readonly maxEstimate?: string;
}

/** Nobody acts: nothing is claimed. */
const ONLOOKER = { actor: { kind: "agent", identity: { connection: "cli", agent: null } }, via: "cli" } as const;

export function pickCommand(): Command {
  return storeCommand(new Command("pick"))
    .description("the next ticket to work on in a state; exit 1 if there is none")
    .requiredOption("--state <state>", "the state to pick from")
    .option("--max-estimate <size>", "no larger than this: XS, S, M, L or XL")
    .action(runPick);
}

async function runPick(options: PickOptions): Promise<void> {
  const { maxEstimate } = options;
  const answer = await withBoard(options, async (app) => {
    const workflowState = stateLike(app.machine, options.state);
    return withMirror(app.board, false, await pickIssue(app, ONLOOKER, { workflowState, maxEstimate }));
  });
  printAnswer(options, answer, ({ issue, alternatives, ...rest }) =>
    withLine(issue ? `#${issue.number} ${oneLine(issue.title)} (${alternatives} more)` : "Nothing to pick.", rest),
  );
  if ("found" in answer && !answer.found) process.exitCode = 1;
}
