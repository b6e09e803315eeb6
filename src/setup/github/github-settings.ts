// Where the board is on GitHub, and what opens it. Tokens come from the environment or from gh, and never from a file:
// files get committed.

import { quote } from "../../engine/words.ts";
import { ghToken } from "../../github/client/token.ts";

/** The part of `.signalbox/config.json` that is about GitHub. */
export interface GitHubFile {
  readonly owner?: string | undefined;
  readonly repo?: string | undefined;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly locks?: boolean | undefined;
  readonly maxAge?: number | undefined;
}

export interface GitHubSettings {
  readonly owner: string | undefined;
  readonly repo: string | undefined;
  readonly project: number | undefined;
  /** Whose the project is; where nothing is said, the repository's owner. */
  readonly projectOwner: string | undefined;
  readonly token: string | undefined;
  /** For what touches projects, where it is another. */
  readonly projectToken: string | undefined;
  readonly apiUrl: string | undefined;
  /** Claims as git refs; nothing said: where machines share no store. */
  readonly refLocks: boolean | undefined;
  /** How old a list may be; nothing said: 30 s. */
  readonly maxAgeMs: number | undefined;
  /** Where each of these comes from: a variable, or the project's file. */
  readonly origins: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

export type Tracker = "local" | "github";

/** What says each setting, the first that is set. Only the environment names an address or holds a token. */
const VARIABLES = {
  owner: ["SIGNALBOX_GITHUB_OWNER", "RALPH_GH_OWNER", "GITHUB_OWNER"],
  repo: ["SIGNALBOX_GITHUB_REPO", "RALPH_GH_REPO", "GITHUB_REPO"],
  project: ["SIGNALBOX_GITHUB_PROJECT", "RALPH_GH_PROJECT_NUMBER"],
  projectOwner: ["SIGNALBOX_GITHUB_PROJECT_OWNER"],
  locks: ["SIGNALBOX_GITHUB_LOCKS"],
  maxAge: ["SIGNALBOX_GITHUB_MAX_AGE"],
  token: ["SIGNALBOX_GITHUB_TOKEN", "GITHUB_TOKEN"],
  projectToken: ["SIGNALBOX_GITHUB_PROJECT_TOKEN"],
  apiUrl: ["GITHUB_API_URL"],
} as const;

/** The longest that a list may be behind. */
const MOST_SECONDS = 3600;

const NAME = /^[A-Za-z0-9._-]+$/;

export function readGitHubSettings(env: NodeJS.ProcessEnv, file: GitHubFile): GitHubSettings {
  const problems: string[] = [];
  const origins: Record<string, string> = {};
  const isSet = (name: string): boolean => (env[name]?.trim() ?? "") !== "";
  const word = (...names: string[]): string | undefined => {
    const name = names.find(isSet);
    return name === undefined ? undefined : env[name]?.trim();
  };
  for (const [setting, names] of Object.entries(VARIABLES)) {
    const said = names.find(isSet) ?? (Object.hasOwn(file, setting) ? ".signalbox/config.json" : undefined);
    if (said !== undefined) origins[`github.${setting}`] = said;
  }
  const repo = repositoryOf(word(...VARIABLES.repo) ?? file.repo, problems);
  const owner = word(...VARIABLES.owner) ?? file.owner ?? repo?.owner ?? undefined;
  const project = projectOf(word(...VARIABLES.project) ?? file.project?.toString(), problems);
  return {
    owner,
    repo: repo?.name,
    project: project?.number,
    projectOwner: word(...VARIABLES.projectOwner) ?? file.projectOwner ?? project?.owner ?? owner,
    token: word(...VARIABLES.token),
    projectToken: word(...VARIABLES.projectToken),
    apiUrl: word(...VARIABLES.apiUrl),
    refLocks: locksOf(word(...VARIABLES.locks), problems) ?? file.locks,
    maxAgeMs: ageOf(word(...VARIABLES.maxAge) ?? file.maxAge?.toString(), problems),
    origins,
    problems,
  };
}

/** `github` where owner, repository and project are set, and nothing else was asked for. */
export function trackerOf(
  asked: string | undefined,
  github: GitHubSettings,
): { tracker: Tracker; problem: string | null } {
  const lacks = [
    ...(github.owner === undefined ? ["SIGNALBOX_GITHUB_OWNER"] : []),
    ...(github.repo === undefined ? ["SIGNALBOX_GITHUB_REPO"] : []),
    ...(github.project === undefined ? ["SIGNALBOX_GITHUB_PROJECT"] : []),
  ];
  const complete = lacks.length === 0;
  if (asked === undefined) return { tracker: complete ? "github" : "local", problem: null };
  if (asked === "local") return { tracker: "local", problem: null };
  if (asked === "github") {
    const problem = complete ? null : `SIGNALBOX_TRACKER is github, but ${lacks.join(" and ")} must be set too.`;
    return { tracker: "github", problem };
  }
  return {
    tracker: "local",
    problem: `SIGNALBOX_TRACKER: there is no ${asked}; it is local or github. local was taken.`,
  };
}

/** The two tokens in the end: what was given, else gh's; null where there is none. */
export async function findTokens(
  { token, projectToken, apiUrl }: GitHubSettings,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly repository: string; readonly project: string } | null> {
  const repository = token ?? (await ghToken(env, hostOf(apiUrl)));
  if (repository === null)
    return projectToken === undefined ? null : { repository: projectToken, project: projectToken };
  return { repository, project: projectToken ?? repository };
}

/** gh knows servers by the host that people visit. */
function hostOf(apiUrl: string | undefined): string {
  const host = apiUrl !== undefined && URL.canParse(apiUrl) ? new URL(apiUrl).hostname : "api.github.com";
  return host.replace(/^api\./, "");
}

function locksOf(value: string | undefined, problems: string[]): boolean | undefined {
  if (value === undefined) return undefined;
  if (value === "on" || value === "off") return value === "on";
  problems.push(`SIGNALBOX_GITHUB_LOCKS: ${quote(value)} is neither on nor off. It was left out.`);
  return undefined;
}

function ageOf(value: string | undefined, problems: string[]): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,4}$/.test(value) && Number(value) <= MOST_SECONDS) return Number(value) * 1000;
  problems.push(
    `SIGNALBOX_GITHUB_MAX_AGE: ${quote(value)} is no number of seconds up to ${MOST_SECONDS}. 30 was taken.`,
  );
  return undefined;
}

function repositoryOf(value: string | undefined, problems: string[]): { name: string; owner?: string } | undefined {
  if (value === undefined) return undefined;
  const parts = value.split("/");
  const [name, owner] = parts.toReversed();
  if (parts.length <= 2 && name !== undefined && parts.every((part) => NAME.test(part))) {
    return { name, ...(owner === undefined ? {} : { owner }) };
  }
  problems.push(`SIGNALBOX_GITHUB_REPO: ${quote(value)} is no repository's name. It was left out.`);
  return undefined;
}

function projectOf(value: string | undefined, problems: string[]): { number: number; owner?: string } | undefined {
  if (value === undefined) return undefined;
  const found = /^(?:([A-Za-z0-9._-]+)\/)?([1-9]\d{0,8})$/.exec(value);
  if (found) return { number: Number(found[2]), ...(found[1] === undefined ? {} : { owner: found[1] }) };
  problems.push(`SIGNALBOX_GITHUB_PROJECT: ${quote(value)} is no project's number, as 7 or acme/7. It was left out.`);
  return undefined;
}
