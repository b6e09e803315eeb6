// Servers on HTTP, several on one database, and an agent's way to them: where one is gone, the next one is asked.

import { spawn, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { createServer } from "node:net";
import { text } from "node:stream/consumers";
import type { ToolAnswer } from "../support/clients/stdio-client.ts";
import { answerOf } from "../support/clients/http-server.ts";
import { track } from "../support/processes/child.ts";
import { PROGRAM } from "../support/program.ts";
import { ShiftedClock } from "../support/clock/shifted-clock.ts";
import type { Weather } from "./faults/weather.ts";
import { ConnectionLost, type Frail, type Line } from "./fleet.ts";
import { clock } from "./wait.ts";

export interface HttpSetup {
  readonly name: string;
  readonly database: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  readonly clockFile: string;
}

const PATIENCE_MS = 60_000;

/** A server that is started again on its port when it was killed. */
export class SharedServer implements Frail {
  readonly name: string;
  readonly url: string;
  readonly #setup: HttpSetup;
  readonly #clock: ShiftedClock;
  #process: ChildProcess | null = null;
  #over = false;

  constructor(setup: HttpSetup) {
    this.name = setup.name;
    this.url = `http://127.0.0.1:${setup.port}`;
    this.#setup = setup;
    this.#clock = new ShiftedClock(setup.clockFile);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  busy = (): boolean => true;

  /** Again and again where the database is away: it does not start without one. */
  async start(): Promise<void> {
    const deadline = clock() + PATIENCE_MS;
    while (!this.#over && !(await this.#tryToStart())) {
      if (clock() > deadline) throw new Error(`${this.name} does not start`);
    }
  }

  kill = async (): Promise<void> => {
    await this.#end("SIGKILL");
    await this.start();
  };

  async stop(): Promise<void> {
    this.#over = true;
    await this.#end("SIGTERM");
  }

  signal = (signal: NodeJS.Signals): void => {
    this.#process?.kill(signal);
  };

  shiftClock = (ms: number): void => {
    this.#clock.set(ms);
  };

  async #tryToStart(): Promise<boolean> {
    const { database, port, env } = this.#setup;
    const child = track(
      spawn(process.execPath, [PROGRAM, "serve", "--port", String(port), "--database", database], {
        env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...this.#clock.env, ...env },
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    const { promise, resolve } = Promise.withResolvers<boolean>();
    child.once("exit", () => resolve(false));
    let printed = "";
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes("ledger head")) resolve(true);
    });
    const started = await promise;
    this.#process = started ? child : null;
    return started;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }
}

/** Not from the range that outgoing connections use: while a server is away, one of those could take its place. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** What only writes take. */
const READS = /^(get|list|detect|check)_/;

export class HttpLine implements Line {
  readonly #servers: readonly SharedServer[];
  readonly #token: string;
  readonly #agent: string;
  readonly #weather: Weather;
  readonly #cut = new AbortController();
  #turn: number;

  constructor(servers: readonly SharedServer[], first: number, token: string, agent: string, weather: Weather) {
    this.#servers = servers;
    this.#turn = first;
    this.#token = token;
    this.#agent = agent;
    this.#weather = weather;
  }

  async call(tool: string, args: object): Promise<ToolAnswer> {
    const asked = clock();
    try {
      return await this.#post(tool, READS.test(tool) ? args : { ...args, agent: this.#agent });
    } catch (error) {
      const meant = this.#cut.signal.aborted || this.#weather.explains("connection_lost", asked, clock());
      throw new ConnectionLost(meant, `${this.#agent} lost ${this.#server?.name}: ${String(error)}`);
    }
  }

  /** The next one, for a change. */
  reconnect(): Promise<void> {
    this.#turn++;
    return Promise.resolve();
  }

  cut(): Promise<void> {
    this.#cut.abort();
    return Promise.resolve();
  }

  leave(): Promise<void> {
    return Promise.resolve();
  }

  get #server(): SharedServer | undefined {
    return this.#servers[this.#turn % this.#servers.length];
  }

  async #post(tool: string, args: object): Promise<ToolAnswer> {
    const params = { name: tool, arguments: args };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const response = await this.#send(`${this.#server?.url}/mcp`, body);
    // Where even the key could not be looked up there is no tool that could have answered.
    if (!response.ok) return { isError: true, content: [], structuredContent: await refusalOf(response) };
    const { result, error } = await answerOf(response);
    if (!result) throw new Error(`${tool}: ${error?.message}`);
    return result as unknown as ToolAnswer;
  }

  /** On a connection of its own: one that was kept open may be closed by the server at the moment when it is used again. */
  #send(url: string, body: string): Promise<Response> {
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${this.#token}`,
    };
    return new Promise((resolve, reject) => {
      const sent = request(url, { method: "POST", agent: false, headers, signal: this.#cut.signal }, (incoming) => {
        text(incoming).then((said) => resolve(new Response(said, { status: incoming.statusCode ?? 0 })), reject);
      });
      sent.once("error", reject).end(body);
    });
  }
}

async function refusalOf(response: Response): Promise<Record<string, unknown>> {
  const said = await response.text();
  const { error } = JSON.parse(said) as { readonly error?: Record<string, unknown> };
  return error ?? { code: `status_${response.status}`, error: said };
}
