// One who listens to the live stream, at whichever server is there, and must be told every row once and in order.

import { LiveClient } from "../support/clients/live-client.ts";
import type { SharedServer } from "./fleet-http.ts";
import type { Notes } from "./notes.ts";
import { clock, pause } from "./wait.ts";

const LOOK_MS = 500;
const PATIENCE_MS = 30_000;

/** Whatever a server has been through, it has to let in whoever comes now. */
export async function tryStream({ name, url }: SharedServer, notes: Notes): Promise<void> {
  const client = new LiveClient();
  try {
    await client.connect(url, 0);
    await client.until((heard) => heard.length > 0);
  } catch (error) {
    notes.breach(`${name} has no live stream any more: ${String(error)}`);
  } finally {
    await client.disconnect();
  }
}

export class Follower {
  readonly #name: string;
  readonly #servers: readonly SharedServer[];
  readonly #notes: Notes;
  readonly #client = new LiveClient();
  readonly #over = new AbortController();
  #turn: number;
  #last = 0;
  #following: Promise<void> = Promise.resolve();

  constructor(number: number, servers: readonly SharedServer[], notes: Notes) {
    this.#name = `follower ${number}`;
    this.#turn = number;
    this.#servers = servers;
    this.#notes = notes;
  }

  begin(): void {
    this.#following = this.#follow();
  }

  /** Once nothing is written any more: it has to have heard of the last row. */
  async end(head: number): Promise<void> {
    const deadline = clock() + PATIENCE_MS;
    while (this.#last < head && clock() < deadline) await pause(LOOK_MS, this.#over.signal);
    if (this.#last < head) this.#notes.breach(`${this.#name} was told of ${this.#last} rows out of ${head}`);
    await this.stop();
  }

  async stop(): Promise<void> {
    this.#over.abort();
    await this.#client.disconnect();
    await this.#following;
  }

  async #follow(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const server = this.#servers[this.#turn++ % this.#servers.length];
      try {
        await this.#client.connect(server?.url ?? "", this.#client.last === null ? 0 : undefined);
        this.#notes.count("streams opened");
        await this.#listen();
      } catch {
        // The server is gone, or its database is: the next one may do.
        await pause(LOOK_MS, this.#over.signal);
      }
    }
  }

  /** Until the server ends it, or there is another reason to try the next one. */
  async #listen(): Promise<void> {
    const ended = new AbortController();
    void this.#client.ended().then(() => ended.abort());
    while (!ended.signal.aborted && !this.#over.signal.aborted) {
      await pause(LOOK_MS, ended.signal);
      this.#take();
    }
    this.#take();
  }

  #take(): void {
    for (const { id, event } of this.#client.heard.splice(0)) {
      if (event === "head") {
        this.#notes.breach(`${this.#name} had row ${this.#last}, and was told to begin anew at ${id}`);
      } else if (id !== this.#last + 1) {
        this.#notes.breach(`${this.#name} was told of row ${id} after row ${this.#last}`);
      }
      this.#notes.count("rows streamed");
      this.#last = id;
    }
  }
}
