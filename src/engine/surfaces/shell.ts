// Commands that are typed in a shell, whoever is told of them.

import type { Act } from "../acts.ts";
import type { Key } from "../facts.ts";

export function checkCommand({ key, commit, fact }: Extract<Act, { type: "run_check" }>): string {
  const at = commit === null ? "" : ` --commit ${commit}`;
  return `\`signalbox check ${typed(key)}${fact === null ? "" : ` ${fact}`}${at}\``;
}

export function attestCommand({ key, fact }: Extract<Act, { type: "attest" }>): string {
  return `\`signalbox attest ${fact} ${typed(key)} --reason …\``;
}

/** A key with a repository in it has a mark that a shell may take for a comment. */
export function typed(key: Key): string {
  return key.includes("#") ? `"${key}"` : key;
}
