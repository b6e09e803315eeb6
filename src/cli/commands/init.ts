// signalbox init: puts this server into the configuration of the clients that are used here, and takes it out again.

import { homedir } from "node:os";
import { dirname, relative } from "node:path";
import { Command } from "commander";
import { listed, nearest } from "../../engine/words.ts";
import type { Client } from "../../setup/clients/client.ts";
import { clientsInUse, CLIENTS } from "../../setup/clients/list.ts";
import { Receipt, type ReceiptEntry } from "../../setup/receipt.ts";
import { planSetUp, planUndo, setUp, undo, type FilePlan } from "../../setup/set-up-clients.ts";
import { TrustList } from "../../setup/trust/trust-list.ts";
import { confirm } from "../support/confirm.ts";
import { ownDatabase } from "../support/database.ts";
import { showDiff } from "../screens/diff.ts";
import { SETTINGS_FILE } from "../../setup/settings.ts";
import type { GitHubSetUp } from "./init/github.ts";
import type { ProofSetUp } from "./init/proof.ts";
import type { PullsSetUp } from "./init/pulls.ts";
import { CliError, print, printJson, styled } from "../support/output.ts";
import { launchHere } from "../support/launch-here.ts";
import { projectFolder } from "../support/project-folder.ts";

interface InitOptions {
  readonly client?: string;
  readonly github?: string;
  readonly repo?: string;
  readonly app?: string;
  readonly field?: string;
  readonly map?: readonly string[];
  readonly status?: boolean;
  readonly pulls?: true | string;
  readonly proof?: boolean;
  readonly tests?: string;
  readonly dryRun?: boolean;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function initCommand(): Command {
  return new Command("init")
    .description("set this project up: gives the clients that are used here this server; shows what it writes")
    .option("--client <names>", `of ${CLIENTS.map(({ name }) => name).join(",")} (default: those in use)`)
    .option("--github <owner/number>", "let tickets live in this project on GitHub: adds the fields that it lacks")
    .option("--repo <owner/name>", "the repository that has the issues (default: git's origin)")
    .option("--app <id>", "with --github: let this GitHub App act; SIGNALBOX_GITHUB_APP_KEY leads to its key")
    .option("--field <name>", "with --github: the field that the state stands in, such as Status; its options stay")
    .option("--map <option=state...>", "with --github: what an option stands for, where the proposal is wrong")
    .option("--status", "with --github: Status shows states that stand in another field, and people may drag it")
    .option("--pulls [owner/name]", "show pull requests of tickets that live here (default: those of git's origin)")
    .option("--proof", "write a workflow that asks for proof: commits, tests that passed there, other hands")
    .option("--tests <command>", "with --proof: how the tests are run (default: as the project's files say)")
    .option("--dry-run", "show what would be written, and write nothing")
    .option("--undo", "take back what init wrote here, to the byte; fields on GitHub stay")
    .option("--yes", "don't ask")
    .option("--json", "print JSON")
    .action(runInit);
}

async function runInit(options: InitOptions): Promise<void> {
  const folder = projectFolder(process.cwd());
  // Beside the board's own place, wherever this project's board may be: it belongs to the folder, not to the database.
  const home = homedir();
  const where = { folder, home };
  const receipt = new Receipt(dirname(ownDatabase(folder)));
  const named = options.client === undefined ? null : clientsNamed(options.client);
  const github = options.undo ? null : await prepare(options, folder);
  const proof = options.proof && !options.undo ? await findProof(folder, options.tests) : null;
  const pulls = options.pulls === undefined || options.undo ? null : await findPulls(folder, options.pulls);
  const plans = options.undo
    ? planUndo(
        receipt.read().filter((entry) => !named || isOneOf(named, entry)),
        where,
      )
    : planSetUp(filesFor(named, github, [pulls, proof], folder, home), where, launchHere(folder));
  if (options.json) printJson([...plans.map((plan) => asJson(plan, folder, options)), ...onGitHub(github, options)]);
  else
    for (const text of [...(pulls?.notes ?? []), ...(proof?.notes ?? []), ...plans.map(describe), ...stepsOf(github)])
      print(text);

  const refused = plans.filter(({ outcome }) => outcome.does === "refuse");
  if (refused.length > 0 && !options.undo) {
    throw new CliError("nothing was written; repair that first, or leave it out by --client");
  }
  const changes = plans.filter(({ outcome }) => outcome.does === "write" || outcome.does === "delete");
  const isIdle = changes.length === 0 && (github?.steps ?? []).length === 0;
  if (isIdle && !options.json) print(options.undo ? "There is nothing to undo." : "Nothing to do.");
  if (!isIdle && !options.dryRun) {
    if (!(await confirm("Write this?", options))) throw new CliError("nothing was written");
    // First what may fail, and may be done again.
    await github?.carryOut();
    if (options.undo) write(() => undo(plans, receipt), "not all of it could be undone; run it again");
    else write(() => setUp(plans, receipt), "it could not be written, and all is as it was");
    keepTrust(plans, folder);
    if (!options.json) print(closing(changes, options));
  }
  if (refused.length > 0) process.exitCode = 1;
}

/** With proof, pull requests or GitHub alone, no client has to be in use here. */
function filesFor(
  named: readonly Client[] | null,
  github: GitHubSetUp | null,
  asked: readonly ({ readonly file: Client } | null)[],
  folder: string,
  home: string,
): readonly Client[] {
  const more = [github, ...asked].flatMap((one) => (one ? [one.file] : []));
  if (named) return [...named, ...more];
  if (more.length > 0 && !github) return more;
  return github ? [...clientsInUse(folder, home), ...more] : inUse(folder);
}

async function findPulls(folder: string, pulls: true | string): Promise<PullsSetUp> {
  const { preparePulls } = await import("./init/pulls.ts");
  return preparePulls(pulls, folder);
}

async function findProof(folder: string, tests: string | undefined): Promise<ProofSetUp> {
  const { prepareProof } = await import("./init/proof.ts");
  return prepareProof(folder, tests);
}

/** Loaded only where it is asked for. */
async function prepare(options: InitOptions, folder: string): Promise<GitHubSetUp | null> {
  const { github: project, repo, app, field, map, status, pulls } = options;
  if (project !== undefined && pulls !== undefined) {
    throw new CliError("with --github, pull requests are shown without --pulls", 2);
  }
  if (project === undefined) {
    if (app !== undefined) throw new CliError("--app goes with --github owner/number", 2);
    if (field === undefined && map === undefined && !status) return null;
    throw new CliError("--field, --map and --status go with --github", 2);
  }
  const { prepareGitHub } = await import("./init/github.ts");
  return prepareGitHub({ project, repo, app, field, map, status }, folder);
}

function stepsOf(github: GitHubSetUp | null): string[] {
  if (!github) return [];
  const head = `${styled("GitHub", "bold")} (${github.name}): `;
  const { steps, notes } = github;
  const webhooks = github.webhooks.lines.map((line) => styled(line, "dim")).join("\n");
  if (steps.length === 0) return [[`${head}the project has all fields and options`, ...notes].join("\n"), webhooks];
  return [[head, ...steps.map((step) => styled(`+ ${step}`, "green")), ...notes].join("\n"), webhooks];
}

function onGitHub(github: GitHubSetUp | null, options: InitOptions): object[] {
  if (!github) return [];
  const { name, steps, notes, webhooks } = github;
  const { page, events } = webhooks;
  const does = steps.length > 0 ? "write" : "nothing";
  return [{ github: name, does, steps, notes, webhooks: { page, events }, dryRun: options.dryRun ?? false }];
}

function isOneOf(clients: readonly Client[], { client }: ReceiptEntry): boolean {
  return clients.some(({ name }) => name === client);
}

/** A settings file that a person has trusted stays so when init itself changes it. */
function keepTrust(plans: readonly FilePlan[], folder: string): void {
  const plan = plans.find(({ client }) => client.files.includes(SETTINGS_FILE));
  if (plan?.before && plan.outcome.does === "write") {
    new TrustList(process.env, folder).carryOver(plan.before, plan.outcome.text);
  }
}

/** What the disk has against it is no bug of ours. */
function write(action: () => void, otherwise: string): void {
  try {
    action();
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CliError(`${otherwise}: ${error.message}`);
  }
}

function clientsNamed(words: string): readonly Client[] {
  const clients = words.split(",").map((word) => {
    const name = word.trim();
    const client = CLIENTS.find((candidate) => candidate.name === name);
    if (client) return client;
    const known = CLIENTS.map((candidate) => candidate.name);
    const meant = nearest(name, known);
    const hint = meant === undefined ? `the clients are ${listed(known, "and")}` : `did you mean ${meant}?`;
    throw new CliError(`there is no client "${name}"; ${hint}`, 2);
  });
  return [...new Set(clients)];
}

function inUse(folder: string): readonly Client[] {
  const clients = clientsInUse(folder, homedir());
  if (clients.length > 0) return clients;
  const names = CLIENTS.map(({ name }) => name).join(",");
  throw new CliError(`no client was found here; name one with --client, of ${names}`);
}

function describe({ client, path, before, outcome, remark }: FilePlan): string {
  const shown = relative(process.cwd(), path);
  const head = `${styled(client.title, "bold")} (${shown}): `;
  switch (outcome.does) {
    case "refuse":
      return `${head}${styled("left alone", "red")}, because ${outcome.why}`;
    case "nothing":
      return `${head}${outcome.why}`;
    case "write":
    case "delete": {
      const after = outcome.does === "write" ? outcome.text.toString() : null;
      const words = remark === null ? "" : `\n${styled(remark, "dim")}`;
      const model = before === null ? client.model : undefined;
      const copied = model ? `a copy of ${model.title}, but for:` : "";
      return `${head}${copied}\n${showDiff(shown, model?.text ?? before?.toString() ?? null, after)}${words}\n`;
    }
  }
}

function asJson({ client, path, before, outcome, remark }: FilePlan, folder: string, options: InitOptions): object {
  const words = "why" in outcome ? { why: outcome.why } : {};
  const after = outcome.does === "write" ? { after: outcome.text.toString() } : {};
  return {
    client: client.name,
    file: relative(folder, path),
    does: outcome.does,
    ...words,
    ...(outcome.does === "write" ? { before: before?.toString() ?? null } : {}),
    ...after,
    ...(remark === null ? {} : { remark }),
    dryRun: options.dryRun ?? false,
  };
}

function closing(changes: readonly FilePlan[], options: InitOptions): string {
  if (changes.length === 0) return `${styled("Ready", "green")} on GitHub; \`signalbox doctor\` checks it.`;
  const files = changes.length === 1 ? "1 file" : `${changes.length} files`;
  if (options.undo) return `${styled("Undone", "green")}: ${files}.`;
  return `${styled("Written", "green")}: ${files}. \`signalbox init --undo\` takes it back; \`signalbox doctor\` checks it.`;
}
