// The skills that ship with the package, each folder with the plugin that holds it.

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SkillFolder } from "../../mcp/resources/skills.ts";
import type { Toolset } from "../../mcp/tool.ts";
import { CliError } from "./output.ts";
import { packageRoot } from "./package-root.ts";

const TICKETS = { path: "plugin/skills", about: "ticket" } as const;
const RUNS = { path: "plugin-runs/skills", about: "run" } as const;

/** Skills of runs are of no use to a client that can't call the tools of runs. */
export function skillFolders(toolsets: readonly Toolset[]): readonly SkillFolder[] {
  const shelves = toolsets.includes("runs") ? [TICKETS, RUNS] : [TICKETS];
  return shelves.map(({ path, about }) => ({ folder: join(packageRoot(), path), about }));
}

export function shippedSkills(): readonly string[] {
  return [TICKETS, RUNS].flatMap(({ path }) => skillsIn(join(packageRoot(), path)));
}

export function skillsIn(folder: string): readonly string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(`There is no folder ${folder}.`, 2);
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, "SKILL.md")));
}
