// The program: parses the command line, runs one command, and turns its outcome into an exit code.
// 0 done, 1 the answer is no, 2 wrong usage.

import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { workflowCommand } from "./commands/workflow.ts";
import { CliError } from "./output.ts";

const program = new Command("signalbox")
  .description("The interlocking for coding agents: it owns the workflow, so that no agent can make an illegal move.")
  .version(packageJson.version)
  .showSuggestionAfterError()
  .exitOverride()
  .addCommand(workflowCommand());

for (const command of allCommands(program)) command.exitOverride().showSuggestionAfterError();

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

function report(error: unknown): number {
  // Commander has printed its own message already; asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 || error.code === "commander.help" ? 0 : 2;
  if (error instanceof CliError) {
    process.stderr.write(`signalbox: ${error.message}\n`);
    return error.exitCode;
  }
  // A bug: what to tell us, and not a page of bundled code.
  const detail =
    error instanceof Error ? (process.env["SIGNALBOX_LOG"] === "debug" ? error.stack : error.message) : error;
  process.stderr.write(`signalbox: this is a bug: ${String(detail)} (SIGNALBOX_LOG=debug shows where)\n`);
  return 1;
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}
