// Hearing of commits. A notification is a hint that comes at once; a poll of the head covers what no hint came for.
// Rows become visible in the order of their numbers, so that the highest number seen says all.

import type { Client } from "pg";
import { columns, select, shape } from "../select.ts";
import type { Connections } from "./connect/connections.ts";
import { isReadOnly } from "./failures.ts";

const POLL_MS = 250;
const POLL_WITHOUT_HINTS_MS = 80;
const POLL_WHILE_AWAY_MS = 500;
/** Of a process that has one connection: a hundred of them must not keep the server busy. */
const POLL_ALONE_MS = 500;
const RECONNECT_MS = 250;
/** A standby lets nobody listen, and writes each try into its log; it may be promoted one day. */
const STANDBY_MS = 10_000;
const NOTIFY_EVERY_MS = 10;

const HEAD = select(shape(columns("head", "h", "seq")), (list) => `SELECT ${list} FROM head h`);
/** Notifying takes a transaction number; without this, it would wait for the disk. */
const NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify(?, ?)";

/** Where a connection is kept to hear on. */
export type Hints = Pick<Connections, "dedicated">;

export class Feed {
  readonly #connections: Connections;
  /** Where hints come from; null: there are none, and the poll says all. */
  readonly #hints: Hints | null;
  readonly #listeners = new Set<() => void>();
  #seen: number;
  #queued = false;
  #listening: Client | null = null;
  #poll: NodeJS.Timeout | null = null;
  #reconnect: NodeJS.Timeout | null = null;
  #notify: NodeJS.Timeout | null = null;
  #nextNotify = 0;
  /** Changes with each start and stop: what an earlier start still has under way must not come back to life. */
  #round = 0;

  constructor(connections: Connections, seq: number, hints: Hints | null) {
    this.#connections = connections;
    this.#hints = hints;
    this.#seen = seq;
  }

  add(onChange: () => void): () => void {
    // Each call is its own listener, even of the same function.
    const listener = () => onChange();
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop();
    };
  }

  /** This process has committed up to here. */
  committed(seq: number): void {
    this.#saw(seq);
    if (this.#notify) return;
    const wait = this.#nextNotify - performance.now();
    if (wait <= 0) void this.#tell();
    else this.#notify = setTimeout(() => void this.#tell(), wait).unref();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#stop();
    if (this.#notify) await this.#tell();
  }

  #start(): void {
    const round = ++this.#round;
    void this.#listen(round);
    void this.#look(round);
  }

  #stop(): void {
    this.#round++;
    if (this.#poll) clearTimeout(this.#poll);
    if (this.#reconnect) clearTimeout(this.#reconnect);
    this.#hangUp();
  }

  async #listen(round: number): Promise<void> {
    try {
      const client = await this.#hints?.dedicated();
      // Behind a pooler a LISTEN would stay with a connection that is somebody else's next.
      if (!client) return;
      if (round !== this.#round) return void client.end().catch(() => {});
      client.on("notification", ({ payload }) => this.#saw(Number(payload)));
      client.on("end", () => {
        // Not where it was this side that hung up.
        if (this.#listening === client) this.#listenAgain(round);
      });
      this.#listening = client;
      await client.query(`LISTEN "${this.#connections.schema}"`);
    } catch (error) {
      // The poll goes on meanwhile.
      this.#listenAgain(round, isReadOnly(error) ? STANDBY_MS : RECONNECT_MS);
    }
  }

  #listenAgain(round: number, wait = RECONNECT_MS): void {
    if (round !== this.#round) return;
    this.#hangUp();
    if (this.#reconnect) clearTimeout(this.#reconnect);
    this.#reconnect = setTimeout(() => void this.#listen(round), wait).unref();
  }

  #hangUp(): void {
    const client = this.#listening;
    this.#listening = null;
    client?.end().catch(() => {});
  }

  async #look(round: number): Promise<void> {
    let wait = this.#listening ? POLL_MS : this.#connections.alone ? POLL_ALONE_MS : POLL_WITHOUT_HINTS_MS;
    try {
      const [row] = await this.#connections.read(HEAD, []);
      if (row && round === this.#round) this.#isAt(row.seq);
    } catch {
      wait = POLL_WHILE_AWAY_MS;
    }
    if (round === this.#round) this.#poll = setTimeout(() => void this.#look(round), wait).unref();
  }

  /** The board may also be further back than it was: somebody has restored an older copy. */
  #isAt(seq: number): void {
    if (seq < this.#seen) this.#seen = -1;
    this.#saw(seq);
  }

  #saw(seq: number): void {
    if (!(seq > this.#seen)) return;
    this.#seen = seq;
    if (this.#queued) return;
    this.#queued = true;
    setImmediate(() => {
      this.#queued = false;
      for (const listener of this.#listeners) listener();
    });
  }

  async #tell(): Promise<void> {
    if (this.#notify) clearTimeout(this.#notify);
    this.#notify = null;
    this.#nextNotify = performance.now() + NOTIFY_EVERY_MS;
    try {
      await this.#connections.write(NOTIFY, [this.#connections.schema, String(this.#seen)]);
    } catch {
      // A process that misses it polls.
    }
  }
}
