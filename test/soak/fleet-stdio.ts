// An agent's own server: the built program on stdio, started anew when it was killed.

import { StdioClient, type ToolAnswer } from "../support/clients/stdio-client.ts";
import { track } from "../support/processes/child.ts";
import { ShiftedClock } from "../support/clock/shifted-clock.ts";
import { ConnectionLost, type Frail, type Line } from "./fleet.ts";

export interface StdioSetup {
  readonly database: string;
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where its clock's shift stands. */
  readonly clockFile: string;
}

export class OwnServer implements Line, Pick<Frail, "kill" | "signal" | "shiftClock"> {
  readonly #setup: StdioSetup;
  readonly #clock: ShiftedClock;
  #client: StdioClient;
  #killed = false;

  private constructor(setup: StdioSetup) {
    this.#setup = setup;
    this.#clock = new ShiftedClock(setup.clockFile);
    this.#client = this.#open();
  }

  static async start(setup: StdioSetup): Promise<OwnServer> {
    const own = new OwnServer(setup);
    await own.#greet();
    return own;
  }

  get pid(): number {
    return this.#client.process.pid ?? 0;
  }

  async call(tool: string, args: object): Promise<ToolAnswer> {
    const client = this.#client;
    try {
      return await client.call(tool, args);
    } catch (error) {
      throw this.#lost(client) ?? error;
    }
  }

  async reconnect(): Promise<void> {
    while (this.#lost(this.#client)) {
      this.#killed = false;
      this.#client = this.#open();
      await this.#greet();
    }
  }

  async kill(): Promise<void> {
    this.#killed = true;
    const { process } = this.#client;
    if (process.exitCode !== null || process.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => {
      process.once("exit", () => resolve());
    });
    process.kill("SIGKILL");
    await gone;
  }

  cut(): Promise<void> {
    return this.kill();
  }

  async leave(): Promise<void> {
    if (!this.#lost(this.#client)) await this.#client.leave();
  }

  signal(signal: NodeJS.Signals): void {
    this.#client.process.kill(signal);
  }

  shiftClock(ms: number): void {
    this.#clock.set(ms);
  }

  #open(): StdioClient {
    const { database, name, env } = this.#setup;
    const client = new StdioClient(database, { ...env, ...this.#clock.env, SIGNALBOX_AGENT: name });
    track(client.process);
    // A line that is written to a server that was just killed goes nowhere; its answer is missed, and that is noticed.
    client.process.stdin.on("error", () => undefined);
    return client;
  }

  /** It may be killed before it has said a word: then the next call finds out. */
  async #greet(): Promise<void> {
    const client = this.#client;
    try {
      await client.initialize();
    } catch (error) {
      if (!this.#lost(client)?.meant) throw error;
    }
  }

  #lost({ process, stderr }: StdioClient): ConnectionLost | null {
    if (process.exitCode === null && process.signalCode === null) return null;
    return new ConnectionLost(this.#killed, `the server of ${this.#setup.name} ended: ${stderr.slice(-500)}`);
  }
}
