// signalbox move: a person's handoff.

import { Command } from "commander";
import { handoff, type HandoffAnswer } from "../../app/tickets/handoff.ts";
import { readKey } from "../support/arguments.ts";
import { styled } from "../support/output.ts";
import { personCommand, printAnswer, withPerson, type PersonOptions } from "../support/people.ts";

interface MoveOptions extends PersonOptions {
  readonly to: string;
  readonly reason: string;
  readonly from?: string;
  readonly commit?: string;
  readonly override?: boolean;
}

export function moveCommand(): Command {
  return personCommand(new Command("move"))
    .description("move a ticket along the workflow, as a person")
    .argument("<number>", "the ticket", readKey)
    .requiredOption("--to <state>", "where to")
    .requiredOption("--reason <reason>", "why; it stays in the ledger")
    .option("--from <state>", "only if it is still in this state")
    .option("--commit <hash>", "the commit that the work is in, where the workflow asks for one")
    .option("--override", "even where no edge leads, or past a guard; the ledger says so")
    .action(runMove);
}

async function runMove(key: string, options: MoveOptions): Promise<void> {
  const { to: toState, from: fromState, reason, commit, override = false } = options;
  const input = { key, toState, fromState, reason, commit };
  const answer = await withPerson(options, (app, caller) => handoff(app, caller(override), input));
  printAnswer(options, answer, describe);
}

function describe({ number, previousState, newState, changed, warnings }: HandoffAnswer): string {
  const what = changed ? `${previousState ?? "(none)"} → ${newState}` : `stays in ${newState}`;
  return [`#${number}: ${what}`, ...warnings.map((warning) => styled(warning, "yellow"))].join("\n");
}
