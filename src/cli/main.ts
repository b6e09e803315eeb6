// The program: parses the command line, runs one command, and turns its outcome into an exit code.
// 0 done, 1 the answer is no, 2 wrong usage.

import { Command, CommanderError } from "commander";
import packageJson from "../../package.json" with { type: "json" };
import { harmless } from "./support/output.ts";
import { report } from "./support/report.ts";

/** Loaded when asked for: a server that starts pays for nothing that it does not use. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  board: async () => (await import("./commands/board.ts")).boardCommand(),
  mcp: async () => (await import("./commands/mcp.ts")).mcpCommand(),
  serve: async () => (await import("./commands/serve.ts")).serveCommand(),
  demo: async () => (await import("./commands/demo.ts")).demoCommand(),
  open: async () => (await import("./commands/open.ts")).openCommand(),
  browser: async () => (await import("./commands/browser.ts")).browserCommand(),
  token: async () => (await import("./commands/token.ts")).tokenCommand(),
  witness: async () => (await import("./commands/witness.ts")).witnessCommand(),
  attest: async () => (await import("./commands/attest.ts")).attestCommand(),
  ticket: async () => (await import("./commands/ticket.ts")).ticketCommand(),
  move: async () => (await import("./commands/move.ts")).moveCommand(),
  check: async () => (await import("./commands/check.ts")).checkCommand(),
  fact: async () => (await import("./commands/fact.ts")).factCommand(),
  pr: async () => (await import("./commands/pr.ts")).prCommand(),
  release: async () => (await import("./commands/release.ts")).releaseCommand(),
  pick: async () => (await import("./commands/pick.ts")).pickCommand(),
  position: async () => (await import("./commands/position.ts")).positionCommand(),
  converge: async () => (await import("./commands/converge.ts")).convergeCommand(),
  advance: async () => (await import("./commands/advance.ts")).advanceCommand(),
  sessions: async () => (await import("./commands/sessions.ts")).sessionsCommand(),
  workflow: async () => (await import("./commands/workflow.ts")).workflowCommand(),
  runs: async () => (await import("./commands/runs.ts")).runsCommand(),
  log: async () => (await import("./commands/log.ts")).logCommand(),
  stats: async () => (await import("./commands/stats.ts")).statsCommand(),
  migrate: async () => (await import("./commands/migrate.ts")).migrateCommand(),
  verify: async () => (await import("./commands/verify.ts")).verifyCommand(),
  backup: async () => (await import("./commands/backup.ts")).backupCommand(),
  export: async () => (await import("./commands/export.ts")).exportCommand(),
  import: async () => (await import("./commands/import.ts")).importCommand(),
  redact: async () => (await import("./commands/redact.ts")).redactCommand(),
  init: async () => (await import("./commands/init.ts")).initCommand(),
  trust: async () => (await import("./commands/trust.ts")).trustCommand(),
  doctor: async () => (await import("./commands/doctor.ts")).doctorCommand(),
  hook: async () => (await import("./commands/hook.ts")).hookCommand(),
  completion: async () => (await import("./commands/completion.ts")).completionCommand(() => program),
};

const ABOUT = new Set(["-h", "--help", "-V", "--version"]);

const program = new Command("signalbox")
  .description("The interlocking for coding agents: it owns the workflow, so that no agent can make an illegal move.")
  .version(packageJson.version)
  .showSuggestionAfterError()
  .exitOverride();
const typed = process.argv.slice(2);
// Without a command it is the board that is asked for; help and version stay what they are everywhere.
const isBoard = (typed[0] ?? "-").startsWith("-") && !typed.some((word) => ABOUT.has(word));
const words = isBoard ? ["board", "--text", ...typed] : typed;
const [asked = ""] = words;
// Completion has to know what else there is.
const isAlone = Object.hasOwn(COMMANDS, asked) && asked !== "completion";
for (const name of isAlone ? [asked] : Object.keys(COMMANDS)) {
  const load = COMMANDS[name];
  if (load) program.addCommand(await load());
}
for (const command of [program, ...allCommands(program)]) {
  command.exitOverride().showSuggestionAfterError();
  // Its complaints repeat what was typed.
  command.configureOutput({ writeErr: (text) => process.stderr.write(harmless(text)) });
}

// The reader of the output may have seen enough, as `head` has. A server whose client went away tidies up by itself.
if (asked !== "mcp") {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}

try {
  await program.parseAsync(words, { from: "user" });
} catch (error) {
  process.exitCode = exitCodeFor(error);
}

function exitCodeFor(error: unknown): number {
  // Commander has printed its own message already; asking for help is no mistake.
  if (error instanceof CommanderError) return error.exitCode === 0 || error.code === "commander.help" ? 0 : 2;
  return report(error);
}

function allCommands(command: Command): Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)]);
}
