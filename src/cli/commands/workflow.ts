// signalbox workflow lint | show | graph | path | try: looks at workflows, changes nothing; adopt: puts one in force.

import { Command, InvalidArgumentError, Option } from "commander";
import { TRY_DAYS } from "../../app/replay/trial-days.ts";
import { personCommand } from "../support/people.ts";
import { adoptFile } from "./workflow/adopt.ts";
import { graphWorkflows } from "./workflow/graph.ts";
import { lintWorkflows } from "./workflow/lint.ts";
import { findPath } from "./workflow/path.ts";
import { storeCommand } from "../support/store.ts";
import { showWorkflow } from "./workflow/show.ts";
import { tryFile } from "./workflow/try.ts";

export function workflowCommand(): Command {
  const workflow = new Command("workflow").description(
    "check a workflow, draw it, find a way through it, try it, put it in force",
  );
  const which = "a workflow file, or ticket, session or skill for a shipped one";

  workflow
    .command("lint")
    .description("check workflows; exit 1 if an error or a warning is found")
    .argument("[files...]", `${which} (default: the three shipped ones)`)
    .option("--skills <folder>", "a folder with skills of your own; may be given several times", collect, [])
    .option("--json", "print the findings as JSON")
    .action((files: string[], options: { skills: string[]; json?: boolean }) =>
      lintWorkflows({ files, skills: options.skills, json: options.json ?? false }),
    );

  workflow
    .command("show")
    .description("print a workflow as JSON, in today's format")
    .argument("[file]", which, "ticket")
    .option("--json", "print JSON (it always does)")
    .action((file: string) => showWorkflow({ file }));

  workflow
    .command("graph")
    .description("draw workflows: Mermaid, or text")
    .argument("[files...]", `${which} (default: the three shipped ones)`)
    .option("--text", "states and their edges as text")
    .option("--json", "print the diagrams as JSON")
    .action((files: string[], options: { text?: boolean; json?: boolean }) =>
      graphWorkflows({ files, text: options.text ?? false, json: options.json ?? false }),
    );

  workflow
    .command("path")
    .description("the shortest legal way between two states, and who may take each step")
    .argument("<from>", "the state to start in")
    .argument("<to>", "the state to reach")
    .argument("[file]", which, "ticket")
    .option("--json", "print the steps as JSON")
    .action((from: string, to: string, file: string, options: { json?: boolean }) =>
      findPath({ from, to, file, json: options.json ?? false }),
    );

  storeCommand(workflow.command("try"))
    .description("decide the handoffs of the last days again, as this workflow would have; changes nothing")
    .argument("<file>", which)
    .option("--days <number>", "how many days back", readDays, TRY_DAYS.usual)
    .action(tryFile);

  personCommand(workflow.command("adopt"))
    .description("put a workflow in force on the board, if it strands no ticket; for people")
    .argument("<file>", which)
    .option(
      "--map <Old=New>",
      "where tickets in a state go that the workflow has under another name, or not at all; may be given several times",
      collect,
      [],
    )
    .option("--release-claims", "take tickets from their holders where nobody can hold them after the map")
    .option("--dry-run", "say what would happen, and change nothing")
    .option("--yes", "don't ask, even if it loosens something")
    .addOption(new Option("--part <part>", "what it is for").choices(["ticket", "session", "run"]).default("ticket"))
    .action(adoptFile);

  return workflow;
}

function readDays(value: string): number {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1 || days > TRY_DAYS.most) {
    throw new InvalidArgumentError(`It is a number from 1 to ${TRY_DAYS.most}.`);
  }
  return days;
}

function collect(one: string, before: readonly string[]): readonly string[] {
  return [...before, one];
}
