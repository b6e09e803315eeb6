// Which GitHub App acts, and where its private key is. A repository may name the App and its installation, which are no
// secrets. Where the key is, only the environment says: a repository that named a file could have any file of the user's
// read.

import { quote } from "../../engine/words.ts";
import { GitHubError } from "../../github/client/errors.ts";
import { problemOfReference, readSecret } from "../secret-reference.ts";

export interface AppSettings {
  /** Its id, or its client id. */
  readonly id: string;
  /** Where its private key is: `file:` and a path, or `env:` and a variable. */
  readonly key: string;
  readonly installation: number | undefined;
}

export interface GivenApp {
  readonly id: string | undefined;
  readonly idInFile: string | undefined;
  readonly key: string | undefined;
  readonly installation: string | undefined;
}

const ID = /^[A-Za-z0-9.]{1,40}$/;

/** Without a key nobody acts as the App: a person whose project has one uses a token of their own. */
export function appOf({ id, idInFile, key, installation }: GivenApp, problems: string[]): AppSettings | undefined {
  const app = id ?? idInFile;
  if (key === undefined) {
    if (id !== undefined) problems.push("SIGNALBOX_GITHUB_APP is set, but SIGNALBOX_GITHUB_APP_KEY must be set too.");
    return undefined;
  }
  const problem = problemOfReference(key);
  if (problem !== null) {
    problems.push(`SIGNALBOX_GITHUB_APP_KEY ${problem}. It was left out.`);
    return undefined;
  }
  if (app === undefined) {
    problems.push("SIGNALBOX_GITHUB_APP_KEY is set, but SIGNALBOX_GITHUB_APP must be set too.");
    return undefined;
  }
  if (!ID.test(app)) {
    problems.push(`SIGNALBOX_GITHUB_APP: ${quote(app)} is no id of an App, as 123456. It was left out.`);
    return undefined;
  }
  return { id: app, key, installation: installationOf(installation, problems) };
}

/** Reads it anew each time. `env`: looked up here, and handed on to nobody. */
export function keyReader(reference: string, env: NodeJS.ProcessEnv): () => Promise<string> {
  return async () => {
    try {
      // Many places that keep secrets know only one line.
      return await Promise.resolve(readSecret(reference, env).replaceAll("\\n", "\n"));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new GitHubError(
        "github_settings",
        `There is no private key of the App to be read: ${why}.`,
        "See that SIGNALBOX_GITHUB_APP_KEY leads to it, and that this user may read it.",
      );
    }
  };
}

function installationOf(value: string | undefined, problems: string[]): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  problems.push(`SIGNALBOX_GITHUB_INSTALLATION: ${quote(value)} is no installation's number. It was left out.`);
  return undefined;
}
