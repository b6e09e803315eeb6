// MCP over stdio, from the start to the end of one client.

import { ConnectionIdentity } from "../../mcp/identity.ts";
import { serveOverStdio } from "../../mcp/stdio.ts";
import { prepareServer } from "./server-context.ts";

export async function runMcp(database: string | undefined): Promise<void> {
  const { context, app, settings } = await prepareServer({ database, via: "stdio" });
  const identity = new ConnectionIdentity({ ...settings, env: process.env, via: "stdio" });
  await serveOverStdio({ ...context, callerOf: (client, agent) => identity.caller(client, agent) });
  // The client is gone; what it holds is kept for it a little while longer.
  if (app.opened && identity.known !== null) {
    const { shortenLeases } = await import("../../app/claims/shorten-leases.ts");
    const { disconnectSessions } = await import("../../app/sessions/disconnect.ts");
    await app.quiet();
    const [opened, caller] = [await app.open(), identity.caller(undefined, undefined)];
    await shortenLeases(opened, caller, identity.known);
    await disconnectSessions(opened, caller, identity.known);
  }
  await app.close();
}
