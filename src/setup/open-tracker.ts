// Where the tickets live: in the store itself, or on GitHub with the store beside it.

import type { Board } from "../app/ports/board.ts";
import type { Machine } from "../engine/workflow/compile.ts";
import { GitHubError } from "../github/client/errors.ts";
import type { HowToOpen, OnGitHub } from "../github/tracker/open.ts";
import { storeBoard } from "../store/board.ts";
import type { Driver } from "../store/driver.ts";
import { isPostgres } from "../store/open.ts";
import { budgetFileOf } from "./cache-folder.ts";
import { findAccess, findTokens } from "./github/access.ts";
import type { GitHubSettings } from "./github/github-settings.ts";
import { remoteRepository } from "./github/remote.ts";
import type { Log } from "./log.ts";
import type { Settings } from "./settings.ts";

export interface TrackerOptions {
  readonly settings: Pick<Settings, "tracker" | "github">;
  readonly database: string;
  /** By which moves are judged until a workflow is in force. */
  readonly machine: Machine;
  readonly log: Log;
  /** Nothing is written where the tickets live. */
  readonly readOnly?: boolean;
  /** How long a tracker elsewhere may take for one answer; absent: as long as it takes. */
  readonly timeoutMs?: number;
}

export async function openTracker(driver: Driver, options: TrackerOptions): Promise<Board> {
  const { settings, database, machine, log, readOnly = false, timeoutMs } = options;
  if (settings.tracker === "local") return settings.github.pulls ? openPlain(driver, options) : storeBoard(driver);
  const where = await whereOnGitHub(settings.github);
  const [{ openGitHubBoard }, { trackerStore }] = await Promise.all([
    import("../github/tracker/open.ts"),
    import("../store/tracker-store.ts"),
  ]);
  return openGitHubBoard(trackerStore(driver, isPostgres(database)), where, machine, {
    ...hearing(log),
    readOnly,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
}

function hearing(log: Log): Pick<HowToOpen, "onRequest" | "onTrouble"> {
  return {
    onRequest: ({ operation, outcome, status, remaining }) =>
      log({
        level: "debug",
        message: `GitHub: ${operation} ${outcome} (${status ?? "no answer"}, ${remaining ?? "?"} left)`,
      }),
    onTrouble: (error) =>
      log({ level: "warn", message: `Looking at GitHub: ${error instanceof Error ? error.message : String(error)}` }),
  };
}

/** Tickets live here, and their pull requests on GitHub. Where those can't be looked at, the board is there all the same. */
async function openPlain(driver: Driver, options: TrackerOptions): Promise<Board> {
  const { settings, database, machine, log, readOnly = false } = options;
  const { trackerStore } = await import("../store/tracker-store.ts");
  const store = trackerStore(driver, isPostgres(database));
  const known = { ...storeBoard(driver), pulls: store.pulls };
  if (readOnly) return known;
  const found = remoteRepository(settings.github, process.cwd());
  const tokens = "problem" in found ? null : await findAccess(settings.github, found, process.env);
  if ("problem" in found || !tokens) {
    const why =
      "problem" in found ? found.problem : "there is no token: run `gh auth login`, or set SIGNALBOX_GITHUB_TOKEN";
    log({ level: "warn", message: `Pull requests are not looked at: ${why}.` });
    return known;
  }
  const { openPlainBoard } = await import("../github/tracker/open.ts");
  const { url, ...repository } = found;
  const where = {
    repository,
    url,
    tokens,
    renewTokens: () => findTokens(settings.github, process.env),
    apiUrl: settings.github.apiUrl,
    budgetFile: budgetFileOf(process.env),
  };
  return openPlainBoard(store, where, machine, { ...hearing(log), readOnly });
}

async function whereOnGitHub(github: GitHubSettings): Promise<OnGitHub> {
  const { owner, repo, project, projectOwner = owner, apiUrl, refLocks, maxAgeMs, layout } = github;
  if (owner === undefined || repo === undefined || project === undefined || projectOwner === undefined) {
    throw new GitHubError(
      "github_settings",
      "Tickets are to live on GitHub, but it is not said where.",
      "Set SIGNALBOX_GITHUB_OWNER, SIGNALBOX_GITHUB_REPO and SIGNALBOX_GITHUB_PROJECT, or SIGNALBOX_TRACKER=local.",
    );
  }
  const tokens = await findAccess(github, { owner, repo }, process.env);
  if (!tokens) {
    throw new GitHubError(
      "github_unauthorized",
      "There is no token for GitHub.",
      "Run `gh auth login --scopes project,repo`, or set SIGNALBOX_GITHUB_TOKEN.",
    );
  }
  return {
    home: { owner, repo },
    project: { owner: projectOwner, number: project },
    layout,
    tokens,
    // Of a person who logged in again meanwhile; what stands in the environment stays as it is. An App renews by itself.
    renewTokens: () => findTokens(github, process.env),
    apiUrl,
    refLocks,
    maxAgeMs,
    showHolder: github.showHolder === "off" ? undefined : { as: github.showHolder, logins: github.logins },
    budgetFile: budgetFileOf(process.env),
  };
}
