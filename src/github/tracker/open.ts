// A board on GitHub, from settings and a store. It is loaded only where tickets live there.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { GitHubClient, type RequestLine, type Tokens } from "../client/client.ts";
import { SYSTEM_CLOCK } from "../client/clock.ts";
import { githubBoard, type GitHubBoard } from "./board.ts";
import type { ProjectName } from "../read/look.ts";
import type { RepositoryName } from "./project-ids.ts";
import { SharedBudget } from "./shared-budget.ts";

export interface OnGitHub {
  readonly home: RepositoryName;
  readonly project: ProjectName;
  readonly tokens: Tokens;
  readonly apiUrl: string | undefined;
  /** Absent: where the store is not shared between machines. */
  readonly refLocks: boolean | undefined;
}

export interface HowToOpen {
  readonly onRequest: (line: RequestLine) => void;
  readonly onTrouble: (error: unknown) => void;
  /** See `GitHubBoardOptions`. */
  readonly readOnly: boolean;
  /** How long GitHub may take for one answer; absent: as long as it takes. */
  readonly timeoutMs?: number;
}

export function openGitHubBoard(
  store: TrackerStore,
  where: OnGitHub,
  machine: Machine,
  how: HowToOpen,
): Promise<GitHubBoard> {
  const { home, project, tokens, apiUrl, refLocks = !store.shared } = where;
  const client = new GitHubClient({
    tokens,
    apiUrl,
    userAgent: "signalbox",
    clock: SYSTEM_CLOCK,
    budget: new SharedBudget(store),
    onRequest: how.onRequest,
    ...(how.timeoutMs === undefined ? {} : { timeoutMs: how.timeoutMs, patienceMs: how.timeoutMs }),
  });
  const { onTrouble, readOnly } = how;
  return githubBoard({ store, client, clock: SYSTEM_CLOCK, home, project, machine, refLocks, onTrouble, readOnly });
}
