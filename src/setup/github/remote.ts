// Which repository on GitHub a checkout's work is proposed in: what git's own remote says, and only where that is the GitHub
// whose address and token the user has set. Nothing that a clone brings along can name another address.

import { quote } from "../../engine/words.ts";
import { askGit } from "../trust/ask-git.ts";
import { hostOf } from "./access.ts";
import type { GitHubSettings } from "./github-settings.ts";

export interface RemoteRepository {
  readonly owner: string;
  readonly repo: string;
  /** In a browser. */
  readonly url: string;
}

/** Or why there is none. */
export function remoteRepository(
  { pulls, owner, repo, apiUrl }: GitHubSettings,
  folder: string,
): RemoteRepository | { readonly problem: string } {
  const host = hostOf(apiUrl);
  const found = named(pulls) ?? (owner !== undefined && repo !== undefined ? { owner, repo } : null);
  if (found) return { ...found, url: `https://${host}/${found.owner}/${found.repo}` };
  const origin = askGit(folder, "remote", "get-url", "origin");
  if (origin === null) return { problem: "git has no origin here: say SIGNALBOX_GITHUB_PULLS=owner/name" };
  const [, there, holder, name] = REMOTE.exec(origin) ?? [];
  if (there === undefined || there.toLowerCase() !== host.toLowerCase() || holder === undefined || name === undefined) {
    return { problem: `git's origin is ${quote(withoutSecrets(origin))}, which is no repository on ${host}` };
  }
  return { owner: holder, repo: name, url: `https://${host}/${holder}/${name}` };
}

/** https://host/owner/name.git, ssh://git@host/owner/name, git@host:owner/name.git */
const REMOTE =
  /^(?:(?:https?|ssh|git):\/\/)?(?:[^@/\s]+@)?([A-Za-z0-9.-]+)(?::\d+)?[:/]([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+?)(?:\.git)?\/?$/;

function named(pulls: GitHubSettings["pulls"]): { readonly owner: string; readonly repo: string } | null {
  return typeof pulls === "object" ? pulls : null;
}

function withoutSecrets(origin: string): string {
  return origin.replace(/\/\/[^@/]*@/, "//");
}
