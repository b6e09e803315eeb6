// The tool calls that skills show, taken out of their texts.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../plugin/skills");

export interface ShownCall {
  readonly skill: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export const SKILLS = readdirSync(FOLDER)
  .toSorted()
  .map((name) => ({ name, text: readFileSync(join(FOLDER, name, "SKILL.md"), "utf8") }));

export const CALLS: readonly ShownCall[] = SKILLS.flatMap(({ name, text }) => callsIn(name, text));

/** Every fenced block of a skill is a call: a block that is none would pass unseen. */
function callsIn(skill: string, text: string): ShownCall[] {
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language, block = ""]) => {
    if (language !== "json") throw new Error(`${skill} shows a block that is no call: ${block}`);
    return { skill, ...(JSON.parse(block) as Omit<ShownCall, "skill">) };
  });
}
