// signalbox serve: MCP over HTTP, on this machine.

import { join } from "node:path";
import { serve } from "@hono/node-server";
import { Command, InvalidArgumentError } from "commander";
import { makeHttpApp } from "../../http/app.ts";
import { ConnectionIdentity } from "../../mcp/identity.ts";
import type { ServerParts } from "../../mcp/server.ts";
import { showHead } from "../../store/head.ts";
import { CliError, print } from "../output.ts";
import { packageRoot } from "../package-root.ts";
import { prepareServer } from "../server-parts.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly database?: string;
}

export function serveCommand(): Command {
  return new Command("serve")
    .description("serve MCP over HTTP at /mcp, on this machine")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--port <number>", "port to listen on; 0 takes a free one", readPort, 4747)
    .option("--database <path>", "SQLite path or postgres://…")
    .action((options: ServeOptions) => runServe(options));
}

async function runServe(options: ServeOptions): Promise<void> {
  if (!LOOPBACK.has(options.host)) {
    throw new CliError(`serving on ${options.host} needs tokens, which are not there yet; use --host 127.0.0.1`, 2);
  }
  const { parts, app, settings } = prepareServer({ database: options.database, via: "http" });
  const serving: ServerParts = {
    ...parts,
    // A request is all that is known of a caller here, so that nobody is taken for somebody else by their name alone: a
    // claim made over HTTP is used by its token.
    callerOf: (client, agent) =>
      new ConnectionIdentity({ agent: undefined, commands: settings.commands, env: {}, via: "http" }).caller(
        client,
        agent,
      ),
  };
  // Opened now and not at the first call: whoever starts a server wants to know at once that its board can't be used.
  const { board } = await app.open();
  const head = showHead(await board.head());
  const http = makeHttpApp(serving, join(packageRoot(), "dist", "web"));
  const server = serve({ fetch: http.fetch, hostname: options.host, port: options.port }, ({ port }) => {
    const address = `http://${options.host === "::1" ? "[::1]" : options.host}:${port}`;
    print(`signalbox: workflows at ${address}/, MCP at ${address}/mcp\nledger head ${head}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new CliError(`can't listen on ${options.host}:${options.port}: ${error.message}`)),
    );
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  server.close();
  await http.close();
  await app.close();
  // Whoever has sent half a request by now will not get to the other half.
  if ("closeAllConnections" in server) server.closeAllConnections();
}

function readPort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("It is a number from 0 to 65535.");
  return port;
}
