// signalbox mcp: MCP over stdio, for one client.

import { Command } from "commander";
import { disconnectSessions } from "../../app/disconnect.ts";
import { cutToGrace } from "../../app/grace.ts";
import { ConnectionIdentity } from "../../mcp/identity.ts";
import { serveOverStdio } from "../../mcp/stdio.ts";
import { prepareServer } from "../server-parts.ts";

export function mcpCommand(): Command {
  return new Command("mcp")
    .description("serve MCP over stdio, for one client")
    .option("--database <path>", "SQLite path or postgres://…")
    .action((options: { database?: string }) => runMcp(options));
}

async function runMcp(options: { database?: string }): Promise<void> {
  const { parts, app, settings } = prepareServer({ database: options.database, via: "stdio" });
  const identity = new ConnectionIdentity({ ...settings, env: process.env, via: "stdio" });
  await serveOverStdio({ ...parts, callerOf: (client, agent) => identity.caller(client, agent) });
  // The client is gone; what it holds is kept for it a little while longer.
  if (app.opened && identity.known !== null) {
    await app.quiet();
    const [opened, caller] = [await app.open(), identity.caller(undefined, undefined)];
    await cutToGrace(opened, caller, identity.known);
    await disconnectSessions(opened, caller, identity.known);
  }
  await app.close();
}
