// The cookie that a browser gets for a link: who it stands for, what they may do and until when, signed with the store's
// secret, so that every server of a board knows it and none has to remember it.

import { createHmac } from "node:crypto";
import type { Context } from "hono";
import { generateSignedCookie, getSignedCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { KeptToken } from "../../app/ports/keys.ts";
import type { Role } from "../contract.ts";

export interface Pass {
  /** The token that it came from: where that is revoked, the cookie is worth nothing either. */
  readonly token: string;
  readonly role: Role;
  readonly name: string;
  readonly expiresAt: number;
}

const LASTS_MS = 30 * 24 * 3_600_000;

/** Named after the board: browsers send a cookie to every port of a machine. */
export function cookieName(secret: string): string {
  return `signalbox_${createHmac("sha256", keyOf(secret)).update("name").digest("base64url").slice(0, 12)}`;
}

export function makePass(token: KeptToken, name: string, now: number): Pass {
  const expiresAt = Math.min(now + LASTS_MS, token.expiresAt ?? Number.POSITIVE_INFINITY);
  return { token: token.id, role: token.role, name, expiresAt };
}

/** The value of a Set-Cookie header. */
export function passCookie(secret: string, pass: Pass, options: CookieOptions): Promise<string> {
  const text = Buffer.from(JSON.stringify(pass)).toString("base64url");
  return generateSignedCookie(cookieName(secret), text, keyOf(secret), options);
}

/** null: there is none, it was not signed here, was changed since, or has run out. */
export async function readPass(context: Context, secret: string, now: number): Promise<Pass | null> {
  const text = await getSignedCookie(context, keyOf(secret), cookieName(secret));
  if (text === undefined || text === false) return null;
  const pass = JSON.parse(Buffer.from(text, "base64url").toString()) as Pass;
  return pass.expiresAt > now ? pass : null;
}

/** A key of its own: what else the secret signs must not pass for a cookie. */
function keyOf(secret: string): Buffer<ArrayBuffer> {
  return createHmac("sha256", secret).update("signalbox cookie").digest();
}
