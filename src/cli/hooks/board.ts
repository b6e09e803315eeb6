// What hooks ask the board, or have it note. Opened only by those that need it, and loaded only then: a hook runs before
// every call of a tool. Where tickets live on GitHub, most of it is in the store; only what depends on a ticket asks there.

import { resolve } from "node:path";
import type { App, Caller } from "../../app/app.ts";
import { readMirror } from "../../app/pages/mirror.ts";
import { createSession } from "../../app/sessions/create-session.ts";
import { disconnectSessions } from "../../app/sessions/disconnect.ts";
import type { Session } from "../../app/ports/sessions.ts";
import { handoff } from "../../app/tickets/handoff.ts";
import { myWork } from "../../app/sessions/my-work.ts";
import { factsFor } from "../../engine/tickets/handoff.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { GitHubError } from "../../github/client/errors.ts";
import { agentName } from "./identity.ts";
import type { Beginning, Trial } from "./convergence-gate.ts";
import type { HookEvent } from "./event.ts";
import { keyIn, type Work } from "./work.ts";
import { ConnectionIdentity } from "../../mcp/identity.ts";
import { keyOf } from "../../mcp/key.ts";
import { makeLog } from "../../setup/log.ts";
import { openReader, type Reader } from "../../setup/open-reader.ts";
import { readSettings } from "../../setup/settings.ts";
import { untrustedError } from "../../setup/trust/untrusted.ts";
import { configuredWorkflow } from "../../setup/workflow.ts";
import { StoreError } from "../../store/errors.ts";
import { placeOf } from "../support/database.ts";

/** A client waits for its hooks: better to say soon that the board is busy than to be killed without a word. */
const PATIENCE_MS = 3000;

const MOST_SESSIONS = 100;

export interface HookBoard {
  readonly reader: Reader;
  /** By which the server of this client's session goes, as far as can be told from here. */
  readonly connection: string;
  /** Several clients may have been given this connection's name. */
  readonly isShared: boolean;
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
  const { agent, commands } = settings;
  // A hook runs unasked: it never follows what nobody has trusted.
  const place = placeOf(settings, undefined, folder);
  const how = { log: makeLog(settings.log), beginMirror: false, patienceMs: PATIENCE_MS };
  const reader = await openReader({ ...place, settings, ...how }).catch((error: unknown) => {
    if (error instanceof StoreError && error.code === "store_missing") return null;
    throw error;
  });
  if (!reader) return null;
  try {
    const env = { CLAUDE_CODE_SESSION_ID: event.session };
    const connection = new ConnectionIdentity({ agent, commands, env, via: "hook" }).connection(undefined);
    return await use({ reader, connection, isShared: agent !== undefined, agent: agentName(event), commands });
  } finally {
    await reader.close();
  }
}

/** Whether there is a board that may be asked: no server opens one either before a person has trusted the settings. */
export function isTrusted(folder: string): boolean {
  return untrustedError(readSettings(process.env, folder)) === null;
}

/** What a board would go by that is not there yet. */
export async function machineToBe(folder: string): Promise<Machine> {
  const { workflow } = readSettings(process.env, folder);
  // The client may have started the hook anywhere below.
  const file = workflow === undefined ? undefined : resolve(folder, workflow);
  return (await configuredWorkflow("ticket", file)).machine;
}

/** What the store knows of it: cheap enough for a hook that runs after every edit. */
export async function workOf(board: HookBoard): Promise<Work> {
  const connections = await connectionsOf(board);
  const { stored } = board.reader;
  const work = await Promise.all(connections.map((connection) => myWork(stored, asOn(board, connection))));
  return {
    claims: work.flatMap(({ claims }) => claims.filter(({ expired }) => !expired)),
    sessions: work.flatMap(({ sessions }) => sessions),
  };
}

/** Before an agent is kept from stopping: somebody may have moved what it held, which ends its claim. */
export async function workAsItIsNow(board: HookBoard): Promise<Work> {
  const work = await workOf(board);
  if (!board.reader.isMirror || work.claims.length === 0) return work;
  // A look brings the mirror in step.
  await live(board, async (app) => {
    for (const claim of work.claims) await app.board.tickets.get(keyIn(claim));
  });
  return { ...(await workOf(board)), asOf: await asOfNow(board) };
}

/** Whether a handoff would be refused because of its group. */
export async function tryBeginning(board: HookBoard, beginning: Beginning): Promise<Trial> {
  const { stored } = board.reader;
  const { number, owner, repo, ...asked } = beginning;
  const question = { ...asked, key: keyOf(stored, { number, owner, repo }), reason: "May it begin?" };
  const caller = asOn(board, board.connection);
  // Most handoffs wait for no group, and nothing has to be read for them.
  if (!factsFor(stored.machine, { ...question, actor: caller.actor }).group) return null;
  try {
    const answer = await live(board, (app) => handoff(app, caller, { ...question, dryRun: true }));
    return isRefusal(answer) ? { refusal: answer, asOf: await asOfNow(board) } : null;
  } catch (error) {
    if (error instanceof GitHubError) return { unanswered: error.message };
    throw error;
  }
}

/** Said below what was looked up a moment ago; empty on a board of our own, which is never old. */
async function asOfNow({ reader }: HookBoard): Promise<string> {
  if (!reader.isMirror) return "";
  const { board } = await reader.live();
  const { mirror } = await readMirror(board, true);
  return mirror?.asOf == null ? "" : `\n(${mirror.of}, as of ${mirror.asOf.slice(11, 19)} UTC.)`;
}

/** `holder`: as the answer to the lock has it. The ticket was locked here a moment ago: the store knows it. */
export async function openSession(board: HookBoard, ticket: string, holder: string): Promise<Refusal | null> {
  const own = `/${board.agent}`;
  const caller = holder.endsWith(own) ? asOn(board, holder.slice(0, -own.length)) : asOn(board, board.connection);
  const answer = await createSession(board.reader.stored, caller, { ticket });
  return isRefusal(answer) ? answer : null;
}

export async function markGone(board: HookBoard): Promise<void> {
  const { stored } = board.reader;
  for (const connection of await connectionsOf(board)) {
    const open = await stored.board.sessions.list({ open: true, connection }, MOST_SESSIONS);
    // The server of that connection may have marked them already.
    if (open.every(({ disconnectedAt }) => disconnectedAt !== null)) continue;
    // Under a name that it was given, other clients may be at work.
    const isGone = ({ holder }: Session): boolean => !board.isShared || holder.agent === board.agent;
    await disconnectSessions(stored, asOn(board, connection), connection, isGone);
  }
}

/** With tickets as they are where they live. Throws a GitHubError where GitHub does not answer in time. */
async function live<T>({ reader }: HookBoard, use: (app: App) => Promise<T>): Promise<T> {
  const asked = reader.live().then(use);
  if (!reader.isMirror) return asked;
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(tooLate()), PATIENCE_MS);
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLate(): GitHubError {
  return new GitHubError(
    "github_unreachable",
    `GitHub did not answer within ${PATIENCE_MS / 1000} s.`,
    "Check the network, then try again.",
  );
}

/**
 * The server may go by another name than the client's session: it was told one, or the client has begun a new session and
 * kept the server. What this agent has open there is found by its own name, which nobody else has.
 */
async function connectionsOf({ reader, connection, agent }: HookBoard): Promise<readonly string[]> {
  const open = await reader.stored.board.sessions.list({ open: true, agent }, MOST_SESSIONS);
  return [...new Set([connection, ...open.map(({ holder }) => holder.connection)])];
}

function asOn({ agent, commands }: HookBoard, connection: string): Caller {
  return { actor: { kind: "agent", identity: { connection, agent }, ...(commands ? { commands } : {}) }, via: "hook" };
}
