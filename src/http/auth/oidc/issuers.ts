// The public keys of the issuers that a person trusts. They are asked for when a job first comes, kept for ten minutes, and
// asked for again where a job shows a key that is not among them. Keys that can't be had let nobody in.

import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { KnownError } from "../../../app/commit/errors.ts";
import { isIssuer } from "../../../app/keys/witnesses.ts";
import { showName } from "../../../engine/words.ts";

class IssuerError extends KnownError<"issuer_unreachable"> {
  constructor(issuer: string, why: string, options: ErrorOptions = {}) {
    super(
      "issuer_unreachable",
      `The keys of ${showName(issuer)} can't be had: ${why}. Nobody can be recognized by them now, and nothing was recorded.`,
      "run the job again in a moment; the server has to reach that address.",
      options,
    );
  }
}

const TIMEOUT_MS = 5_000;
const KEPT_MS = 10 * 60_000;
/** Somebody who makes up keys makes us ask no more often than this. */
const COOL_DOWN_MS = 30_000;
const MOST_BYTES = 256 * 1024;
const MOST_ISSUERS = 50;

interface Known {
  readonly since: number;
  readonly keys: Promise<JWTVerifyGetKey>;
}

/** An issuer that is away is not asked again for so long, however many jobs come. */
const AWAY_MS = 5_000;

export class Issuers {
  readonly #known = new Map<string, Known>();
  readonly #away = new Map<string, { readonly until: number; readonly error: IssuerError }>();

  /** For an issuer that a person trusts, and for no other: its address is asked. */
  keysOf(issuer: string): JWTVerifyGetKey {
    return async (header, token) => {
      const away = this.#away.get(issuer);
      if (away && away.until > Date.now()) throw away.error;
      try {
        const find = await this.#keySet(issuer);
        return await find(header, token);
      } catch (error) {
        if (isOfToken(error)) throw error;
        const known = unreachable(issuer, error);
        this.#away.set(issuer, { until: Date.now() + AWAY_MS, error: known });
        throw known;
      }
    };
  }

  async #keySet(issuer: string): Promise<JWTVerifyGetKey> {
    const known = this.#known.get(issuer);
    if (known && known.since > Date.now() - KEPT_MS) return known.keys;
    if (this.#known.size >= MOST_ISSUERS) {
      this.#known.clear();
      this.#away.clear();
    }
    const keys = discover(issuer);
    this.#known.set(issuer, { since: Date.now(), keys });
    try {
      return await keys;
    } catch (error) {
      // What failed once is no answer for the next ten minutes.
      this.#known.delete(issuer);
      throw error;
    }
  }
}

/** The issuer says itself where its keys are, and that it is the one that was meant. */
async function discover(issuer: string): Promise<JWTVerifyGetKey> {
  const answer = await fetchSmall(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (answer.status !== 200) throw new Error(`it answered with ${answer.status}`);
  const said = (await answer.json()) as { readonly issuer?: unknown; readonly jwks_uri?: unknown };
  if (said.issuer !== issuer) throw new Error("what answers there calls itself by another name");
  if (typeof said.jwks_uri !== "string" || !isIssuer(said.jwks_uri)) {
    throw new Error("it names no safe address for its keys");
  }
  return createRemoteJWKSet(new URL(said.jwks_uri), {
    timeoutDuration: TIMEOUT_MS,
    cacheMaxAge: KEPT_MS,
    cooldownDuration: COOL_DOWN_MS,
    [customFetch]: fetchSmall,
  });
}

/** Follows nobody elsewhere, and reads no more than a list of keys can be. */
async function fetchSmall(url: string, options: RequestInit): Promise<Response> {
  const answer = await fetch(url, { ...options, redirect: "manual" });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`its answer is larger than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  const { status } = answer;
  return new Response(status === 200 ? Buffer.concat(parts) : null, { status });
}

/** Whether the token is to blame: it names a key that the issuer does not have. */
function isOfToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

function unreachable(issuer: string, error: unknown): IssuerError {
  const why = error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : "unknown";
  return new IssuerError(issuer, why.slice(0, 200), { cause: error });
}
