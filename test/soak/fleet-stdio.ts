// An agent's own server: the built program on stdio, started anew when it was killed.

import { writeFileSync } from "node:fs";
import { StdioClient, type ToolAnswer } from "../support/clients/stdio-client.ts";
import { track } from "../support/processes/child.ts";
import { CLOCK } from "./clock-file.ts";
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
  #client: StdioClient;
  #killed = false;
  #greeted = false;

  private constructor(setup: StdioSetup, client: StdioClient) {
    this.#setup = setup;
    this.#client = client;
  }

  static async start(setup: StdioSetup): Promise<OwnServer> {
    writeFileSync(setup.clockFile, "0");
    const own = new OwnServer(setup, open(setup));
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
      this.#client = open(this.#setup);
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
    writeFileSync(this.#setup.clockFile, String(ms));
    // One that has only just been started reads it by itself, and may not know yet what the signal means.
    if (this.#greeted) this.signal("SIGUSR2");
  }

  /** It may be killed before it has said a word: then the next call finds out. */
  async #greet(): Promise<void> {
    const client = this.#client;
    this.#greeted = false;
    try {
      await client.initialize();
      this.#greeted = true;
    } catch (error) {
      if (!this.#lost(client)?.meant) throw error;
    }
  }

  #lost({ process, stderr }: StdioClient): ConnectionLost | null {
    if (process.exitCode === null && process.signalCode === null) return null;
    return new ConnectionLost(this.#killed, `the server of ${this.#setup.name} ended: ${stderr.slice(-500)}`);
  }
}

function open({ database, name, env, clockFile }: StdioSetup): StdioClient {
  const more = { ...CLOCK, SOAK_CLOCK: clockFile, SIGNALBOX_AGENT: name };
  const client = new StdioClient(database, { ...env, ...more });
  track(client.process);
  // A line that is written to a server that was just killed goes nowhere; its answer is missed, and that is noticed.
  client.process.stdin.on("error", () => undefined);
  return client;
}
