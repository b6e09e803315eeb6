// What hooks ask the board, or have it note. Opened only by those that need it, and loaded only then: a hook runs before
// every call of a tool.

import { resolve } from "node:path";
import type { App, Caller } from "../app/app.ts";
import { createSession } from "../app/create-session.ts";
import { disconnectSessions } from "../app/disconnect.ts";
import { handoff } from "../app/handoff.ts";
import { myWork } from "../app/my-work.ts";
import type { Machine } from "../engine/compile.ts";
import { isRefusal, type Refusal } from "../engine/refusal.ts";
import { agentName } from "../hooks/identity.ts";
import type { Beginning } from "../hooks/convergence-gate.ts";
import type { HookEvent } from "../hooks/event.ts";
import type { Work } from "../hooks/work.ts";
import { ConnectionIdentity } from "../mcp/identity.ts";
import { readingApp } from "../setup/open-app.ts";
import { readSettings } from "../setup/settings.ts";
import { configuredWorkflow } from "../setup/workflow.ts";
import { StoreBoard } from "../store/board.ts";
import { StoreError } from "../store/errors.ts";
import { openDriver } from "../store/open.ts";
import { findDatabase } from "./database.ts";

/** A client waits for its hooks: better to say soon that the board is busy than to be killed without a word. */
const PATIENCE_MS = 3000;

export interface HookBoard {
  readonly app: App;
  readonly caller: Caller;
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
    // The same name that the server of this client's session goes by.
    const env = { CLAUDE_CODE_SESSION_ID: event.session };
    const identity = new ConnectionIdentity({ agent: settings.agent, commands: settings.commands, env, via: "hook" });
    const caller = identity.caller(undefined, agentName(event));
    return await use({ app: await readingApp(new StoreBoard(driver)), caller });
  } finally {
    await driver.close();
  }
}

/** What a board would go by that is not there yet. */
export function machineToBe(folder: string): Machine {
  const { workflow } = readSettings(process.env, folder);
  // The client may have started the hook anywhere below.
  return configuredWorkflow("ticket", workflow === undefined ? undefined : resolve(folder, workflow)).machine;
}

export async function workOf({ app, caller }: HookBoard): Promise<Work> {
  const { claims, sessions } = await myWork(app, caller);
  return { claims: claims.filter(({ expired }) => !expired), sessions };
}

/** Why a handoff would be refused; null: it would not. */
export async function tryBeginning({ app, caller }: HookBoard, beginning: Beginning): Promise<Refusal | null> {
  const { number, ...asked } = beginning;
  const answer = await handoff(app, caller, { ...asked, key: String(number), reason: "May it begin?", dryRun: true });
  return isRefusal(answer) ? answer : null;
}

export async function openSession({ app, caller }: HookBoard, ticket: string): Promise<Refusal | null> {
  const answer = await createSession(app, caller, { ticket });
  return isRefusal(answer) ? answer : null;
}

export async function markGone({ app, caller }: HookBoard): Promise<void> {
  if (caller.actor.kind === "person") return;
  const { connection } = caller.actor.identity;
  const open = await myWork(app, { ...caller, actor: { ...caller.actor, identity: { connection, agent: null } } });
  // The server of that connection may have marked them already.
  if (open.sessions.some(({ disconnected }) => !disconnected)) await disconnectSessions(app, caller, connection);
}
