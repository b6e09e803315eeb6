// What init finds out for pull requests of tickets that live here: which repository they are in.

import type { Client } from "../../../setup/clients/client.ts";
import { remoteRepository } from "../../../setup/github/remote.ts";
import { pullsFile } from "../../../setup/settings-file.ts";
import { readSettings } from "../../../setup/settings.ts";
import { CliError } from "../../support/output.ts";

export interface PullsSetUp {
  readonly file: Client;
  readonly notes: readonly string[];
}

/** `which`: owner/name; true: the repository of git's origin. */
export function preparePulls(which: true | string, folder: string): PullsSetUp {
  const asked = { ...process.env, SIGNALBOX_GITHUB_PULLS: which === true ? "on" : which };
  const { tracker, github } = readSettings(asked, folder);
  if (tracker === "github") {
    throw new CliError("tickets live on GitHub here: their pull requests are shown without --pulls", 2);
  }
  if (github.pulls === false) throw new CliError(`"${String(which)}" is no repository: write owner/name`, 2);
  const found = remoteRepository(github, folder);
  if ("problem" in found) {
    throw new CliError(`nothing was written: ${found.problem}. \`--pulls owner/name\` names one`);
  }
  return { file: pullsFile(which), notes: [`pull requests: of ${found.url}`] };
}
