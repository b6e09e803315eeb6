// Opens what the verbs work with, to act. To read, `openReader` opens it.

import { randomUUID } from "node:crypto";
import type { App } from "../app/app.ts";
import { adoptElsewhere } from "../app/elsewhere/adopt.ts";
import { followMerge } from "../app/tickets/follow-merge.ts";
import type { Board } from "../app/ports/board.ts";
import type { MergedElsewhere } from "../app/ports/mirror.ts";
import type { Identity } from "../engine/facts.ts";
import type { Machine } from "../engine/workflow/compile.ts";
import { storeBoard } from "../store/board.ts";
import { openDriver } from "../store/open.ts";
import { gitHere } from "./git/checkout.ts";
import type { ConnectionSettings } from "./connection-settings.ts";
import { CurrentApp } from "./current-app.ts";
import type { Log } from "./log.ts";
import { hashWorkflow } from "../workflows/hash.ts";
import { openTracker } from "./open-tracker.ts";
import type { Settings } from "./settings.ts";
import type { ConfiguredWorkflows } from "./workflow.ts";

export interface OpenAppOptions {
  readonly database: string;
  /** Nobody has named the database: it is the project's own. */
  readonly own?: boolean;
  /** Whether a board that is not there is begun; absent: it is. A mirror of tickets elsewhere always is. */
  readonly create?: boolean;
  readonly board: string | undefined;
  readonly connections?: ConnectionSettings;
  /** Where tickets live; absent: in the store. */
  readonly tracker?: Pick<Settings, "tracker" | "github">;
  readonly workflows: ConfiguredWorkflows;
  /** Settings that could not be used. */
  readonly problems: readonly string[];
  readonly via: string;
  /** See `App`. */
  readonly reported?: App["reported"];
  readonly log: Log;
  /** How many days answers to requests are kept; 0: for ever; absent: as long as is usual. */
  readonly requestDays?: number;
  /** The folder whose checkout a handoff may look at; absent: none is looked at, as on a server. */
  readonly checkout?: string;
  /** Why no board is opened; absent: nothing is in the way. */
  readonly obstacle?: Error | null;
}

export async function openApp(
  options: OpenAppOptions,
  heard?: (board: Board, who: Identity) => void,
): Promise<CurrentApp> {
  const { workflows, problems, via, log } = options;
  const board = await openWhereTicketsLive(options);
  try {
    const rest = {
      ...homeOf(options.tracker),
      ...(options.reported ? { reported: options.reported } : {}),
      ...(options.checkout === undefined ? {} : gitHere(board, options.checkout, process.env)),
      ...(heard ? { heard: (who: Identity) => heard(board, who) } : {}),
      newId: randomUUID,
    };
    const current = await CurrentApp.open({ board, workflows, problems, via, log, rest });
    const follow = async (merged: MergedElsewhere): Promise<unknown> => followMerge(await current.upToDate(), merged);
    board.mirror?.follow(follow);
    board.pulls?.remote?.follow(follow);
    board.mirror?.adopt(async (happened) => adoptElsewhere(await current.upToDate(), happened));
    return current;
  } catch (error) {
    await board.close();
    throw error;
  }
}

async function openWhereTicketsLive(options: OpenAppOptions): Promise<Board> {
  const { database, own = false, board, connections = {}, tracker, workflows, log, obstacle } = options;
  if (obstacle) throw obstacle;
  const tell = (message: string): void => log({ level: "warn", message });
  const create = options.create !== false || tracker?.tracker === "github";
  const driver = await openDriver({
    database,
    own,
    create,
    tell,
    connections,
    ...(board === undefined ? {} : { board }),
  });
  if (!tracker) return storeBoard(driver);
  try {
    return await openTracker(driver, { settings: tracker, database, machine: workflows.ticket.machine, log });
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** The repository whose issues are known by their number alone. */
export function homeOf(tracker: Pick<Settings, "tracker" | "github"> | undefined): Pick<App, "home"> {
  const { owner, repo } = tracker?.github ?? {};
  if (tracker?.tracker !== "github" || owner === undefined || repo === undefined) return {};
  return { home: { owner, repo } };
}

export function makeApp(board: Board, machine: Machine, sessions: Machine, runs: Machine): App {
  const { workflow } = runs;
  return {
    board,
    machine,
    sessions,
    runs: { machine: runs, hash: hashWorkflow(workflow), workflow },
    newId: randomUUID,
  };
}
