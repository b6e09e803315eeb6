// signalbox serve: the dashboard, the API and MCP over HTTP.

import { basename, join } from "node:path";
import { serve, type ServerType } from "@hono/node-server";
import { Command, InvalidArgumentError, Option } from "commander";
import type { App } from "../../app/app.ts";
import { invite } from "../../app/keys/invitations.ts";
import { isLive } from "../../app/keys/tokens.ts";
import { makeHttpApp } from "../../http/app.ts";
import { callerOverHttp } from "../../http/auth/caller.ts";
import { findOperator, NoOperatorError, type OperatorOptions } from "../../setup/operator-key.ts";
import { leaveAddress, takeAddressAway } from "../../setup/server-address.ts";
import { candidateOf } from "../../setup/workflow.ts";
import { hashWorkflow } from "../../workflows/hash.ts";
import { shipped, SHIPPED } from "../../workflows/shipped.ts";
import { showHead } from "../../store/ledger/head.ts";
import { CliError, print } from "../support/output.ts";
import { linkTo } from "../support/link.ts";
import { packageRoot } from "../support/package-root.ts";
import { personName } from "../support/person.ts";
import { prepareServer } from "../support/server-context.ts";

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);
/** Longer than any answer takes; what is not done by then never will be. */
const PATIENCE_MS = 10_000;

interface ServeOptions {
  readonly host: string;
  readonly port: number;
  readonly allowHost: readonly string[];
  readonly database?: string;
  /** Of a throw-away board: its link is printed wherever the output goes. */
  readonly alwaysLink?: boolean;
}

export function serveCommand(): Command {
  return new Command("serve")
    .description("serve the dashboard, the API and MCP (at /mcp) over HTTP")
    .option("--host <address>", "address to listen on; any other than this machine's own needs tokens", "127.0.0.1")
    .option("--port <number>", "port to listen on; 0 takes a free one", readPort, 4747)
    .option("--allow-host <name>", "a name under which it may be called; may be repeated", collect, [])
    .option("--database <path>", "SQLite path or postgres://…")
    .addOption(new Option("--always-link").hideHelp())
    .addHelpText("after", HELP)
    .action((options: ServeOptions) => runServe(options));
}

const HELP = `
Roles: a viewer reads, an agent acts as commands, an operator acts as a person.
On this machine everybody reads, and agents use /mcp, without a token. To act as a person, open the link that is printed
at the start, on a terminal only; \`signalbox open\` prints a new one. \`signalbox token new\` makes tokens, sent as
Authorization: Bearer. SIGNALBOX_TOKEN holds an operator's token for commands on PostgreSQL.`;

async function runServe(options: ServeOptions): Promise<void> {
  const loopback = LOOPBACK.has(options.host);
  const { context, app: lazy, settings, database } = await prepareServer({ database: options.database, via: "http" });
  // Opened now and not at the first call: a person who starts a server is told at once that its board can't be used.
  const app = await lazy.open();
  if (!loopback && !(await hasTokens(app))) {
    await lazy.close();
    throw new CliError(
      `serving on ${options.host} needs tokens, and this board has none: make one with \`signalbox token new --role agent\`, or use --host 127.0.0.1`,
    );
  }
  const http = makeHttpApp(
    { ...context, callerOf: callerOverHttp(settings.commands) },
    {
      web: join(packageRoot(), "dist", "web"),
      name: settings.board ?? basename(process.cwd()),
      tracker: settings.tracker,
      shipped: new Set(SHIPPED.map((name) => hashWorkflow(shipped(name).workflow))),
      readWorkflow: candidateOf,
      loopback,
      allowHosts: options.allowHost,
    },
  );
  const person = personName(undefined, process.env, process.cwd());
  // What goes elsewhere than to a terminal is kept, and read by others.
  const shown = process.stdout.isTTY || options.alwaysLink === true;
  const code = shown ? await firstLink(app, { database, env: process.env, person, terminal: true }) : null;
  const head = showHead(await app.board.ledger.head());
  let address = "";
  const server = serve({ fetch: http.fetch, hostname: options.host, port: options.port }, ({ port }) => {
    address = `http://${options.host === "::1" ? "[::1]" : options.host}:${port}`;
    leaveAddress(database, address);
    print(`signalbox: dashboard at ${address}/, MCP at ${address}/mcp`);
    print(
      code === null
        ? "to act as a person, run: signalbox open"
        : `to act as a person, open once: ${linkTo(address, code)}`,
    );
    print(`ledger head ${head}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new CliError(`can't listen on ${options.host}:${options.port}: ${error.message}`)),
    );
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  takeAddressAway(database, address);
  await stop(server, () => http.close());
  await lazy.close();
}

/** No new connections; streams end; answers under way are finished. */
async function stop(server: ServerType, endStreams: () => Promise<void>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await endStreams();
  if (!("closeIdleConnections" in server)) return closed;
  // A connection that is kept open for the next question has none under way; one that is busy is idle in a moment.
  const tidy = setInterval(() => server.closeIdleConnections(), 20);
  // A client that has sent only half a request by now will not send the rest.
  const enough = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await closed;
  clearInterval(tidy);
  clearTimeout(enough);
}

/** null: nobody here may act as a person, and an agent may be reading what is printed. */
async function firstLink(app: App, options: OperatorOptions): Promise<string | null> {
  try {
    const { token } = await findOperator(app.board, options);
    return await invite(app, token, options.person);
  } catch (error) {
    if (error instanceof NoOperatorError) return null;
    throw error;
  }
}

async function hasTokens(app: App): Promise<boolean> {
  const [tokens, now] = await Promise.all([app.board.keys.tokens(), app.board.now()]);
  return tokens.some((token) => isLive(token, now));
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

function readPort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("It is a number from 0 to 65535.");
  return port;
}
