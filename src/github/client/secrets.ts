// A token or an App's key never leaves this process but in the header that needs it. Errors of libraries carry requests with them, and
// servers repeat what they were sent, so every text from outside goes through here before anybody can read it.

const HIDDEN = "[token]";
/** GitHub's tokens by their shape: also one that is not ours has no business in a log. */
const SHAPES =
  /\b(?:gh[pour]_[A-Za-z0-9_]{16,}|ghs_[A-Za-z0-9_.-]{16,}|github_pat_[A-Za-z0-9_]{16,}|v1\.[0-9a-f]{40})\b/g;
/** What an App signs to show who it is, and what it signs it with. */
const JWT = /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const HEADER = /\b(authorization["']?\s*[:=]\s*["']?)(?:(?:bearer|token|basic)\s+)?[^\s"',}]+/gi;
/** Shorter ones would blank ordinary words. */
const SHORTEST = 8;

export type Scrub = (text: string) => string;

export function makeScrub(tokens: readonly string[]): Scrub {
  const known = tokens.filter((token) => token.length >= SHORTEST);
  return (text) =>
    known
      .reduce((rest, token) => rest.replaceAll(token, HIDDEN), text)
      .replaceAll(PRIVATE_KEY, "[key]")
      .replaceAll(SHAPES, HIDDEN)
      .replaceAll(JWT, HIDDEN)
      .replaceAll(HEADER, `$1${HIDDEN}`);
}
