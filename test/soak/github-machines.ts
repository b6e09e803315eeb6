// Machines that share nothing but GitHub: each with a database and a login of its own, and several servers on it.

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { StdioClient, type ToolAnswer } from "../support/clients/stdio-client.ts";
import { track } from "../support/processes/child.ts";
import { PROGRAM } from "../support/program.ts";
import { ConnectionLost } from "./fleet.ts";
import { OWNER, PROJECT, REPO } from "./github-site.ts";

export interface Machine {
  readonly login: string;
  readonly database: string;
  readonly env: Readonly<Record<string, string>>;
}

export function machineOf(options: {
  readonly login: string;
  readonly token: string;
  readonly folder: string;
  readonly apiUrl: string;
  readonly workflow: string;
  readonly clock: Readonly<Record<string, string>>;
}): Machine {
  const { login, token, folder, apiUrl, workflow, clock } = options;
  return {
    login,
    database: join(folder, `${login}.db`),
    env: {
      ...clock,
      // Each machine has a user of its own.
      XDG_CACHE_HOME: join(folder, login),
      GITHUB_API_URL: apiUrl,
      SIGNALBOX_GITHUB_TOKEN: token,
      SIGNALBOX_GITHUB_OWNER: OWNER,
      SIGNALBOX_GITHUB_REPO: REPO,
      SIGNALBOX_GITHUB_PROJECT: String(PROJECT),
      SIGNALBOX_WORKFLOW: workflow,
    },
  };
}

/** `signalbox mcp`, started anew where it was killed. */
export class OwnServer {
  readonly #machine: Machine;
  readonly #agent: string;
  #client: StdioClient | null = null;
  #killed = false;
  /** When the call under way was made; null: none is. */
  callingSince: number | null = null;

  constructor(machine: Machine, agent: string) {
    this.#machine = machine;
    this.#agent = agent;
  }

  /** Rejects with ConnectionLost where it was killed meanwhile. */
  async call(tool: string, args: object): Promise<ToolAnswer> {
    try {
      const client = await this.#open();
      this.callingSince = performance.now();
      return await client.call(tool, args);
    } catch (error) {
      if (!this.#client || !isOver(this.#client.process)) throw error;
      throw new ConnectionLost(this.#killed, `the server of ${this.#agent} ended: ${this.#client.stderr.slice(-500)}`);
    } finally {
      this.callingSince = null;
    }
  }

  kill(): void {
    this.#killed = true;
    this.#client?.process.kill("SIGKILL");
  }

  async leave(): Promise<void> {
    if (this.#client && !isOver(this.#client.process)) await this.#client.leave();
    this.#client = null;
  }

  async #open(): Promise<StdioClient> {
    if (this.#client && !isOver(this.#client.process)) return this.#client;
    const { database, env } = this.#machine;
    this.#killed = false;
    const client = new StdioClient(database, { ...env, SIGNALBOX_AGENT: this.#agent });
    track(client.process);
    // A line that is written to a server that was just killed goes nowhere; that its answer is missing is noticed.
    client.process.stdin.on("error", () => undefined);
    this.#client = client;
    await client.initialize();
    return client;
  }
}

/** `signalbox serve`, which looks at GitHub by itself now and then. */
export class WebServer {
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess) {
    this.#process = process;
  }

  static async start({ database, env }: Machine): Promise<WebServer> {
    const child = track(
      spawn(process.execPath, [PROGRAM, "serve", "--port", "0", "--database", database], {
        env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );
    const lines = createInterface({ input: child.stdout });
    await Promise.race([once(lines, "line"), once(child, "exit")]);
    return new WebServer(child);
  }

  get isOver(): boolean {
    return isOver(this.#process);
  }

  get pid(): number {
    return this.#process.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.isOver) return;
    const gone = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    await gone;
  }
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
