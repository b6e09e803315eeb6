// Browsers that people have signed in with. A link becomes a secret, shown once, to the page that brought the link; kept
// is its digest. A browser ends when it is not used, when it is old, with its token, or when somebody ends it.

import { randomBytes } from "node:crypto";
import { stamp, type Time } from "../../engine/facts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { nearest, quote, showName } from "../../engine/words.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { settle } from "../commit/settle.ts";
import type { Board } from "../ports/board.ts";
import type { FoundBrowser, FoundToken, KeptBrowser, KeptToken } from "../ports/keys.ts";
import type { BrowserView, SignedIn } from "../pages/views.ts";
import { admit } from "./invitations.ts";
import { digestOf, fitsDigest, isLive } from "./tokens.ts";

const MINUTE_MS = 60_000;
const UNUSED_MS = 12 * 60 * MINUTE_MS;
const LONGEST_MS = 30 * 24 * 60 * MINUTE_MS;
/** How long after its link a browser may do what asks for a fresh proof. */
const FRESH_MS = 15 * MINUTE_MS;
const LONGEST_PROGRAM = 300;
const TEXT = /^sbb_([0-9a-f]{10})_([A-Za-z0-9_-]{43})$/;

/** Whoever asks, as their key shows it. `token`: null for an operator, who sees all. */
export interface Onlooker {
  readonly token: string | null;
}

export interface KnownBrowser {
  readonly browser: FoundBrowser;
  readonly token: FoundToken;
  /** Its link was opened a short while ago. */
  readonly fresh: boolean;
}

export interface Visit {
  readonly code: string;
  readonly from: string;
  readonly program: string;
  /** What this browser had before: it ends, so that there is one for each browser. */
  readonly before?: string | undefined;
}

/** null: there is no such link, it was used before, it ran out, or its token was revoked. */
export async function signIn(app: App, { code, from, program, before }: Visit): Promise<SignedIn | null> {
  const admitted = await admit(app, code);
  if (!admitted) return null;
  const { keys } = app.board;
  const known = before === undefined ? null : await recognizeBrowser(app.board, before);
  if (known) await keys.endBrowser(known.browser.id);
  const id = randomBytes(5).toString("hex");
  const secret = randomBytes(32).toString("base64url");
  const now = await app.board.now();
  const browser: KeptBrowser = {
    id,
    hash: digestOf(secret),
    token: admitted.token.id,
    name: admitted.name,
    createdAt: now,
    seenAt: now,
    seenFrom: from,
    program: program.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, LONGEST_PROGRAM),
  };
  await keys.addBrowser(browser, { begun: now - LONGEST_MS, used: now - UNUSED_MS });
  return { session: `sbb_${id}_${secret}`, browser: viewBrowser(browser, admitted.token) };
}

/** Whose browser this is; null where it opens nothing (any more). */
export async function recognizeBrowser(board: Board, text: string): Promise<KnownBrowser | null> {
  const [, id, secret] = TEXT.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  const browser = await board.keys.browser(id);
  if (!fitsDigest(secret, browser?.hash) || !browser || hasEnded(browser)) return null;
  const token = await board.keys.liveToken(browser.token);
  return token && { browser, token, fresh: browser.now - browser.createdAt < FRESH_MS };
}

/** What names it and opens nothing; null: this is no session. */
export function browserIdOf(text: string): string | null {
  return TEXT.exec(text)?.[1] ?? null;
}

/** Whether a key that was shown before still opens anything. `browser`: the one that it came with; null: with none. */
export async function stillOpens(board: Board, shown: { token: string; browser: string | null }): Promise<boolean> {
  if (!(await board.keys.liveToken(shown.token))) return false;
  if (shown.browser === null) return true;
  const browser = await board.keys.browser(shown.browser);
  return browser !== null && !hasEnded(browser);
}

/** The browsers that are signed in: all of them for an operator, for others those of their own token. */
export async function listBrowsers(app: App, onlooker: Onlooker): Promise<readonly BrowserView[]> {
  const [browsers, tokens] = await Promise.all([app.board.keys.browsers(), app.board.keys.tokens()]);
  return browsers.flatMap((browser) => {
    const token = tokens.find(({ id }) => id === browser.token);
    const shown = onlooker.token === null || onlooker.token === browser.token;
    return shown && token && isLive(token, token.now) && !hasEnded(browser) ? [viewBrowser(browser, token)] : [];
  });
}

/** `caller`: whom the ledger names. */
export async function endBrowser(
  app: App,
  caller: Caller,
  onlooker: Onlooker,
  id: string,
): Promise<BrowserView | Refusal> {
  const found = await findBrowser(app, onlooker, id);
  if (isRefusal(found)) return found;
  // The browser first: a row that says it is gone must not be wrong for a moment.
  if (await app.board.keys.endBrowser(found.id)) {
    const data = { browser: found.id, name: found.name, role: found.role };
    const entry = { kind: "revoke", subject: { type: "board", key: "tokens" }, by: authorOf(caller), data } as const;
    const plan = { id: app.newId(), checks: [], entries: [entry] };
    await settle(app.board, () => Promise.resolve({ plan, answer: () => null }));
  }
  return found;
}

async function findBrowser(app: App, onlooker: Onlooker, id: string): Promise<BrowserView | Refusal> {
  const all = await listBrowsers(app, onlooker);
  const found = all.find((browser) => browser.id === id);
  if (found) return found;
  const meant = nearest(
    id,
    all.map((browser) => browser.id),
  );
  return refuse(
    "browser_not_found",
    `No browser ${quote(id)} is signed in.`,
    meant === undefined ? "find its id with signalbox browser list." : `retry with ${showName(meant)}.`,
  );
}

function hasEnded({ createdAt, seenAt, now }: FoundBrowser): boolean {
  return createdAt + LONGEST_MS <= now || seenAt + UNUSED_MS <= now;
}

function viewBrowser(browser: KeptBrowser, token: KeptToken): BrowserView {
  const { id, name, createdAt, seenAt, seenFrom, program } = browser;
  return {
    id,
    name,
    role: token.role,
    token: token.id,
    startedAt: stamp(createdAt),
    seenAt: stamp(seenAt),
    seenFrom,
    program,
    expiresAt: stamp(lastsUntil(createdAt, token)),
  };
}

function lastsUntil(createdAt: Time, { expiresAt }: KeptToken): Time {
  return Math.min(createdAt + LONGEST_MS, expiresAt ?? Number.POSITIVE_INFINITY);
}
