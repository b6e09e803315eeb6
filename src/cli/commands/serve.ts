// signalbox serve: the dashboard, the API and MCP over HTTP.

import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import type { App } from "../../app/app.ts";
import { invite } from "../../app/keys/invitations.ts";
import { isLive } from "../../app/keys/tokens.ts";
import { makeHttpApp } from "../../http/app.ts";
import { afterArrivals, Arrivals } from "../../http/arrivals.ts";
import { problemOfProxy } from "../../http/auth/address.ts";
import { callerOverHttp } from "../../http/auth/caller.ts";
import { doorIsShut, whyShut } from "../../http/auth/door.ts";
import { findOperator, NoOperatorError, type OperatorOptions } from "../../setup/operator-key.ts";
import { leaveAddress, takeAddressAway } from "../../setup/server-address.ts";
import { candidateOf } from "../../setup/workflow.ts";
import { hashWorkflow } from "../../workflows/hash.ts";
import { shipped, SHIPPED } from "../../workflows/shipped.ts";
import { showHead } from "../../store/ledger/head.ts";
import { isLoopback, listen, looseKey, warningFor, type Place } from "../serving/listen.ts";
import { CliError, print, printError } from "../support/output.ts";
import { linkTo } from "../support/link.ts";
import { packageRoot } from "../support/package-root.ts";
import { endServer, UnderWay } from "../serving/end-server.ts";
import { personName } from "../support/person.ts";
import { looseSecret, secretsOf } from "../serving/webhook-secrets.ts";
import { prepareServer } from "../serving/server-context.ts";

interface ServeOptions extends Place {
  readonly allowHost: readonly string[];
  readonly requireToken?: boolean;
  readonly trustedProxy: readonly string[];
  readonly database?: string;
  readonly pool?: number;
  readonly drain: number;
  /** Of a throw-away board: its link is printed wherever the output goes, and its workflows count as the shipped ones. */
  readonly ofDemo?: boolean;
}

export function serveCommand(): Command {
  return new Command("serve")
    .description("serve the dashboard, the API and MCP (at /mcp) over HTTP")
    .option("--host <address>", "address to listen on; any other than this machine's own needs tokens", "127.0.0.1")
    .option("--port <number>", "port to listen on; 0 takes a free one", readPort, 4747)
    .option("--allow-host <name>", "a name under which it may be called; may be repeated", collect, [])
    .option("--require-token", "let nobody in without a token or a link, on this machine either")
    .option(
      "--trusted-proxy <address>",
      "a proxy whose X-Forwarded-For counts: an address, a range, or unix; may be repeated",
      collectProxy,
      [],
    )
    .option("--socket <path>", "listen on a Unix socket (mode 0600) instead of a port")
    .option("--tls-cert <file>", "certificate, in PEM; with --tls-key")
    .option("--tls-key <file>", "its private key, in PEM")
    .option("--database <path>", "SQLite path or postgres://…")
    .option("--pool <number>", "connections to PostgreSQL that it may open (default: 10)", readCount)
    .option(
      "--drain <seconds>",
      "how long it answers on after SIGTERM, while /readyz says that it is leaving",
      readSeconds,
      0,
    )
    .addOption(new Option("--of-demo").hideHelp())
    .addHelpText("after", HELP)
    .action((options: ServeOptions) => runServe(options));
}

const HELP = `
Roles: a viewer reads, an agent acts as commands, a witness gives facts, a member acts as a person along the workflow, an
operator also overrides, adopts and gives out keys.
On this machine everybody reads, and agents use /mcp, without a token: until --require-token, --allow-host, another --host
or a token limited to commands. To act as a person, open the link that is printed
at the start, on a terminal only; \`signalbox open\` prints a new one. \`signalbox token new\` makes tokens, sent as
Authorization: Bearer. SIGNALBOX_TOKEN holds an operator's token for commands on PostgreSQL.`;

async function runServe(options: ServeOptions): Promise<void> {
  const reach = {
    loopback: isLoopback(options),
    allowHosts: options.allowHost,
    requireToken: options.requireToken === true,
  };
  const {
    context,
    app: lazy,
    settings,
    database,
  } = await prepareServer({
    database: options.database,
    via: "http",
    ...(options.pool === undefined ? {} : { connections: { poolSize: options.pool } }),
  });
  // Opened now and not at the first call: a person who starts a server is told at once that its board can't be used.
  const app = await lazy.open();
  if (!reach.loopback && !(await hasTokens(app))) {
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
      shipped: new Set([
        ...SHIPPED.map((name) => hashWorkflow(shipped(name).workflow)),
        // The demo's are the shipped ones with short leases.
        ...(options.ofDemo ? [context.machine, context.sessions].map(({ workflow }) => hashWorkflow(workflow)) : []),
      ]),
      readWorkflow: candidateOf,
      webhookSecrets: secretsOf(settings.github),
      ...reach,
      trustedProxies: options.trustedProxy,
    },
  );
  const person = personName(undefined, process.env, process.cwd());
  // What goes elsewhere than to a terminal is kept, and read by others.
  const shown = (process.stdout.isTTY || options.ofDemo === true) && options.socket === undefined;
  const code = shown ? await firstLink(app, { database, env: process.env, person, terminal: true }) : null;
  const head = showHead(await app.board.ledger.head());
  const shut = await whyShut(app, reach);
  const arrivals = new Arrivals();
  // Before it listens: one that is ended in its first moment has clients too.
  const toldToEnd = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, resolve);
  });
  const { server, address } = await listen(afterArrivals(arrivals, http.fetch), options);
  const underWay = new UnderWay(server);
  server.on("connection", () => arrivals.arrived());
  for (const warning of [warningFor(options), looseKey(options), looseSecret(settings.github)])
    if (warning !== null) printError(warning);
  if (address === null) {
    print(`signalbox: dashboard and MCP (/mcp) on the socket ${options.socket ?? ""}, for this user alone`);
    print("to act as a person, run: signalbox open --url ADDRESS, with the address of the proxy in front of it");
  } else {
    leaveAddress(database, address);
    print(`signalbox: dashboard at ${address}/, MCP at ${address}/mcp`);
    print(
      code === null
        ? "to act as a person, run: signalbox open"
        : `to act as a person, open once: ${linkTo(address, code)}`,
    );
  }
  if (shut !== null) print(doorIsShut(shut));
  print(`ledger head ${head}`);
  await toldToEnd;
  if (address !== null) takeAddressAway(database, address);
  http.drain();
  // A load balancer that asks meanwhile sends its clients elsewhere.
  if (options.drain > 0) await sleep(options.drain * 1000);
  await endServer(server, underWay, () => http.close());
  await lazy.close();
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

function collectProxy(value: string, before: readonly string[]): readonly string[] {
  const problem = problemOfProxy(value);
  if (problem !== null) throw new InvalidArgumentError(problem);
  return [...before, value];
}

function readCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > 200)
    throw new InvalidArgumentError("It is a number from 1 to 200.");
  return count;
}

function readSeconds(value: string): number {
  const seconds = Number(value);
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > 600)
    throw new InvalidArgumentError("It is a number from 0 to 600.");
  return seconds;
}

function readPort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError("It is a number from 0 to 65535.");
  return port;
}
