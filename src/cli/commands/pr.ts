// signalbox pr: says which pull request a ticket's work is in.

import { Command } from "commander";
import { namePull } from "../../app/evidence/name-pull.ts";
import { showKey } from "../../engine/facts.ts";
import { readKey } from "../support/arguments.ts";
import { personCommand, printAnswer, withAuthor, type PersonOptions } from "../support/people.ts";

export function prCommand(): Command {
  return personCommand(new Command("pr"))
    .description(
      "say which pull request a ticket's work is in, where tickets live here and SIGNALBOX_GITHUB_PULLS is on",
    )
    .argument("<number>", "the ticket", readKey)
    .argument("<which>", "the pull request: its number, its branch, or a link to it")
    .action(runPr);
}

async function runPr(key: string, which: string, options: PersonOptions): Promise<void> {
  const answer = await withAuthor(options, (app, caller) => namePull(app, caller, key, which));
  printAnswer(options, answer, ({ url }) => `${showKey(key)}: ${url}`);
}
