// A board on GitHub, from settings and a store. It is loaded only where tickets live there.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { GitHubClient, type RequestLine, type Tokens } from "../client/client.ts";
import { BudgetFile } from "../client/budget-file.ts";
import { SYSTEM_CLOCK } from "../client/clock.ts";
import { OwnAccounts, TokenBudget, type Accounts } from "../client/token-budget.ts";
import { githubBoard, type GitHubBoard } from "./board.ts";
import type { ProjectName } from "../read/look.ts";
import type { RepositoryName } from "./project-ids.ts";
import { StoreAccounts } from "./store-accounts.ts";

export interface OnGitHub {
  readonly home: RepositoryName;
  readonly project: ProjectName;
  readonly tokens: Tokens;
  /** See `ClientOptions`. */
  readonly renewTokens?: () => Promise<Tokens | null>;
  readonly apiUrl: string | undefined;
  /** Absent: where the store is not shared between machines. */
  readonly refLocks: boolean | undefined;
  /** Where all processes of this user count what they ask of GitHub; absent: in the store alone. */
  readonly budgetFile?: string | undefined;
  /** How old a list may be; absent: 30 s. */
  readonly maxAgeMs?: number | undefined;
}

export interface HowToOpen {
  readonly onRequest: (line: RequestLine) => void;
  readonly onTrouble: (error: unknown) => void;
  /** See `GitHubBoardOptions`. */
  readonly readOnly: boolean;
  /** How long GitHub may take for one answer; absent: as long as it takes. */
  readonly timeoutMs?: number;
}

export async function openGitHubBoard(
  store: TrackerStore,
  where: OnGitHub,
  machine: Machine,
  how: HowToOpen,
): Promise<GitHubBoard> {
  const { home, project, tokens, apiUrl, refLocks = !store.shared, maxAgeMs } = where;
  const budgets = budgetPlaces(store, where.budgetFile, how.onTrouble);
  const client = new GitHubClient({
    tokens,
    ...(where.renewTokens ? { renewTokens: where.renewTokens } : {}),
    apiUrl,
    userAgent: "signalbox",
    clock: SYSTEM_CLOCK,
    budgetOf: (token) => new TokenBudget(token, budgets.places),
    onRequest: how.onRequest,
    ...(how.timeoutMs === undefined ? {} : { timeoutMs: how.timeoutMs, patienceMs: how.timeoutMs }),
  });
  const { onTrouble, readOnly } = how;
  const place = { home, project, refLocks, maxAgeMs };
  const board = await githubBoard({ ...place, store, client, clock: SYSTEM_CLOCK, machine, onTrouble, readOnly });
  const close = async (): Promise<void> => {
    await board.close();
    budgets.close();
  };
  return { ...board, close };
}

interface BudgetPlaces {
  readonly places: readonly Accounts[];
  readonly close: () => void;
}

/** On this machine whatever the board, and where servers share a database, with all of them. */
function budgetPlaces(
  store: TrackerStore,
  file: string | undefined,
  onTrouble: (error: unknown) => void,
): BudgetPlaces {
  const inStore = new StoreAccounts(store);
  if (file === undefined) return { places: [inStore], close: () => undefined };
  const onMachine = new BudgetFile(file, SYSTEM_CLOCK, store.shared ? new OwnAccounts() : inStore, onTrouble);
  return { places: store.shared ? [onMachine, inStore] : [onMachine], close: () => onMachine.close() };
}
