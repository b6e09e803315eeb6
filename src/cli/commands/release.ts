// signalbox release: an operator takes a claim away.

import { Command } from "commander";
import { releaseClaim } from "../../app/claims/release.ts";
import { readKey } from "../support/arguments.ts";
import { personCommand, printAnswer, withPerson, type PersonOptions } from "../support/people.ts";

interface ReleaseOptions extends PersonOptions {
  readonly reason: string;
}

export function releaseCommand(): Command {
  return personCommand(new Command("release"))
    .description("take the claim on a ticket away from its holder; its state stays")
    .argument("<number>", "the ticket", readKey)
    .requiredOption("--reason <reason>", "why; it stays in the ledger")
    .action(runRelease);
}

async function runRelease(key: string, options: ReleaseOptions): Promise<void> {
  const { reason } = options;
  const answer = await withPerson(options, (app, caller) => releaseClaim(app, caller(false), { key, reason }));
  printAnswer(options, answer, ({ number, holder }) => `#${number}: taken from ${holder}`);
}
