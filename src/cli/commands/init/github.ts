// What init does on GitHub: finds out which repository and project are meant, and says what is missing there.

import type { Client } from "../../../setup/clients/client.ts";
import { fileFor, planGitHub, type GitHubAddress } from "../../../setup/github/set-up-github.ts";
import { settingsFile } from "../../../setup/settings-file.ts";
import { readSettings, type Settings } from "../../../setup/settings.ts";
import { demandTrust } from "../../../setup/trust/untrusted.ts";
import { configuredWorkflow } from "../../../setup/workflow.ts";
import { gitOrigin } from "../../support/git.ts";
import { CliError } from "../../support/output.ts";

export interface GitHubSetUp {
  readonly name: string;
  readonly file: Client;
  readonly steps: readonly string[];
  readonly carryOut: () => Promise<void>;
}

/** `project`: owner/number; `repo`: owner/name, where it is not the one that git's origin is. */
export async function prepareGitHub(project: string, repo: string | undefined, folder: string): Promise<GitHubSetUp> {
  const settings = readSettings(process.env, folder);
  demandTrust(settings);
  const address = addressOf(project, repo, settings, folder);
  const { workflow } = (await configuredWorkflow("ticket", settings.workflow)).machine;
  const plan = await planGitHub(address, settings.github, workflow);
  if ("obstacles" in plan) {
    const lines = plan.obstacles.map(({ what, fix }) => `${what}${fix === null ? "" : `\n  → ${fix}`}`);
    throw new CliError(`GitHub is not ready, and nothing was written.\n${lines.join("\n")}`);
  }
  return { name: project, file: settingsFile(fileFor(address)), ...plan };
}

function addressOf(project: string, repo: string | undefined, { github }: Settings, folder: string): GitHubAddress {
  const [, projectOwner, number] = /^([A-Za-z0-9._-]+)\/([1-9]\d{0,8})$/.exec(project) ?? [];
  if (projectOwner === undefined) {
    throw new CliError(`"${project}" is no project: write owner/number, as in acme/7`, 2);
  }
  const [, owner, name] = /^([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+)$/.exec(repo ?? origin(github, folder) ?? "") ?? [];
  if (owner === undefined || name === undefined) {
    throw new CliError("which repository has the issues? say it with --repo owner/name", 2);
  }
  return { owner, repo: name, project: { owner: projectOwner, number: Number(number) } };
}

function origin({ owner, repo }: Settings["github"], folder: string): string | null {
  if (owner !== undefined && repo !== undefined) return `${owner}/${repo}`;
  const [name = "", holder = ""] = (gitOrigin(folder) ?? "").replace(/\/$/, "").split(/[:/]/).toReversed();
  return holder === "" ? null : `${holder}/${name.replace(/\.git$/, "")}`;
}
