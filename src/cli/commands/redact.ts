// signalbox redact: takes a leaked secret out of the ledger. For people, who sit at a terminal.

import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { Command, InvalidArgumentError } from "commander";
import { redactText } from "../../app/redact.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { StoreBoard } from "../../store/board.ts";
import { CliError, print, printJson } from "../output.ts";
import { storeCommand, withStore, type StoreOptions } from "../store.ts";

interface RedactOptions extends StoreOptions {
  readonly text?: string;
  readonly reason: string;
}

export function redactCommand(): Command {
  return storeCommand(new Command("redact"))
    .description("take the free text of a ledger row away for good, with a row that says so; the chain still verifies")
    .argument("<seq>", "the ledger row", readNumber)
    .option("--text <name>", "only this text of the row (default: all)")
    .requiredOption("--reason <reason>", "why; it stays in the ledger")
    .action(runRedact);
}

async function runRedact(seq: number, options: RedactOptions): Promise<void> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new CliError("only a person takes text out of the ledger: run this in a terminal, without a pipe");
  }
  const { text, reason } = options;
  const answer = await withStore({ ...options, make: false }, (driver) =>
    redactText(
      { board: new StoreBoard(driver), newId: randomUUID },
      { actor: { kind: "person", name: userInfo().username }, via: "cli", proof: "terminal" },
      { seq, reason, ...(text === undefined ? {} : { name: text }) },
    ),
  );
  if (isRefusal(answer)) throw new CliError(answer.error);
  if (options.json) printJson(answer);
  else print(`Redacted ${answer.redacted.join(", ")} of row ${seq}. Backups and exports from before still hold it.`);
}

function readNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a row's number.");
}
