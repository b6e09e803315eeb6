// Links that let a browser in: good once, and for a short time. They are kept in the store, so that whichever server of a
// board gets one first uses it up for all of them.

import { randomBytes } from "node:crypto";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { quote } from "../../engine/words.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { settle } from "../commit/settle.ts";
import type { Invitation, KeptToken } from "../ports/keys.ts";
import type { Role } from "../pages/views.ts";
import { digestOf, isLive } from "./tokens.ts";

const LASTS_MS = 15 * 60_000;
/** No browser is signed in with the tokens of agents and CI jobs. */
const NOT_OF_PEOPLE: ReadonlySet<Role> = new Set<Role>(["agent", "witness"]);
const CODE = /^[A-Za-z0-9_-]{32}$/;

/** The code of a new link. `name`: who will act in that browser. */
export async function invite(app: App, token: KeptToken, name: string): Promise<string> {
  const code = randomBytes(24).toString("base64url");
  const expiresAt = (await app.board.now()) + LASTS_MS;
  await app.board.keys.invite({ hash: digestOf(code), token: token.id, name, expiresAt });
  return code;
}

export interface Host {
  readonly caller: Caller;
  readonly operator: KeptToken;
  readonly name: string;
}

/**
 * A link by an operator: for themselves, or with the role of a token that they name, by its id or its name. The second
 * lets in somebody else, and stands in the ledger.
 */
export async function inviteBy(
  app: App,
  { caller, operator, name }: Host,
  wanted: string | undefined,
): Promise<{ readonly code: string } | Refusal> {
  if (wanted === undefined) return { code: await invite(app, operator, name) };
  const [all, now] = await Promise.all([app.board.keys.tokens(), app.board.now()]);
  const token = all.find(
    (one) => isLive(one, now) && !NOT_OF_PEOPLE.has(one.role) && (one.id === wanted || one.name === wanted),
  );
  if (token) {
    await recordLink(app, caller, token);
    return { code: await invite(app, token, token.name) };
  }
  return refuse(
    "token_not_found",
    `No live token of a person is called ${quote(wanted)}.`,
    "find it with signalbox token list.",
  );
}

async function recordLink(app: App, caller: Caller, { id, name, role }: KeptToken): Promise<void> {
  const data = { link: id, name, role };
  const entry = { kind: "issue", subject: { type: "board", key: "tokens" }, by: authorOf(caller), data } as const;
  const plan = { id: app.newId(), checks: [], entries: [entry] };
  await settle(app.board, () => Promise.resolve({ plan, answer: () => null }));
}

export interface Admitted {
  readonly token: KeptToken;
  readonly name: string;
}

/** null: there is no such link, it was used before, it ran out, or its token was revoked. */
export async function admit(app: App, code: string): Promise<Admitted | null> {
  if (!CODE.test(code)) return null;
  const invitation: Invitation | null = await app.board.keys.admit(digestOf(code));
  if (!invitation) return null;
  const token = await app.board.keys.liveToken(invitation.token);
  return token && { token, name: invitation.name };
}
