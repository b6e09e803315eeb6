// MCP over stdio, from the start to the end of one client.

import type { App } from "../../app/app.ts";
import { ThisProcess } from "../../app/processes/this-process.ts";
import { ConnectionIdentity } from "../../mcp/identity.ts";
import { serveOverStdio } from "../../mcp/stdio.ts";
import { demandFitName } from "./agent-name.ts";
import { prepareServer } from "../serving/server-context.ts";
import { roomForWork } from "../serving/young-heap.ts";

export async function runMcp(database: string | undefined): Promise<void> {
  const self = new ThisProcess((line) => context.log(line));
  const { context, app, settings } = await prepareServer({ database, via: "stdio", reported: self.reported });
  await demandFitName(settings);
  const identity = new ConnectionIdentity({ ...settings, env: process.env, via: "stdio" });
  const called = roomForWork();
  const openApp = async (): Promise<App> => {
    called();
    const opened = await app.open();
    if (identity.known !== null) await self.enter(opened.board, identity.known);
    return opened;
  };
  await serveOverStdio({ ...context, openApp, callerOf: (client, agent) => identity.caller(client, agent) });
  // The client is gone; what it holds is kept for it a little while longer.
  if (app.opened && identity.known !== null) {
    const { clientGone } = await import("../../app/claims/client-gone.ts");
    await app.quiet();
    await clientGone(await app.open(), identity.caller(undefined, undefined), identity.known, self);
  }
  await app.close();
}
