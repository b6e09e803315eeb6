// signalbox mcp: MCP over stdio, for one client.

import { Command } from "commander";
import { runMcp } from "../support/run-mcp.ts";

export function mcpCommand(): Command {
  return new Command("mcp")
    .description("serve MCP over stdio, for one client")
    .option("--database <path>", "SQLite path or postgres://…")
    .action((options: { database?: string }) => runMcp(options.database));
}
