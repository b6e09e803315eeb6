// What hooks ask the board, or have it note. Opened only by those that need it, and loaded only then: a hook runs before
// every call of a tool.

import { resolve } from "node:path";
import type { App, Caller } from "../../app/app.ts";
import { createSession } from "../../app/sessions/create-session.ts";
import { disconnectSessions } from "../../app/sessions/disconnect.ts";
import { handoff } from "../../app/tickets/handoff.ts";
import { myWork } from "../../app/sessions/my-work.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { agentName } from "./identity.ts";
import type { Beginning } from "./convergence-gate.ts";
import type { HookEvent } from "./event.ts";
import type { Work } from "./work.ts";
import { ConnectionIdentity } from "../../mcp/identity.ts";
import { readingApp } from "../../setup/open-app.ts";
import { readSettings } from "../../setup/settings.ts";
import { configuredWorkflow } from "../../setup/workflow.ts";
import { storeBoard } from "../../store/board.ts";
import { StoreError } from "../../store/errors.ts";
import { openDriver } from "../../store/open.ts";
import { findDatabase } from "../support/database.ts";

/** A client waits for its hooks: better to say soon that the board is busy than to be killed without a word. */
const PATIENCE_MS = 3000;

const MOST_SESSIONS = 100;

export interface HookBoard {
  readonly app: App;
  /** By which the server of this client's session goes, as far as can be told from here. */
  readonly connection: string;
  readonly agent: string;
  readonly commands: readonly string[] | undefined;
}

/** null: there is no board here, so that nobody holds anything and nothing waits. */
export async function withHookBoard<T>(
  event: HookEvent,
  folder: string,
  use: (board: HookBoard) => Promise<T>,
): Promise<T | null> {
  const settings = readSettings(process.env, folder);
  const named = settings.database;
  const database = named === undefined || named.startsWith("postgres") ? named : resolve(folder, named);
  const driver = await openDriver({
    database: findDatabase(database, folder),
    create: false,
    patienceMs: PATIENCE_MS,
    ...(settings.board === undefined ? {} : { board: settings.board }),
  }).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === "store_missing") return null;
    throw error;
  });
  if (!driver) return null;
  try {
    const { agent: named, commands } = settings;
    const env = { CLAUDE_CODE_SESSION_ID: event.session };
    const connection = new ConnectionIdentity({ agent: named, commands, env, via: "hook" }).connection(undefined);
    return await use({ app: await readingApp(storeBoard(driver)), connection, agent: agentName(event), commands });
  } finally {
    await driver.close();
  }
}

/** What a board would go by that is not there yet. */
export async function machineToBe(folder: string): Promise<Machine> {
  const { workflow } = readSettings(process.env, folder);
  // The client may have started the hook anywhere below.
  const file = workflow === undefined ? undefined : resolve(folder, workflow);
  return (await configuredWorkflow("ticket", file)).machine;
}

export async function workOf(board: HookBoard): Promise<Work> {
  const connections = await connectionsOf(board);
  const work = await Promise.all(connections.map((connection) => myWork(board.app, asOn(board, connection))));
  return {
    claims: work.flatMap(({ claims }) => claims.filter(({ expired }) => !expired)),
    sessions: work.flatMap(({ sessions }) => sessions),
  };
}

/** Why a handoff would be refused; null: it would not. */
export async function tryBeginning(board: HookBoard, beginning: Beginning): Promise<Refusal | null> {
  const { number, ...asked } = beginning;
  const question = { ...asked, key: String(number), reason: "May it begin?", dryRun: true };
  const answer = await handoff(board.app, asOn(board, board.connection), question);
  return isRefusal(answer) ? answer : null;
}

/** `holder`: as the answer to the lock has it. */
export async function openSession(board: HookBoard, ticket: string, holder: string): Promise<Refusal | null> {
  const own = `/${board.agent}`;
  const caller = holder.endsWith(own) ? asOn(board, holder.slice(0, -own.length)) : asOn(board, board.connection);
  const answer = await createSession(board.app, caller, { ticket });
  return isRefusal(answer) ? answer : null;
}

export async function markGone(board: HookBoard): Promise<void> {
  for (const connection of await connectionsOf(board)) {
    const open = await board.app.board.sessions.list({ open: true, connection }, MOST_SESSIONS);
    // The server of that connection may have marked them already.
    if (open.every(({ disconnectedAt }) => disconnectedAt !== null)) continue;
    await disconnectSessions(board.app, asOn(board, connection), connection);
  }
}

/**
 * The server may go by another name than the client's session: it was told one, or the client has begun a new session and
 * kept the server. What this agent has open there is found by its own name, which nobody else has.
 */
async function connectionsOf({ app, connection, agent }: HookBoard): Promise<readonly string[]> {
  const open = await app.board.sessions.list({ open: true, agent }, MOST_SESSIONS);
  return [...new Set([connection, ...open.map(({ holder }) => holder.connection)])];
}

function asOn({ agent, commands }: HookBoard, connection: string): Caller {
  return { actor: { kind: "agent", identity: { connection, agent }, ...(commands ? { commands } : {}) }, via: "hook" };
}
