// A board on GitHub, from settings and a store. It is loaded only where tickets live there.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { GitHubClient, type RequestLine } from "../client/client.ts";
import { BudgetFile } from "../client/budget-file.ts";
import { SYSTEM_CLOCK } from "../client/clock.ts";
import { OwnAccounts, TokenBudget, type Accounts } from "../client/token-budget.ts";
import type { Tokens, TokenSource } from "../client/tokens.ts";
import { githubBoard, type GitHubBoard } from "./board.ts";
import { DEFAULT_LAYOUT, namingVariables, type Layout } from "../layout/layout.ts";
import { machineInForce } from "./machine-in-force.ts";
import { plainBoard, type PlainBoard } from "./plain-board.ts";
import type { ProjectName } from "../read/look.ts";
import type { ShownHolders } from "./holders.ts";
import type { RepositoryName } from "./project-ids.ts";
import { StoreAccounts } from "./store-accounts.ts";

export interface OnGitHub {
  readonly home: RepositoryName;
  readonly project: ProjectName;
  /** See `GitHubBoardOptions`. */
  readonly layout?: Layout | undefined;
  readonly tokens: Tokens | TokenSource;
  /** See `ClientOptions`. */
  readonly renewTokens?: () => Promise<Tokens | null>;
  readonly apiUrl: string | undefined;
  /** Absent: where the store is not shared between machines. */
  readonly refLocks: boolean | undefined;
  /** Where all processes of this user count what they ask of GitHub; absent: in the store alone. */
  readonly budgetFile?: string | undefined;
  /** See `GitHubBoardOptions`. */
  readonly showHolder?: ShownHolders | undefined;
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
  const { home, project, refLocks = !store.shared, maxAgeMs, showHolder, layout = DEFAULT_LAYOUT } = where;
  const budgets = budgetPlaces(store, where.budgetFile, how.onTrouble);
  const client = clientFor(where, budgets, how, layout);
  const { onTrouble, readOnly } = how;
  const place = { home, project, refLocks, maxAgeMs, showHolder, layout };
  const board = await githubBoard({ ...place, store, client, clock: SYSTEM_CLOCK, machine, onTrouble, readOnly });
  const close = async (): Promise<void> => {
    await board.close();
    budgets.close();
  };
  return { ...board, close };
}

/** Where pull requests are that belong to tickets here. */
export interface RemoteOnGitHub extends Pick<OnGitHub, "tokens" | "renewTokens" | "apiUrl" | "budgetFile"> {
  readonly repository: RepositoryName;
  /** In a browser. */
  readonly url: string;
}

export function openPlainBoard(
  store: TrackerStore,
  where: RemoteOnGitHub,
  machine: Machine,
  how: HowToOpen,
): PlainBoard {
  const budgets = budgetPlaces(store, where.budgetFile, how.onTrouble);
  const client = clientFor(where, budgets, how);
  const { repository, url } = where;
  const rules = machineInForce(store, machine);
  const { onTrouble } = how;
  const board = plainBoard({ store, client, clock: SYSTEM_CLOCK, repository, url, machine: rules, onTrouble });
  const close = async (): Promise<void> => {
    await board.close();
    budgets.close();
  };
  return { ...board, close };
}

function clientFor(
  where: Pick<OnGitHub, "tokens" | "renewTokens" | "apiUrl">,
  budgets: BudgetPlaces,
  { onRequest, timeoutMs }: Pick<HowToOpen, "onRequest" | "timeoutMs">,
  layout: Layout = DEFAULT_LAYOUT,
): GitHubClient {
  return new GitHubClient({
    tokens: where.tokens,
    ...(where.renewTokens ? { renewTokens: where.renewTokens } : {}),
    apiUrl: where.apiUrl,
    userAgent: "signalbox",
    clock: SYSTEM_CLOCK,
    standing: namingVariables(layout),
    budgetOf: (token) => new TokenBudget(token, budgets.places),
    onRequest,
    ...(timeoutMs === undefined ? {} : { timeoutMs, patienceMs: timeoutMs }),
  });
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
