// Where the board is on GitHub, and what opens it. Tokens come from the environment or from gh, and never from a file:
// files get committed.

import { quote } from "../../engine/words.ts";
import { layoutOf, type Layout, type SaidLayout } from "../../github/layout/layout.ts";
import { appOf, type AppSettings } from "./app-settings.ts";
import { problemOfReference } from "../secret-reference.ts";

/** The part of `.signalbox/config.json` that is about GitHub. */
export interface GitHubFile extends SaidLayout {
  readonly owner?: string | undefined;
  readonly repo?: string | undefined;
  readonly project?: number | undefined;
  readonly projectOwner?: string | undefined;
  readonly locks?: boolean | undefined;
  readonly maxAge?: number | undefined;
  readonly app?: string | number | undefined;
  readonly installation?: number | undefined;
  readonly showHolder?: HolderShown | undefined;
  readonly logins?: Readonly<Record<string, string>> | undefined;
  readonly pulls?: boolean | string | undefined;
}

/** How people see on GitHub who holds a ticket. */
export const HOLDER_SHOWN = ["off", "label", "assignee"] as const;
type HolderShown = (typeof HOLDER_SHOWN)[number];

export interface GitHubSettings {
  readonly owner: string | undefined;
  readonly repo: string | undefined;
  readonly project: number | undefined;
  /** Whose the project is; where nothing is said, the repository's owner. */
  readonly projectOwner: string | undefined;
  readonly token: string | undefined;
  /** For what touches projects, where it is another. */
  readonly projectToken: string | undefined;
  /** Who acts, where it is no person. */
  readonly app: AppSettings | undefined;
  readonly apiUrl: string | undefined;
  /** Where the secret of webhooks is: `env:NAME` or `file:PATH`. */
  readonly webhookSecret: string | undefined;
  /** Claims as git refs; nothing said: where machines share no store. */
  readonly refLocks: boolean | undefined;
  /** How old a list may be; nothing said: 30 s. */
  readonly maxAgeMs: number | undefined;
  readonly showHolder: HolderShown;
  /** Logins on GitHub by the names of agents and people. */
  readonly logins: Readonly<Record<string, string>>;
  /** Of a board whose tickets live here: pull requests are looked at, in git's origin or in this repository. */
  readonly pulls: boolean | { readonly owner: string; readonly repo: string };
  /** How the project's fields are called, and what its options stand for. */
  readonly layout: Layout;
  /** Where each of these comes from: a variable, or the project's file. */
  readonly origins: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

export type Tracker = "local" | "github";

/** What says each setting, the first that is set. Only the environment names an address, holds a token or leads to a key. */
const VARIABLES = {
  owner: ["SIGNALBOX_GITHUB_OWNER", "RALPH_GH_OWNER", "GITHUB_OWNER"],
  repo: ["SIGNALBOX_GITHUB_REPO", "RALPH_GH_REPO", "GITHUB_REPO"],
  project: ["SIGNALBOX_GITHUB_PROJECT", "RALPH_GH_PROJECT_NUMBER"],
  projectOwner: ["SIGNALBOX_GITHUB_PROJECT_OWNER"],
  locks: ["SIGNALBOX_GITHUB_LOCKS"],
  maxAge: ["SIGNALBOX_GITHUB_MAX_AGE"],
  showHolder: ["SIGNALBOX_GITHUB_SHOW_HOLDER"],
  pulls: ["SIGNALBOX_GITHUB_PULLS"],
  token: ["SIGNALBOX_GITHUB_TOKEN", "GITHUB_TOKEN"],
  projectToken: ["SIGNALBOX_GITHUB_PROJECT_TOKEN"],
  app: ["SIGNALBOX_GITHUB_APP"],
  appKey: ["SIGNALBOX_GITHUB_APP_KEY"],
  installation: ["SIGNALBOX_GITHUB_INSTALLATION"],
  apiUrl: ["GITHUB_API_URL"],
  webhookSecret: ["SIGNALBOX_GITHUB_WEBHOOK_SECRET"],
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
    app: appOf(
      {
        id: word(...VARIABLES.app),
        idInFile: file.app?.toString(),
        key: word(...VARIABLES.appKey),
        installation: word(...VARIABLES.installation) ?? file.installation?.toString(),
      },
      problems,
    ),
    apiUrl: word(...VARIABLES.apiUrl),
    webhookSecret: referenceOf(word(...VARIABLES.webhookSecret), problems),
    refLocks: locksOf(word(...VARIABLES.locks), problems) ?? file.locks,
    maxAgeMs: ageOf(word(...VARIABLES.maxAge) ?? file.maxAge?.toString(), problems),
    showHolder: shownOf(word(...VARIABLES.showHolder), problems) ?? file.showHolder ?? "off",
    logins: file.logins ?? {},
    pulls: pullsOf(word(...VARIABLES.pulls) ?? file.pulls, problems),
    layout: layoutOf(file),
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

function pullsOf(value: boolean | string | undefined, problems: string[]): GitHubSettings["pulls"] {
  if (value === undefined || typeof value === "boolean") return value ?? false;
  if (value === "on" || value === "off") return value === "on";
  const [, owner, repo] = /^([A-Za-z0-9._-]+)\/([A-Za-z0-9._-]+)$/.exec(value) ?? [];
  if (owner !== undefined && repo !== undefined) return { owner, repo };
  problems.push(`SIGNALBOX_GITHUB_PULLS: ${quote(value)} is neither on, off nor owner/name. It was left out.`);
  return false;
}

function locksOf(value: string | undefined, problems: string[]): boolean | undefined {
  if (value === undefined) return undefined;
  if (value === "on" || value === "off") return value === "on";
  problems.push(`SIGNALBOX_GITHUB_LOCKS: ${quote(value)} is neither on nor off. It was left out.`);
  return undefined;
}

function shownOf(value: string | undefined, problems: string[]): HolderShown | undefined {
  const known = HOLDER_SHOWN.find((one) => one === value);
  if (value !== undefined && known === undefined) {
    problems.push(
      `SIGNALBOX_GITHUB_SHOW_HOLDER: ${quote(value)} is none of ${HOLDER_SHOWN.join(", ")}. It was left out.`,
    );
  }
  return known;
}

function referenceOf(value: string | undefined, problems: string[]): string | undefined {
  const problem = value === undefined ? null : problemOfReference(value);
  if (problem === null) return value;
  problems.push(`SIGNALBOX_GITHUB_WEBHOOK_SECRET ${problem}. It was left out.`);
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
