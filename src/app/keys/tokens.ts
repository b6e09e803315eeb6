// Tokens: made, listed, revoked and recognized. The text of one is shown once, to whoever made it; kept is its digest.

import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { commandOf } from "../../engine/workflow/compile.ts";
import { argument, say } from "../../engine/acts.ts";
import { stamp, type Time } from "../../engine/facts.ts";
import { refuseAgentName } from "../../engine/names.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, nearest, quote, showName } from "../../engine/words.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import type { Board } from "../ports/board.ts";
import { ROLES, type FoundToken, type KeptToken } from "../ports/keys.ts";
import type { Entry, Plan } from "../commit/plan.ts";
import { checkText } from "../commit/limits.ts";
import { refuseBlank } from "../commit/refused.ts";
import { requestRecord, settleOnce } from "../commit/requests.ts";
import { ISSUE } from "../commit/sender.ts";
import { settle } from "../commit/settle.ts";
import type { NewToken, TokenView } from "../pages/people-views.ts";
import type { Role } from "../pages/views.ts";
import { checkFacts } from "./fact-list.ts";

export interface TokenInput {
  readonly role: string;
  readonly name?: string | undefined;
  readonly commands?: readonly string[] | undefined;
  /** The facts that a witness may give. */
  readonly facts?: readonly string[] | undefined;
  /** How long it opens doors; undefined: until it is revoked. */
  readonly lastsMs?: number | undefined;
}

const TEXT = /^sbx_([0-9a-f]{10})_([A-Za-z0-9_-]{43})$/;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]*$/u;
const NOBODYS = "0".repeat(64);
const NEVER_USED = { seenAt: null, seenFrom: null } as const;

export async function issueToken(app: App, caller: Caller, input: TokenInput): Promise<NewToken | Refusal> {
  const refusal = refuseAgent(caller);
  if (refusal) return refusal;
  const made = makeToken();
  const [now, others] = await Promise.all([app.board.now(), app.board.keys.tokens()]);
  const checked = checkInput(app, input, made.id, others, now);
  if (isRefusal(checked)) return checked;
  const kept: KeptToken = { ...checked, id: made.id, hash: made.hash, createdAt: now, revokedAt: null };
  await recordIssue(app.board, app.newId, caller, kept);
  return { ...viewToken({ ...kept, ...NEVER_USED }, now), token: made.text };
}

/** The row first, and once, however many make the same known at the same time. */
export async function recordIssue(board: Board, newId: () => string, caller: Caller, kept: KeptToken): Promise<void> {
  const { id, name, role, commands, facts, expiresAt } = kept;
  const limits = facts === null ? { commands } : { commands, facts };
  const request = { ...ISSUE, subject: "tokens", id, arguments: { id } };
  await settleOnce<object, object>(
    board,
    request,
    ({ answer }) => answer,
    () => {
      const plan = planFor(newId(), caller, "issue", { id, name, role, ...limits, expiresAt });
      return Promise.resolve({ plan: { ...plan, ...requestRecord(request, {}) }, answer: () => ({}) });
    },
  );
  await board.keys.addToken(kept);
}

/** `reason`: why, for the ledger. */
export async function revokeToken(
  app: App,
  caller: Caller,
  idOrName: string,
  reason?: string,
): Promise<TokenView | Refusal> {
  const refusal =
    refuseAgent(caller) ??
    (reason === undefined ? null : (refuseBlank(reason) ?? checkText("reason", reason, "reason")));
  if (refusal) return refusal;
  const [now, all] = await Promise.all([app.board.now(), app.board.keys.tokens()]);
  const meant =
    all.find(({ id }) => id === idOrName) ?? all.find((token) => token.name === idOrName && isLive(token, now));
  if (!meant) return noSuchToken(idOrName, all);
  // The token first: a row that says it is gone must not be wrong for a moment.
  if (await app.board.keys.revokeToken(meant.id)) {
    const { id, name, role } = meant;
    const plan = planFor(app.newId(), caller, "revoke", { id, name, role }, reason);
    await settle(app.board, () => Promise.resolve({ plan, answer: () => null }));
  }
  return viewToken({ ...meant, revokedAt: meant.revokedAt ?? now }, now);
}

export async function listTokens(app: App): Promise<readonly TokenView[]> {
  const [now, all] = await Promise.all([app.board.now(), app.board.keys.tokens()]);
  return all.map((token) => viewToken(token, now));
}

/** Whose token this is; null where it opens nothing (any more). */
export async function recognizeToken(board: Board, text: string): Promise<FoundToken | null> {
  const [, id, secret] = TEXT.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  const kept = await board.keys.liveToken(id);
  return fitsDigest(secret, kept?.hash) ? kept : null;
}

export function isLive(token: KeptToken, now: Time): boolean {
  return token.revokedAt === null && (token.expiresAt === null || token.expiresAt > now);
}

export interface MadeToken {
  readonly id: string;
  readonly text: string;
  readonly hash: string;
}

export function makeToken(): MadeToken {
  const id = randomBytes(5).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  return { id, text: `sbx_${id}_${secret}`, hash: digestOf(secret) };
}

/** The parts of a token's text, for whoever has it to keep; null: it is none. */
export function readToken(text: string): { readonly id: string; readonly hash: string } | null {
  const [, id, secret] = TEXT.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, hash: digestOf(secret) };
}

/** For a log: which token a text says that it is, without what opens anything. null: none. */
export function idOf(text: string): string | null {
  return TEXT.exec(text)?.[1] ?? null;
}

export function digestOf(secret: string): string {
  return hash("sha256", secret);
}

/** In a time that says nothing about where the two differ, or whether there is a digest at all. */
export function fitsDigest(secret: string, digest: string | undefined): boolean {
  return timingSafeEqual(Buffer.from(digestOf(secret), "hex"), Buffer.from(digest ?? NOBODYS, "hex"));
}

export function viewToken(token: Omit<FoundToken, "now">, now: Time): TokenView {
  const { id, name, role, commands, facts, createdAt, expiresAt, revokedAt, seenAt, seenFrom } = token;
  return {
    id,
    name,
    role,
    commands,
    facts,
    createdAt: stamp(createdAt),
    expiresAt: expiresAt === null ? null : stamp(expiresAt),
    state: revokedAt !== null ? "revoked" : isLive(token, now) ? "live" : "expired",
    seenAt: seenAt === null ? null : stamp(seenAt),
    seenFrom,
  };
}

type Checked = Pick<KeptToken, "name" | "role" | "commands" | "facts" | "expiresAt">;

function checkInput(
  app: App,
  input: TokenInput,
  id: string,
  others: readonly KeptToken[],
  now: Time,
): Checked | Refusal {
  const role = ROLES.find((known) => known === input.role);
  if (!role) {
    return refuse("unknown_role", `There is no role ${quote(input.role)}.`, `retry with one of ${listed(ROLES)}.`);
  }
  const name = input.name ?? `${role}-${id}`;
  const unfit = refuseAgentName("name", name) ?? checkName(name, others, now);
  if (unfit) return unfit;
  const commands = input.commands ?? null;
  if (commands?.length === 0) {
    return refuse(
      "invalid_commands",
      say`${argument("commands")} names no command: an agent with this token could do nothing.`,
      say`retry with ${argument("commands")} set to some of ${listed(app.machine.commands.keys())}, or without it to allow all.`,
    );
  }
  const unknown = commands?.find((word) => !commandOf(app.machine, word));
  if (unknown !== undefined) {
    const known = [...app.machine.commands.keys()];
    return refuse(
      "unknown_command",
      `The workflow has no command ${quote(unknown)}.`,
      `retry with ${nearest(unknown, known) ?? `some of ${listed(known)}`}.`,
    );
  }
  if (commands && role !== "agent") {
    const recovery = say`retry without ${argument("commands")}.`;
    return refuse("invalid_commands", `A token of role ${role} acts as no command.`, recovery);
  }
  const facts = checkFactsOf(role, input.facts);
  if (isRefusal(facts)) return facts;
  return { name, role, commands, ...facts, expiresAt: input.lastsMs === undefined ? null : now + input.lastsMs };
}

/** A witness says what it may be believed in; nobody else says anything of the kind. */
function checkFactsOf(role: Role, asked: readonly string[] | undefined): Pick<KeptToken, "facts"> | Refusal {
  if (role === "witness") return checkFacts(asked ?? []);
  if (asked === undefined) return { facts: null };
  const recovery = "retry without --facts, or with --role witness.";
  return refuse("invalid_facts", `A token of role ${role} gives no facts.`, recovery);
}

/** An agent's token is who it is: two of the same name would be taken for one. */
function checkName(name: string, others: readonly KeptToken[], now: Time): Refusal | null {
  if (!NAME.test(name)) {
    return refuse(
      "invalid_name",
      "A token's name is made of letters, digits, spaces and . _ @ -.",
      "retry with a name that is.",
    );
  }
  const taken = others.find((other) => other.name === name && isLive(other, now));
  if (!taken) return null;
  return refuse(
    "name_taken",
    `Token ${taken.id} is called ${quote(name)} already.`,
    `retry with another name, or revoke that one first: signalbox token revoke ${taken.id}`,
  );
}

export function refuseAgent(caller: Caller): Refusal | null {
  if (caller.actor.kind === "person") return null;
  return refuse("person_only", "Only a person makes tokens, or revokes them.", "ask a person to run signalbox token.");
}

export function noSuchToken(asked: string, all: readonly KeptToken[]): Refusal {
  const meant = nearest(
    asked,
    all.flatMap(({ id, name }) => [id, name]),
  );
  return refuse(
    "token_not_found",
    `There is no token ${quote(asked)} that could be revoked.`,
    meant === undefined ? "find its id with signalbox token list." : `retry with ${showName(meant)}.`,
  );
}

function planFor(id: string, caller: Caller, kind: "issue" | "revoke", data: Entry["data"], reason?: string): Plan {
  const texts = reason === undefined ? {} : { texts: { reason } };
  const entry: Entry = { kind, subject: { type: "board", key: "tokens" }, by: authorOf(caller), data, ...texts };
  return { id, checks: [], entries: [entry] };
}
