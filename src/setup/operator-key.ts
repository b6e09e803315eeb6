// The operator's key: what shows that a person acts. It lies in the user's own configuration, under the board's id, for its
// owner's eyes only, and is made when it is first needed; on PostgreSQL, where reaching the database shows nothing, it comes
// from SIGNALBOX_TOKEN. The key alone shows nothing: it counts at a terminal only.

import { randomUUID } from "node:crypto";
import { chmod, link, lstat, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Caller } from "../app/app.ts";
import { KnownError } from "../app/commit/errors.ts";
import type { Board } from "../app/ports/board.ts";
import type { FoundToken, KeptToken } from "../app/ports/keys.ts";
import { isLive, makeToken, readToken, recognizeToken, recordIssue } from "../app/keys/tokens.ts";
import { noteTokenUse } from "../app/keys/uses.ts";
import { keepPrivate } from "../store/private.ts";
import { agentShell } from "./agent-shell.ts";
import { isTracked } from "./trust/ask-git.ts";
import { userFolder } from "./trust/user-folder.ts";

export interface OperatorOptions {
  /** A path, or postgres://… */
  readonly database: string;
  readonly env: NodeJS.ProcessEnv;
  /** Who acts. */
  readonly person: string;
  /** Whether somebody sits there: agents run commands without a terminal, and could find the key like anybody else. */
  readonly terminal: boolean;
}

export interface Operator {
  readonly token: KeptToken;
  /** How it was shown, for the ledger. */
  readonly proof: string;
}

export class NoOperatorError extends KnownError {
  constructor(what: string, recovery: string) {
    super("no_operator", what, recovery);
  }
}

/** Whatever the environment says: it is the agent's as much as the person's. */
class NoTerminalError extends NoOperatorError {
  constructor() {
    super(
      "This is for a person, and standard input is no terminal: nothing shows that a person is there.",
      "A person runs it in a terminal; a script is given an operator's token in SIGNALBOX_TOKEN (`signalbox token new --role operator`, in a terminal, makes one).",
    );
  }
}

/** For whoever needs no key yet. */
export function requireTerminal(terminal: boolean): void {
  if (!terminal) throw new NoTerminalError();
}

const KEY_NAME = "operator key";

/** Throws where nobody shows that they are a person. */
export async function findOperator(board: Board, options: OperatorOptions): Promise<Operator> {
  const { env, database } = options;
  const given = env["SIGNALBOX_TOKEN"];
  if (given !== undefined && given !== "") return used(board, await operatorBy(board, given));
  const agent = agentShell(env);
  if (agent !== null) {
    throw new NoOperatorError(
      `This is an agent's shell (${agent} is set), where the operator's key is not used by itself.`,
      "Leave this to a person; a person who runs it from here gives their token in SIGNALBOX_TOKEN.",
    );
  }
  requireTerminal(options.terminal);
  if (isPostgres(database)) {
    throw new NoOperatorError(
      "On PostgreSQL a person shows a token of role operator, and SIGNALBOX_TOKEN is not set.",
      "Set SIGNALBOX_TOKEN; where there is no such token yet, `signalbox token new --role operator` makes the first one.",
    );
  }
  const file = await keyFile(board, env);
  if ((await readKey(file)) === null) await takeOldKey(board, join(dirname(database), "operator.key"), file);
  return used(board, await operatorByFile(board, file, options.person));
}

async function used(board: Board, operator: Found): Promise<Operator> {
  await noteTokenUse(board, operator.token, "terminal");
  return operator;
}

/** Another program's database could say that its id is a path. */
async function keyFile(board: Board, env: NodeJS.ProcessEnv): Promise<string> {
  const id = await board.keys.boardId();
  if (!/^[0-9a-f]{32}$/.test(id)) {
    throw new NoOperatorError("The board's id is not one that Signalbox made.", "Restore the board from a backup.");
  }
  const folder = join(userFolder(env), "keys");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${id}.key`);
}

/**
 * Keys once lay beside the database. One that the board knows is moved; any other may have come with the folder, and
 * somebody else may know it.
 */
async function takeOldKey(board: Board, old: string, file: string): Promise<void> {
  const text = await readKey(old);
  if (text === null || !(await recognizeToken(board, text))) return;
  await placeKey(file, text);
  await rm(old, { force: true });
}

/** Whether there is anybody who could be asked for their token. */
export async function hasOperator(board: Board): Promise<boolean> {
  const [tokens, now] = await Promise.all([board.keys.tokens(), board.now()]);
  return tokens.some((token) => token.role === "operator" && isLive(token, now));
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}

type Found = Operator & { readonly token: FoundToken };

async function operatorBy(board: Board, text: string): Promise<Found> {
  const token = await recognizeToken(board, text.trim());
  if (token?.role === "operator") return { token, proof: `token ${token.id}` };
  throw new NoOperatorError(
    token
      ? `The token in SIGNALBOX_TOKEN is of role ${token.role}, and this is for an operator.`
      : "The token in SIGNALBOX_TOKEN is not known here, was revoked, or has expired.",
    "Set SIGNALBOX_TOKEN to a token of role operator, or take it away where the operator's key is to be used.",
  );
}

async function operatorByFile(board: Board, file: string, person: string): Promise<Found> {
  const text = (await readKey(file)) ?? (await makeKey(file));
  const read = readToken(text);
  const kept = read && (await board.keys.token(read.id));
  const now = await board.now();
  // A key that is not read as one, or was revoked: its place is taken by a new one.
  if (!read || (kept && !isLive(kept, now))) {
    await replaceKey(file);
    return operatorByFile(board, file, person);
  }
  if (!kept) await register(board, read, person, now);
  const token = await recognizeToken(board, text);
  if (token?.role === "operator") return { token, proof: "key" };
  throw new NoOperatorError(`${file} is not this board's key.`, "Move it away: a new one is made.");
}

/** A new key, or one whose board was put back to an older copy: the owner of the file owns the board. */
async function register(
  board: Board,
  read: { readonly id: string; readonly hash: string },
  person: string,
  now: number,
): Promise<void> {
  const caller: Caller = { actor: { kind: "person", name: person }, via: "cli", proof: "key" };
  await recordIssue(board, randomUUID, caller, {
    ...read,
    name: KEY_NAME,
    role: "operator",
    commands: null,
    facts: null,
    createdAt: now,
    expiresAt: null,
    revokedAt: null,
  });
}

async function readKey(file: string): Promise<string | null> {
  const stat = await lstat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new NoOperatorError(`${file} can't be looked at (${error.code}).`, "Check who may read its folder.");
  });
  if (!stat) return null;
  const uid = process.geteuid?.() ?? 0;
  if (!stat.isFile() || (uid !== 0 && stat.uid !== uid)) {
    throw new NoOperatorError(
      `${file} belongs to somebody else, or is no plain file.`,
      "Move it away, or act as its owner.",
    );
  }
  if (isTracked(file)) {
    throw new NoOperatorError(
      `${file} is tracked by git: everybody who has the repository has this key.`,
      "Take it out of git and move it away: a new one is made. Revoke the old one (signalbox token list).",
    );
  }
  keepPrivate(file, { named: false });
  return (await readFile(file, "utf8")).trim();
}

async function makeKey(file: string): Promise<string> {
  await placeKey(file, makeToken().text);
  const text = await readKey(file);
  if (text === null) throw new NoOperatorError(`${file} could not be made.`, "Check who may write into its folder.");
  return text;
}

/** It appears whole; where there is one already, that one stays. */
async function placeKey(file: string, text: string): Promise<void> {
  const aside = await writeAside(file, text);
  try {
    await link(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

async function replaceKey(file: string): Promise<void> {
  const aside = await writeAside(file, makeToken().text);
  await chmod(aside, 0o600);
  await rename(aside, file);
}

async function writeAside(file: string, text: string): Promise<string> {
  const aside = `${file}.${randomUUID()}`;
  await writeFile(aside, `${text}\n`, { mode: 0o600, flag: "wx" });
  return aside;
}
