// signalbox check: looks at what a ticket's next step asks for, and records what was seen. Agents run it in their shell:
// it takes no proof, because the program itself looks, by the workflow in force.

import { Command } from "commander";
import type { App, Caller } from "../../app/app.ts";
import { checkTicket, type CheckTicketAnswer, type FactLook } from "../../app/evidence/check-ticket.ts";
import type { Checkout } from "../../app/ports/checkout.ts";
import type { Verdict } from "../../engine/evidence/fact.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { openCheckout } from "../../setup/git/checkout.ts";
import { commonGitFolder } from "../../setup/trust/git-folder.ts";
import { CheckProgressLine } from "../screens/check-progress.ts";
import { demandFitName } from "../support/agent-name.ts";
import { readKey } from "../support/arguments.ts";
import { CliError, styled, type Style } from "../support/output.ts";
import { printAnswer } from "../support/people.ts";
import { prepareServer } from "../serving/server-context.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";

interface CheckOptions extends StoreOptions {
  readonly commit?: string;
}

export function checkCommand(): Command {
  return storeCommand(new Command("check"))
    .description(
      "look at what a ticket's next step asks for, run its checks in a clean clone, and record what was seen",
    )
    .argument("<number>", "the ticket", readKey)
    .argument("[name...]", "only this: a check of the workflow, work, or landed")
    .option("--commit <revision>", "at this commit (default: HEAD, or the ticket's own once it has been handed off)")
    .usage("<number> [name] [options] [-- command]")
    .addHelpText("after", HELP)
    .action(runCheck);
}

const HELP = `
The commands are those of the workflow in force. A command of your own, after --, is run
in the same way, but what comes of it is only reported.
Exit 0: all of it passes. 1: it does not, or it could not be looked at.`;

async function runCheck(key: string, words: readonly string[], options: CheckOptions): Promise<void> {
  const own = ownCommand(process.argv);
  const [name, ...more] = words.slice(0, words.length - own.length);
  if (more.length > 0) throw new CliError(`One fact at a time, and not ${[name, ...more].join(" and ")}.`, 2);
  const line = new CheckProgressLine();
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once("SIGINT", onSignal).once("SIGTERM", onSignal).once("SIGHUP", onSignal);
  const input = { key, name, commit: options.commit, ...(own.length > 0 ? { command: asCommand(own) } : {}) };
  const watching = { onLook: line.begin, onProgress: line.show, signal: stop.signal };
  try {
    const answer = await withCheckout(options, (app, caller, checkout) =>
      checkTicket(app, caller, checkout, input, watching),
    );
    line.end();
    printAnswer(options, answer, (seen) => describe(seen));
    if (!isRefusal(answer) && !answer.passed) process.exitCode = 1;
  } finally {
    line.end();
  }
}

/** What stands after `--`. */
function ownCommand(argv: readonly string[]): readonly string[] {
  const dashes = argv.indexOf("--");
  return dashes === -1 ? [] : argv.slice(dashes + 1);
}

/** One word is a line of shell already. */
function asCommand(words: readonly string[]): string {
  if (words.length === 1) return words[0] ?? "";
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

async function withCheckout<T>(
  options: StoreOptions,
  use: (app: App, caller: Caller, checkout: Checkout) => Promise<T>,
): Promise<T> {
  const folder = process.cwd();
  if (commonGitFolder(folder) === null) {
    throw new CliError("This folder is no git repository. Run it in the checkout that has the work.");
  }
  const { app: lazy, settings } = await prepareServer({ database: options.database, via: "cli", make: false });
  await demandFitName(settings);
  try {
    const app = await lazy.open();
    const identity = { connection: settings.agent ?? "check", agent: null };
    const caller: Caller = { actor: { kind: "agent", identity }, via: "cli", surface: "cli" };
    return await use(app, caller, await openCheckout(app.board, folder, process.env));
  } finally {
    if (lazy.opened) await lazy.close();
  }
}

const COLOURS: Readonly<Record<Verdict, Style>> = { pass: "green", fail: "red", empty: "red", unknown: "yellow" };
const TAIL_LINES = 25;

function describe({ number, commit, passed, looks, takesCommit }: CheckTicketAnswer): string {
  const width = Math.max(...looks.map(({ name }) => name.length));
  return [
    `#${number} at ${commit.slice(0, 7)}, as it is committed`,
    ...looks.map((look) => describeLook(look, width)),
    ...looks.flatMap(tailOf),
    `Next: ${nextStep({ number, commit, passed, looks, takesCommit })}`,
  ].join("\n");
}

function describeLook({ name, verdict, why, level, ms }: FactLook, width: number): string {
  const took = ms === undefined ? "" : ` ${(ms / 1_000).toFixed(1)} s.`;
  const kept = level === null ? "not recorded" : level;
  return `  ${name.padEnd(width)}  ${styled(verdict.padEnd(7), COLOURS[verdict])} ${why}${took} (${kept})`;
}

/** The end of what it said, where it did not pass: most of the time it says why. */
function tailOf({ name, verdict, tail = "" }: FactLook): readonly string[] {
  if (verdict === "pass" || tail.trim() === "") return [];
  const lines = tail.trimEnd().split("\n").slice(-TAIL_LINES);
  return ["", `${name}, the last lines:`, ...lines.map((line) => styled(`  ${line}`, "dim")), ""];
}

function nextStep({ number, commit, passed, looks, takesCommit }: CheckTicketAnswer): string {
  const own = looks.some(({ level }) => level === "reported");
  if (passed && own) return `this was your own command, and is only reported. Run \`signalbox check ${number}\`.`;
  if (passed && takesCommit) return `hand #${number} off with commit="${commit}".`;
  if (passed) return `hand #${number} off.`;
  if (looks.some(({ stopped }) => stopped)) return "it was stopped; nothing of it was recorded. Run it again.";
  const first = looks.find(({ verdict }) => verdict !== "pass");
  if (first?.name === "landed" && first.verdict !== "unknown") {
    return `merging is for a person or CI. After that, run \`signalbox check ${number} landed\`.`;
  }
  if (first?.verdict === "unknown") return `see to what is said above, then run \`signalbox check ${number}\` again.`;
  return `mend it, commit, and run \`signalbox check ${number}\` again.`;
}
