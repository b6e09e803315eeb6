// The cookie that a browser gets for a link: who it stands for, what they may do and until when, signed with the store's
// secret, so that every server of a board knows it and none has to remember it.

import { createHmac, timingSafeEqual } from "node:crypto";
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
  return `signalbox_${mac(secret, "name").slice(0, 12)}`;
}

export function makePass(token: KeptToken, name: string, now: number): Pass {
  const expiresAt = Math.min(now + LASTS_MS, token.expiresAt ?? Number.POSITIVE_INFINITY);
  return { token: token.id, role: token.role, name, expiresAt };
}

export function signPass(secret: string, pass: Pass): string {
  const text = Buffer.from(JSON.stringify(pass)).toString("base64url");
  return `${text}.${mac(secret, text)}`;
}

/** null: it was not signed here, was changed since, or has run out. */
export function readPass(secret: string, cookie: string, now: number): Pass | null {
  const [text = "", signature = "", ...more] = cookie.split(".");
  const expected = Buffer.from(mac(secret, text));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const pass = JSON.parse(Buffer.from(text, "base64url").toString()) as Pass;
  return pass.expiresAt > now ? pass : null;
}

/** With a key of its own: what else the secret signs must not pass for a cookie. */
function mac(secret: string, text: string): string {
  const key = createHmac("sha256", secret).update("signalbox cookie").digest();
  return createHmac("sha256", key).update(text).digest("base64url");
}
