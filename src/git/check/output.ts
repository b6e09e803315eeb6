// All that a check says: a digest of it, its end for people to read, and as much as is needed to count its tests. A check
// that never stops talking is stopped.

import { createHash } from "node:crypto";
import { stripVTControlCharacters } from "node:util";
import { MOST_OF_A_TAIL, tailOf } from "../../app/evidence/mask.ts";

/** More than this is a flood. */
export const MOST_OUTPUT = 64 * 1024 * 1024;

export class CheckOutput {
  readonly #chunks: Buffer[] = [];
  readonly #digest = createHash("sha256");
  readonly #most: number;
  #bytes = 0;

  constructor(most = MOST_OUTPUT) {
    this.#most = most;
  }

  /** False: it was too much, and nothing more is taken. */
  add(chunk: Buffer): boolean {
    if (this.#bytes + chunk.length > this.#most) return false;
    this.#bytes += chunk.length;
    this.#digest.update(chunk);
    this.#chunks.push(chunk);
    return true;
  }

  get bytes(): number {
    return this.#bytes;
  }

  digest(): string {
    return `sha256:${this.#digest.copy().digest("hex")}`;
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString("utf8");
  }

  /** Its last lines without secrets, colours and whatever else a terminal would obey. */
  tail(env: NodeJS.ProcessEnv): string {
    // Masked in a longer piece: a secret that is cut in two does not look like one any more.
    const end = Buffer.concat(this.#chunks)
      .subarray(-4 * MOST_OF_A_TAIL)
      .toString("utf8");
    const plain = stripVTControlCharacters(end).replaceAll("\r\n", "\n");
    return tailOf(withoutValues(plain, env));
  }
}

const TELLING_NAME = /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|_KEY$/i;
const SHORTEST_VALUE = 6;

/** Without what the environment holds under a telling name, whatever it looks like. */
export function withoutValues(text: string, env: NodeJS.ProcessEnv): string {
  return (
    Object.entries(env)
      .flatMap(([name, value = ""]) => (TELLING_NAME.test(name) && value.length >= SHORTEST_VALUE ? [value] : []))
      // A longer one may hold a shorter one.
      .toSorted((one, other) => other.length - one.length)
      .reduce((rest, value) => rest.replaceAll(value, "[masked]"), text)
  );
}
