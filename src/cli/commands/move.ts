// signalbox move: a person's handoff.

import { Command } from "commander";
import type { HandoffAnswer } from "../../app/tickets/handoff.ts";
import { moveByWord } from "../../app/tickets/move-by-word.ts";
import { undoMove } from "../../app/tickets/undo.ts";
import { readKey } from "../support/arguments.ts";
import { hashOf } from "../support/git.ts";
import { CliError, styled } from "../support/output.ts";
import { personCommand, printAnswer, withPerson, type PersonOptions } from "../support/people.ts";

interface MoveOptions extends PersonOptions {
  readonly to?: string | undefined;
  readonly reason?: string;
  readonly undo?: boolean;
  readonly from?: string;
  readonly commit?: string;
  readonly override?: boolean;
}

export function moveCommand(): Command {
  return personCommand(new Command("move"))
    .description("move a ticket along the workflow, as a person")
    .argument("<number>", "the ticket", readKey)
    .argument("[state]", "where to: a state in any case, or the verb on the way there, such as approve")
    .option("--to <state>", "the same, for scripts")
    .option("--reason <reason>", "why; it stays in the ledger")
    .option("--from <state>", "only if it is still in this state")
    .option("--commit <revision>", "the commit that the work is in, where the workflow asks for one: a hash, or HEAD")
    .option("--override", "even where no edge leads, or past a guard; the ledger says so")
    .option("--undo", "take your own last move back, within a minute and while nothing else happened")
    .action(runMove);
}

async function runMove(key: string, state: string | undefined, options: MoveOptions): Promise<void> {
  if (options.undo) return runUndo(key, { ...options, to: options.to ?? state });
  const { to, from, reason, commit, override = false } = options;
  const word = to ?? state;
  if (word === undefined || reason === undefined || (to !== undefined && state !== undefined)) {
    throw new CliError(
      "A move needs a state, once (signalbox move NUMBER STATE, or --to STATE), and --reason; --undo takes your last one back.",
      2,
    );
  }
  const answer = await withPerson(options, async (app, caller) => {
    const named = commit === undefined ? undefined : await hashOf(app, commit);
    return moveByWord(app, caller(override), { key, word, from, reason, commit: named });
  });
  printAnswer(options, answer, describe);
}

async function runUndo(key: string, options: MoveOptions): Promise<void> {
  const { to, from, commit, override, reason } = options;
  if (to !== undefined || from !== undefined || commit !== undefined || override) {
    throw new CliError(
      "--undo goes back to where the ticket was: it takes no --to, --from, --commit or --override.",
      2,
    );
  }
  const answer = await withPerson(options, (app, caller) => undoMove(app, caller(false), { key, reason }));
  printAnswer(
    options,
    answer,
    ({ number, previousState, newState }) => `#${number}: ${previousState} → ${newState} (undone)`,
  );
}

function describe({ number, previousState, newState, changed, warnings }: HandoffAnswer): string {
  const what = changed ? `${previousState ?? "(none)"} → ${newState}` : `stays in ${newState}`;
  return [`#${number}: ${what}`, ...warnings.map((warning) => styled(warning, "yellow"))].join("\n");
}
