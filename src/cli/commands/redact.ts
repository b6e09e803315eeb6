// signalbox redact: takes a leaked secret out of the ledger. For people, who show the operator's key.

import { randomUUID } from "node:crypto";
import { Command, InvalidArgumentError } from "commander";
import { redactText } from "../../app/ledger/redact.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { storeBoard } from "../../store/board.ts";
import { CliError, print, printJson } from "../support/output.ts";
import { findPerson, personCommand, type PersonOptions } from "../support/people.ts";
import { withStore } from "../support/store.ts";

interface RedactOptions extends PersonOptions {
  readonly text?: string;
  readonly reason: string;
}

export function redactCommand(): Command {
  return personCommand(new Command("redact"))
    .description("take the free text of a ledger row away for good, with a row that says so; the chain still verifies")
    .argument("<seq>", "the ledger row", readNumber)
    .option("--text <name>", "only this text of the row (default: all)")
    .requiredOption("--reason <reason>", "why; it stays in the ledger")
    .action(runRedact);
}

async function runRedact(seq: number, options: RedactOptions): Promise<void> {
  const { text, reason } = options;
  const answer = await withStore({ ...options, make: false }, async (driver, database) => {
    const board = storeBoard(driver);
    const { caller } = await findPerson(board, database, options);
    const input = { seq, reason, ...(text === undefined ? {} : { name: text }) };
    return redactText({ board, newId: randomUUID }, caller(false), input);
  });
  if (isRefusal(answer)) throw new CliError(tell(answer, "cli").error);
  if (options.json) printJson(answer);
  else print(`Redacted ${answer.redacted.join(", ")} of row ${seq}. Backups and exports from before still hold it.`);
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a row's number.");
}
