// What init does on GitHub: finds out which repository and project are meant, and says what is missing there.

import { listed } from "../../../engine/words.ts";
import type { Workflow } from "../../../engine/workflow/format.ts";
import type { Client } from "../../../setup/clients/client.ts";
import { fileFor, planGitHub, type GitHubAddress } from "../../../setup/github/set-up-github.ts";
import type { WebhookSetUp } from "../../../github/setup/webhooks.ts";
import { settingsFile } from "../../../setup/settings-file.ts";
import { readSettings, type Settings } from "../../../setup/settings.ts";
import { demandTrust } from "../../../setup/trust/untrusted.ts";
import { configuredWorkflow } from "../../../setup/workflow.ts";
import { gitOrigin } from "../../support/git.ts";
import { CliError } from "../../support/output.ts";

export interface GitHubSetUp {
  readonly name: string;
  readonly file: Client;
  /** What the project's own options stand for, in words. */
  readonly notes: readonly string[];
  readonly steps: readonly string[];
  readonly carryOut: () => Promise<void>;
  readonly webhooks: WebhookSetUp;
}

export interface WantedSetUp {
  /** owner/number. */
  readonly project: string;
  /** owner/name, where it is not the one that git's origin is. */
  readonly repo?: string | undefined;
  /** The App that is to act here. */
  readonly app?: string | undefined;
  readonly field?: string | undefined;
  readonly status?: boolean | undefined;
  /** Option=State, each. */
  readonly map?: readonly string[] | undefined;
}

export async function prepareGitHub(wanted: WantedSetUp, folder: string): Promise<GitHubSetUp> {
  const { project, repo, app, field, map = [], status } = wanted;
  const asked = app === undefined ? {} : { SIGNALBOX_GITHUB_APP: app };
  const settings = readSettings({ ...process.env, ...asked }, folder);
  demandTrust(settings);
  if (app !== undefined && !settings.github.app) {
    throw new CliError(
      `the App ${app} can't act here, and nothing was written: SIGNALBOX_GITHUB_APP_KEY says where its private key is, as file:PATH or env:VARIABLE`,
      2,
    );
  }
  const address = addressOf(project, repo, settings, folder);
  const { workflow } = (await configuredWorkflow("ticket", settings.workflow)).machine;
  const states = Object.fromEntries(map.map((pair) => meaningIn(pair, workflow)));
  const plan = await planGitHub(address, settings.github, workflow, { field, states, inStep: status });
  if ("obstacles" in plan) {
    const lines = plan.obstacles.map(({ what, fix }) => `${what}${fix === null ? "" : `\n  → ${fix}`}`);
    throw new CliError(`GitHub is not ready, and nothing was written.\n${lines.join("\n")}`);
  }
  const file = fileFor(address, plan.layout, app === undefined ? null : plan.app);
  return { name: project, file: settingsFile(file), ...plan };
}

function meaningIn(pair: string, { states }: Workflow): readonly [string, string] {
  const at = pair.lastIndexOf("=");
  const [option, state] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  if (at < 0 || option === "") throw new CliError(`"${pair}" maps nothing: write Option=State`, 2);
  if (Object.hasOwn(states, state)) return [option, state];
  throw new CliError(`the workflow has no state "${state}"; it has ${listed(Object.keys(states), "and")}`, 2);
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
