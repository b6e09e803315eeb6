// src/mcp/listed-tools.generated.ts: the tools as clients are shown them. A server lists them without having made a schema.

import { TOOLS } from "../src/mcp/all-tools.ts";
import { listedTool } from "../src/mcp/schemas.ts";

export function renderListedTools(): string {
  return [
    "// Generated from src/mcp/tools/ by `npm run generate`: edit those instead.",
    "",
    'import type { ListedTool } from "./listed-tool.ts";',
    "",
    `export const LISTED_TOOLS: readonly ListedTool[] = ${JSON.stringify(TOOLS.map(listedTool), null, 2)};`,
    "",
  ].join("\n");
}
