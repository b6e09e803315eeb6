// MCP over stdio, from the start to the end of one client.

import { ConnectionIdentity } from "../../mcp/identity.ts";
import { serveOverStdio } from "../../mcp/stdio.ts";
import { refuseChosenName } from "../../engine/names.ts";
import type { Settings } from "../../setup/settings.ts";
import { CliError } from "./output.ts";
import { prepareServer } from "./server-context.ts";

export async function runMcp(database: string | undefined): Promise<void> {
  const { context, app, settings } = await prepareServer({ database, via: "stdio" });
  await refuseName(settings);
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

/** Under another name than it was given it would act as somebody else; so it does not start. */
async function refuseName({ agent }: Settings): Promise<void> {
  const refusal = agent === undefined ? null : refuseChosenName("SIGNALBOX_AGENT", agent);
  if (!refusal) return;
  const { tell } = await import("../../engine/surfaces/tell.ts");
  const { what, recovery } = tell(refusal, "cli");
  throw new CliError(`${what} Nothing was started: ${recovery}`);
}
