// The tool calls that skills show, taken out of their texts.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

export interface SkillFile {
  readonly name: string;
  readonly text: string;
}

export interface ShownCall {
  readonly skill: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Those for tickets. */
export const SKILLS = skillsIn("plugin/skills");
export const CALLS: readonly ShownCall[] = SKILLS.flatMap(callsIn);

/** Those that the shipped run workflow leads through. */
export const RUN_SKILLS = skillsIn("plugin-runs/skills");
export const RUN_CALLS: readonly ShownCall[] = RUN_SKILLS.flatMap(callsIn);

function skillsIn(folder: string): readonly SkillFile[] {
  return readdirSync(join(ROOT, folder))
    .toSorted()
    .map((name) => ({ name, text: readFileSync(join(ROOT, folder, name, "SKILL.md"), "utf8") }));
}

/** Every fenced block of a skill is a call: a block that is none would pass unseen. */
export function callsIn({ name, text }: SkillFile): ShownCall[] {
  return [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map(([, language, block = ""]) => {
    if (language !== "json") throw new Error(`${name} shows a block that is no call: ${block}`);
    return { skill: name, ...(JSON.parse(block) as Omit<ShownCall, "skill">) };
  });
}
