// signalbox trust: a person believes what this project's settings file says.

import { Command } from "commander";
import { agentShell } from "../../setup/agent-shell.ts";
import { homeOf, SETTINGS_FILE } from "../../setup/settings.ts";
import { readConfig } from "../../setup/trust/config-file.ts";
import { TrustList } from "../../setup/trust/trust-list.ts";
import { leadsElsewhere, type Untrusted } from "../../setup/trust/untrusted.ts";
import { shown } from "../doctor/trust.ts";
import { confirm } from "../support/confirm.ts";
import { CliError, print, printJson } from "../support/output.ts";

interface TrustOptions {
  readonly undo?: boolean;
  readonly json?: boolean;
}

interface Found {
  readonly bytes: Buffer;
  readonly leads: Untrusted;
  readonly list: TrustList;
}

export function trustCommand(): Command {
  return new Command("trust")
    .description(`believe what this project's ${SETTINGS_FILE} says: a database, a workflow, a name, an address`)
    .option("--undo", "believe it no longer, in any worktree")
    .option("--json", "print what it says and whether it is trusted, and change nothing")
    .action(runTrust);
}

async function runTrust(options: TrustOptions): Promise<void> {
  const home = homeOf(process.cwd());
  if (options.undo) {
    const forgotten = new TrustList(process.env, home).forget();
    if (options.json) printJson({ file: SETTINGS_FILE, trusted: false });
    else print(forgotten ? `${SETTINGS_FILE} is no longer trusted here.` : "Nothing was trusted here.");
    return;
  }
  const found = find(home);
  const settings = Object.entries(found?.leads ?? {});
  const trusted = found?.list.has(found.bytes) ?? false;
  if (options.json) return printJson({ file: SETTINGS_FILE, settings: found?.leads ?? {}, trusted });
  if (!found || settings.length === 0) return print(`Nothing here needs trust: ${WITHOUT}.`);
  print([`${SETTINGS_FILE} sets`, ...settings.map((setting) => `  ${shown(setting)}`)].join("\n"));
  if (trusted) return print("You have trusted this file, as it is now.");
  demandPerson();
  if (!(await confirm("Trust it, in all worktrees, until it changes?", {}))) throw new CliError("it is not trusted");
  keep(found);
  print("Trusted. When the file changes, you are asked again.");
}

function keep({ list, bytes }: Found): void {
  try {
    list.add(bytes);
  } catch (error) {
    if (!(error instanceof Error) || !("syscall" in error)) throw error;
    throw new CliError(`it can't be noted in your own configuration: ${error.message}`);
  }
}

const WITHOUT = `${SETTINGS_FILE} names no database, workflow, agent or address`;

/** null: there is no such file. */
function find(home: string): Found | null {
  const config = readConfig(home, SETTINGS_FILE);
  if (config === null) return null;
  if ("problem" in config) throw new CliError(`${SETTINGS_FILE} ${config.problem}`);
  const { bytes, value } = config;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const leads = isObject ? leadsElsewhere(value as Record<string, unknown>) : {};
  return { bytes, leads, list: new TrustList(process.env, home) };
}

/** An agent must not believe a repository in a person's place. */
function demandPerson(): void {
  const agent = agentShell(process.env);
  if (agent !== null) throw new CliError(`this is an agent's shell (${agent} is set), and a person decides it`);
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new CliError(
      "a person decides this in a terminal; a script says the same by a flag or in the environment (SIGNALBOX_DATABASE, SIGNALBOX_WORKFLOW, SIGNALBOX_AGENT)",
    );
  }
}
