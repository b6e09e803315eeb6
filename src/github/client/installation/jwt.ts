// How an App shows who it is: a few claims, signed with its private key, good for minutes.

import { createPrivateKey, sign, type KeyObject } from "node:crypto";
import type { Time } from "../../../engine/facts.ts";

/** GitHub's clock may be behind ours: for it, what was made now would be made in the future. */
const BEFORE_S = 60;
/** With the time before, no more than the ten minutes that GitHub allows. */
const AFTER_S = 540;

/** `now`: by GitHub's clock, as far as that is known. */
export function signJwt(app: string, key: KeyObject, now: Time): string {
  const seconds = Math.floor(now / 1000);
  const signed = [
    { alg: "RS256", typ: "JWT" },
    { iat: seconds - BEFORE_S, exp: seconds + AFTER_S, iss: app },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}

/** null: it is no RSA key. What OpenSSL has against it may hold a part of it, and is told to nobody. */
export function readKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : null;
  } catch {
    return null;
  }
}
