// Opens a board for a command or a hook that only looks: by the workflows that are in force on it, and none is adopted.
// To act, `openApp` opens it.

import type { App } from "../app/app.ts";
import type { Board } from "../app/ports/board.ts";
import { storeBoard } from "../store/board.ts";
import { openDriver } from "../store/open.ts";
import { oneConnection } from "./connection-settings.ts";
import type { Log } from "./log.ts";
import { homeOf, makeApp } from "./open-app.ts";
import { openTracker } from "./open-tracker.ts";
import type { Settings } from "./settings.ts";
import { machineInForce } from "./workflow.ts";

export interface ReaderOptions {
  readonly database: string;
  /** Nobody has named the database: it is the project's own. */
  readonly own: boolean;
  readonly settings: Settings;
  readonly log: Log;
  /** Where there is no store yet: begins the mirror of a board that is elsewhere. A board of our own is never begun. */
  readonly beginMirror: boolean;
  /** How long a store that is busy, or a tracker elsewhere, may take for one answer; absent: as long as it takes. */
  readonly patienceMs?: number;
}

export interface Reader {
  /**
   * The store by itself: sessions, runs, claims, the ledger and keys are kept nowhere else. Where tickets live elsewhere,
   * its tickets are a mirror that may be old.
   */
  readonly stored: App;
  /** Whether tickets live elsewhere. */
  readonly isMirror: boolean;
  /** With tickets as they are where they live. Connects at the first call. */
  readonly live: () => Promise<App>;
  /** The same, by the workflows that are in force now: another may have been adopted since. */
  readonly current: () => Promise<App>;
  readonly close: () => Promise<void>;
}

/** Throws where there is no board. */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const { database, own, settings, log, beginMirror, patienceMs } = options;
  const isMirror = settings.tracker !== "local";
  const driver = await openDriver({
    database,
    own,
    create: isMirror && beginMirror,
    connections: oneConnection(settings.connections),
    ...(settings.board === undefined ? {} : { board: settings.board }),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  try {
    const stored = { ...(await appInForce(storeBoard(driver), settings)), ...homeOf(settings) };
    let board: Board = stored.board;
    const connect = async (): Promise<App> => {
      const timeout = patienceMs === undefined ? {} : { timeoutMs: patienceMs };
      const { machine } = stored;
      board = await openTracker(driver, { settings, database, machine, log, readOnly: true, ...timeout });
      return { ...stored, board };
    };
    const isElsewhere = isMirror || settings.github.pulls !== false;
    let live: Promise<App> | null = isElsewhere ? null : Promise.resolve(stored);
    const open = (): Promise<App> => (live ??= connect());
    return {
      stored,
      isMirror,
      live: open,
      current: async () => ({ ...(await appInForce((await open()).board, settings)), ...homeOf(settings) }),
      close: () => board.close(),
    };
  } catch (error) {
    await driver.close();
    throw error;
  }
}

async function appInForce(board: Board, settings: Settings): Promise<App> {
  const [tickets, sessions, runs] = await Promise.all([
    machineInForce(board, "ticket", settings.workflow),
    machineInForce(board, "session", settings.sessionWorkflow),
    machineInForce(board, "run", settings.runWorkflow),
  ]);
  return makeApp(board, tickets, sessions, runs);
}
