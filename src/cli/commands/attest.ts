// signalbox attest: a person says what is true of a ticket's commit; or a CI job gives a fact about its own, by running a
// command or by what another job has found.

import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { Command, Option } from "commander";
import * as z from "zod";
import { attestTicket } from "../../app/evidence/attest-ticket.ts";
import { tailOf } from "../../app/evidence/mask.ts";
import { isCommit, shortCommit, VERDICTS, type TestCounts, type Verdict } from "../../engine/evidence/fact.ts";
import { showKey } from "../../engine/facts.ts";
import type { NewFact } from "../../http/contract.ts";
import { countTests } from "../../git/check/counts/count.ts";
import { withoutValues } from "../../git/check/output.ts";
import { readReports } from "../attest/reports.ts";
import { commitOf, destinationOf, headOf, isChanged, pageOf, withoutSecrets, type Destination } from "../attest/job.ts";
import { runCommand, type Ran } from "../attest/run.ts";
import { sendFact } from "../attest/send.ts";
import { readKey } from "../support/arguments.ts";
import { CliError, print, printError, printJson } from "../support/output.ts";
import { personCommand, printAnswer, withPerson, type PersonOptions } from "../support/people.ts";

interface AttestOptions extends PersonOptions {
  readonly reason?: string;
  readonly verdict?: Verdict;
  readonly commit?: string;
  readonly url?: string;
  readonly server?: string;
  readonly audience?: string;
  readonly reports?: string;
  readonly save?: string;
  readonly from?: string;
  readonly result?: string;
}

export function attestCommand(): Command {
  return personCommand(new Command("attest"))
    .description("say what is true of a ticket's commit, as a person; or of the commit of a CI job")
    .argument("<name>", "the fact, as the workflow calls it, such as review or tests")
    .argument("[ticket-or-command...]", "the ticket's number; or behind --, what to run in a CI job")
    .option("--reason <reason>", "why a person says so; it stays in the ledger")
    .addOption(new Option("--verdict <verdict>", "what a person says of it (default: pass)").choices(VERDICTS))
    .option("--commit <hash>", "the commit that you looked at (default: the ticket's; in a job, the job's)")
    .option("--url <address>", "where people can read of it (default: the job's page)")
    .option("--server <address>", "the board's server (default: SIGNALBOX_URL)")
    .option("--audience <id>", "what the job's OpenID Connect token is for (default: SIGNALBOX_AUDIENCE)")
    .option("--reports <pattern>", "JUnit files that the command leaves, to count its tests by")
    .option("--save <file>", "write down what was found, and send nothing")
    .option("--from <file>", "send what another job has saved; - reads standard input")
    .option("--result <word>", "with --from, how that job ended: anything but success is a fail")
    .addHelpText("after", HELP)
    .action(runAttest);
}

const HELP = `
A person: signalbox attest review 7 --reason "Read it, ran it."
In a job: signalbox attest tests -- npm test. It ends with the command's exit code. SIGNALBOX_TOKEN holds a token of role
witness; on GitHub a job with \`id-token: write\` needs none. docs/witnesses.md has a workflow.`;

function runAttest(name: string, words: readonly string[], options: AttestOptions): Promise<void> {
  const [ticket = ""] = words;
  if (process.argv.includes("--") || options.from !== undefined) return fromJob(name, words, options);
  if (words.length !== 1) {
    throw new CliError("name a ticket (signalbox attest review 7), or put -- before a command to run in a CI job", 2);
  }
  return byPerson(name, readKey(ticket), options);
}

async function byPerson(name: string, key: string, options: AttestOptions): Promise<void> {
  const { reason = "", verdict, commit, url } = options;
  const input = { key, name, reason, verdict, commit, url };
  const answer = await withPerson(options, (app, caller) => attestTicket(app, caller(false), input));
  printAnswer(options, answer, ({ subject, level, event }) => {
    const what = isCommit(subject) ? `at ${shortCommit(subject)}` : "of the ticket, which has no commit";
    return `${showKey(key)}: ${name}, ${verdict ?? "pass"} ${what}; ${level} (row ${event})`;
  });
}

async function fromJob(name: string, words: readonly string[], options: AttestOptions): Promise<void> {
  const commit = commitOf(process.env, process.cwd(), options.commit);
  if (options.from !== undefined) {
    if (words.length > 0 || options.save !== undefined) throw new CliError("--from runs nothing, and saves nothing", 2);
    const to = destinationOf(process.env, options);
    return give(name, commit, foundBefore(options.from, options.result), to, options);
  }
  if (words.length === 0) throw new CliError("there is nothing to run: signalbox attest tests -- npm test", 2);
  if (options.result !== undefined) throw new CliError("--result goes with --from", 2);
  return runAndGive(name, commit, words, options);
}

async function runAndGive(
  name: string,
  commit: string,
  words: readonly string[],
  options: AttestOptions,
): Promise<void> {
  const folder = process.cwd();
  const to = options.save === undefined ? destinationOf(process.env, options) : null;
  if (isChanged(folder) === true) {
    throw new CliError(`the checkout is not as ${commit} is: files were changed, and it would speak of others`);
  }
  const began = Date.now();
  const ran = await runCommand(words, withoutSecrets(process.env));
  process.exitCode = ran.exit;
  const reports = options.reports === undefined ? [] : readReports(folder, options.reports, began);
  const found = foundBy(ran, (headOf(folder) ?? commit) !== commit, reports);
  if (!to) {
    writeFileSync(options.save ?? "", `${JSON.stringify(found)}\n`);
    return;
  }
  try {
    await give(name, commit, found, to, options);
  } catch (error) {
    // The command's own failure is the one to show; where it went well, nobody may think that the board knows.
    if (ran.exit === 0) throw error;
    printError(`signalbox: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type Found = Pick<NewFact, "verdict" | "tests" | "exit" | "ms" | "tail">;

const FOUND: z.ZodType<Found> = z.object({
  verdict: z.enum(VERDICTS),
  tests: z.object({ passed: z.int(), failed: z.int(), skipped: z.int() }).exactOptional(),
  exit: z.int().exactOptional(),
  ms: z.int().exactOptional(),
  tail: z.string().exactOptional(),
});

function foundBy({ exit, ms, output, why }: Ran, moved: boolean, reports: readonly string[]): Found {
  const tail = tailOf(withoutValues(output, process.env));
  if (why !== null || moved) {
    const told = why ?? "the command moved the checkout to another commit";
    return { verdict: "unknown", exit, ms, tail: `${tail}\n${told}`.trim() };
  }
  const tests = countTests(output, reports);
  return { verdict: verdictOf(exit, tests), exit, ms, tail, ...(tests ? { tests } : {}) };
}

/** A run that ends with 0 may still have run nothing. */
function verdictOf(exit: number, tests: TestCounts | null): Verdict {
  if (exit !== 0 || (tests?.failed ?? 0) > 0) return "fail";
  return tests?.passed === 0 ? "empty" : "pass";
}

/** What a job without a key has found. How it ended is said by the runner, which nothing in that job can change. */
function foundBefore(file: string, result: string | undefined): Found {
  const failed = result !== undefined && result !== "success";
  const text = readFileSync(file === "-" ? 0 : file, "utf8").trim();
  if (text === "") {
    if (failed) return { verdict: "fail", tail: `the job ended with ${result}, and said nothing` };
    throw new CliError("there is nothing in what was saved: the job that runs the command has to hand it on");
  }
  const found = FOUND.safeParse(parsed(text));
  if (!found.success) throw new CliError("what was saved is not what signalbox attest --save writes");
  return failed && found.data.verdict === "pass" ? { ...found.data, verdict: "fail" } : found.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema says the rest.
    return null;
  }
}

async function give(
  name: string,
  commit: string,
  found: Found,
  { server, bearer }: Destination,
  options: AttestOptions,
): Promise<void> {
  const url = options.url ?? pageOf(process.env);
  const fact: NewFact = { commit, name, ...found, ...(url === undefined ? {} : { url }), request_id: randomUUID() };
  const answer = await sendFact(server, await bearer(), fact);
  if (options.json) return printJson(answer);
  const tickets = answer.tickets.length === 0 ? "no ticket is at it yet" : answer.tickets.map(showKey).join(", ");
  print(`${name}: ${found.verdict} at ${shortCommit(commit)}, ${answer.level} (row ${answer.event}; ${tickets})`);
}
