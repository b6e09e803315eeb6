// signalbox completion bash | zsh | fish: prints what makes a shell complete commands, flags and states.

import { Argument, Command } from "commander";
import { ESTIMATES, PRIORITIES } from "../../engine/facts.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { readSettings } from "../../setup/settings.ts";
import { untrustedError } from "../../setup/trust/untrusted.ts";
import { shippedFor } from "../../setup/workflow.ts";
import { SCRIPTS, SHELLS, type Shell } from "../completion/scripts.ts";
import { wordsFor, type Vocabulary } from "../completion/words.ts";
import { print } from "../support/output.ts";
import { workflowHere } from "../support/workflow-here.ts";

/** `program`: with all of its commands. */
export function completionCommand(program: () => Command): Command {
  const completion = new Command("completion")
    .description("print what makes a shell complete commands, flags and states")
    .addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
    .action((shell: Shell) => print(SCRIPTS[shell]));
  completion
    .command("words", { hidden: true })
    .description("what could stand at the end of a command line; shells ask this")
    .argument("[typed...]")
    .action(async (typed: string[]) => {
      const found = wordsFor(program(), typed, vocabularyOf(await workflowToComplete()));
      if (found.length > 0) print(found.join("\n"));
    });
  return completion;
}

/** A shell asks unasked: it never follows settings that nobody has trusted. */
async function workflowToComplete(): Promise<Workflow> {
  const isTrusted = untrustedError(readSettings(process.env, process.cwd())) === null;
  return isTrusted ? workflowHere(undefined) : shippedFor("ticket").workflow;
}

function vocabularyOf({ states, commands = {} }: Workflow): Vocabulary {
  const names = Object.keys(states);
  return {
    state: names,
    from: names,
    to: names,
    priority: PRIORITIES,
    size: ESTIMATES,
    command: Object.keys(commands),
    speed: ["low", "normal", "high"],
  };
}
