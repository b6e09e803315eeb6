// Which tools a server shows, under which names, and how a call finds one.

import { LISTED_TOOLS } from "./listed-tools.generated.ts";
import type { ListedTool } from "./listed-tool.ts";
import type { Tool, Toolset } from "./tool.ts";

/** Prompts that were written for that server find the same tools here. */
const OLDER_PREFIX = "ralph_hero__";

export interface Registry {
  readonly tools: readonly ListedTool[];
  readonly shownName: (name: string) => string;
  readonly find: (called: string) => ListedTool | undefined;
  /** A name as it was called, without the prefixes that are answered. */
  readonly bareName: (called: string) => string;
  /** What it checks and does: loaded by the first call, as a client may never need more than the list. */
  readonly load: (listed: ListedTool) => Promise<Tool>;
}

export function makeRegistry(options: { readonly prefix: string; readonly toolsets: readonly Toolset[] }): Registry {
  const tools = LISTED_TOOLS.filter((tool) => options.toolsets.includes(tool.toolset));
  const byName = new Map<string, ListedTool>();
  for (const tool of tools) {
    // A refusal's recovery names tools without the prefix, and must work to the letter.
    byName.set(tool.name, tool);
    byName.set(`${OLDER_PREFIX}${tool.name}`, tool);
    byName.set(`${options.prefix}${tool.name}`, tool);
  }
  return {
    tools,
    shownName: (name) => `${options.prefix}${name}`,
    find: (called) => byName.get(called),
    bareName(called) {
      const prefix = [options.prefix, OLDER_PREFIX].find((one) => one !== "" && called.startsWith(one));
      return called.slice(prefix?.length ?? 0);
    },
    load,
  };
}

const loaded = new Map<string, Tool>();

async function load({ name }: ListedTool): Promise<Tool> {
  if (loaded.size === 0) {
    const { TOOLS } = await import("./all-tools.ts");
    for (const tool of TOOLS) loaded.set(tool.name, tool);
  }
  const tool = loaded.get(name);
  if (!tool) throw new Error(`${name} is listed, and there is no such tool`);
  return tool;
}
