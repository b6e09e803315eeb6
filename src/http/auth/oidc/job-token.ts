// A CI job shows who it is by a token that its issuer has signed: RS256, for this board, a few minutes old. Only then is
// looked at what it says.

import { decodeJwt, errors, jwtVerify } from "jose";
import type { Board } from "../../../app/ports/board.ts";
import { recognizeJob, witnessesOf, type Job } from "../../../app/keys/witnesses.ts";
import { quote } from "../../../engine/words.ts";
import type { Issuers } from "./issuers.ts";

const SHAPE = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;
const LONGEST = 8 * 1024;
const OLDEST_SECONDS = 10 * 60;
/** Two clocks are never quite the same. */
const TOLERANCE_SECONDS = 30;

/** A text with the three parts of a signed token; ours have none. */
export function isJobToken(text: string): boolean {
  return SHAPE.test(text);
}

/** Throws where the issuer's keys can't be had. */
export async function readJobToken(
  board: Board,
  issuers: Issuers,
  text: string,
): Promise<Job | { readonly why: string }> {
  if (text.length > LONGEST) return { why: `it is longer than ${LONGEST} bytes` };
  const issuer = issuerIn(text);
  if (issuer === null)
    return { why: "it is no token that an issuer could have signed, or it does not say who did (iss)" };
  const trusted = await witnessesOf(board, issuer);
  if (trusted.length === 0) return { why: `no witness of the issuer ${quote(issuer)} is trusted (iss)` };
  const [audience, now] = await Promise.all([board.keys.boardId(), board.now()]);
  try {
    const { payload, protectedHeader } = await jwtVerify(text, issuers.keysOf(issuer), {
      algorithms: ["RS256"],
      issuer,
      maxTokenAge: OLDEST_SECONDS,
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: new Date(now),
      requiredClaims: ["exp", "iat", "nbf"],
    });
    if (protectedHeader.kid === undefined) return { why: "it does not say by which key it was signed (kid)" };
    // Alone: a token for several is good elsewhere, and whoever gets it there could bring it here.
    if (payload.aud !== audience) return { why: "it was made for somebody else (aud)" };
    return recognizeJob(trusted, payload);
  } catch (error) {
    if (error instanceof errors.JOSEError) return { why: wordsOf(error) };
    throw error;
  }
}

function issuerIn(text: string): string | null {
  try {
    const { iss } = decodeJwt(text);
    return iss !== undefined && iss.length <= 300 ? iss : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

function wordsOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) {
    return error.claim === "iat" ? "it is more than 10 minutes old (iat)" : "it has expired (exp)";
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === "nbf" ? "it is not valid yet (nbf)" : `it does not say what it has to (${error.claim})`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return "it is not signed by RS256 (alg)";
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return "its issuer has no such key (kid)";
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return "its signature is not its issuer's";
  return "it is not a token of the kind that is taken here";
}
