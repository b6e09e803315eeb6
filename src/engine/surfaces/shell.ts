// Commands that are typed in a shell, whoever is told of them.

import type { Act } from "../acts.ts";
import type { Key } from "../facts.ts";

/** As much of a hash as tells it from all others of its repository, and as people can read. */
const HASH = 12;

export function checkCommand({ key, commit, fact }: Extract<Act, { type: "run_check" }>): string {
  const at = commit === null ? "" : ` --commit ${commit.slice(0, HASH)}`;
  return `\`signalbox check ${typed(key)}${fact === null ? "" : ` ${fact}`}${at}\``;
}

export function attestCommand({ key, fact }: Extract<Act, { type: "attest" }>): string {
  return `\`signalbox attest ${fact} ${typed(key)} --reason …\``;
}

/** A key with a repository in it has a mark that a shell may take for a comment. */
export function typed(key: Key): string {
  return key.includes("#") ? `"${key}"` : key;
}
