// Secrets in the output of a check: what looks like one is masked before it is kept. It is no proof that none is left;
// `signalbox redact` takes out what got through.

const MASK = "[masked]";

const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{20,}|npm_[A-Za-z0-9]{30,})/g,
  /\bsbx_[0-9a-f]{10}_[A-Za-z0-9_-]{43}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\b(?:sk|pk|rk)[-_](?:[a-z]+[-_])*[A-Za-z0-9_-]{20,}/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];
/** What stands before it is kept. */
const NAMED: readonly RegExp[] = [
  /(\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{12,}/gi,
  /(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi,
  /((?:password|passwd|secret|token|api[_-]?key|access[_-]?key)["']?\s*[=:]\s*["']?)[^\s"',;]{6,}/gi,
];

export function maskSecrets(text: string): string {
  const masked = SECRETS.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  return NAMED.reduce((rest, named) => rest.replaceAll(named, `$1${MASK}`), masked);
}

export const MOST_OF_A_TAIL = 8 * 1024;

/** The end of an output, as it is kept: masked first, so that no cut saves a secret from being seen. */
export function tailOf(output: string): string {
  const text = maskSecrets(output.toWellFormed().replaceAll("\0", "\u2400"));
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_OF_A_TAIL) return text;
  // Not in the middle of a letter.
  let start = bytes.length - MOST_OF_A_TAIL;
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
  return bytes.subarray(start).toString();
}
