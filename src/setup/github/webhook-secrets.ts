// The secrets that GitHub signs webhooks with. A file may hold two lines: while one secret takes the place of another, both
// count.

import { readSecret } from "../secret-reference.ts";

/** A shorter one could be guessed from what it has signed. */
const LEAST_CHARACTERS = 20;

/** Read anew each time. Throws in words that hold no secret. */
export function webhookSecrets(reference: string, env: NodeJS.ProcessEnv): readonly string[] {
  const lines = readSecret(reference, env)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (lines.some((line) => line.length < LEAST_CHARACTERS)) {
    throw new Error(`a secret has at least ${LEAST_CHARACTERS} characters: \`openssl rand -hex 32\` makes one`);
  }
  return lines;
}
