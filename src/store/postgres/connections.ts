// Connections to one board's schema. A connection that breaks is thrown away, and the next one is made when it is needed:
// a database that went away and came back needs no attention here.

import { callbackify } from "node:util";
import type * as Package from "pg";
import type { Client, ClientBase, ClientConfig, Pool, PoolClient } from "pg";
import type { Param, Row } from "../driver.ts";
import { StoreError } from "../errors.ts";
import type { Select } from "../select.ts";
import { explainFailure, isLost, isOutdated } from "./failures.ts";
import { query, queryRows } from "./statements.ts";

const POOL_SIZE = 10;
const IDLE_MS = 30_000;
const CONNECT_MS = 10_000;
const LOCK_MS = 30_000;
/** Longer than the wait for a lock: where this runs out, the other side is gone. */
const IN_TIME = { query_timeout: 60_000 };
/** A process that stands still between two statements of a transaction would hold up everybody else. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const READ_TRIES = 3;

/**
 * Our reads follow keys to a few rows each. Where PostgreSQL guesses that there are many it would rather read whole tables,
 * and how well it guesses depends on statistics that a young board does not have.
 */
const SETTINGS = [
  // A transaction that has waited for the lock must see what was written meanwhile.
  "default_transaction_isolation = 'read committed'",
  `lock_timeout = ${LOCK_MS}`,
  `idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  "enable_hashjoin = off",
  "enable_mergejoin = off",
  "random_page_cost = 1.1",
  "jit = off",
]
  .map((setting) => `SET ${setting}`)
  .join("; ");

export type Pg = Pick<typeof Package, "Client" | "Pool">;

export interface ConnectionsOptions {
  readonly url: string;
  readonly schema: string;
  /** The schema version that this process knows. */
  readonly known: number;
}

export class Connections {
  readonly schema: string;
  readonly known: number;
  readonly #where: string;
  readonly #pool: Pool;
  readonly #makeClient: () => Client;
  #closed = false;

  constructor(pg: Pg, options: ConnectionsOptions) {
    const { url, schema, known } = options;
    this.schema = schema;
    this.known = known;
    this.#where = placeOf(url);
    const config: ClientConfig = {
      connectionString: url,
      application_name: "signalbox",
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      types: { getTypeParser: parserOf },
    };
    this.#makeClient = () => new pg.Client(config);
    this.#pool = new pg.Pool({
      ...config,
      max: POOL_SIZE,
      idleTimeoutMillis: IDLE_MS,
      allowExitOnIdle: true,
      verify: callbackify((client: PoolClient) => prepare(client, schema)),
    });
    // A connection that breaks while nobody uses it is no news.
    this.#pool.on("error", () => {});
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** One statement that may be repeated. */
  read<Found>(select: Select<Found>, params: readonly Param[]): Promise<Found[]> {
    return this.#again((client) => queryRows(client, select, params, IN_TIME));
  }

  /** The same, with its rows by name. */
  all(sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#again((client) => query(client, sql, params, IN_TIME));
  }

  async #again<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.with(use);
      } catch (error) {
        if (error instanceof StoreError || attempt === READ_TRIES) throw this.explain(error);
        if (!isLost(error) && !isOutdated(error)) throw this.explain(error);
      }
    }
  }

  /** One statement that is sent at most once. Errors come as they are: only the caller knows what they mean to it. */
  write(sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.with((client) => query(client, sql, params, IN_TIME));
  }

  /** Where no connection can be had the error is explained already: nothing was sent. */
  async with<T>(use: (client: PoolClient) => Promise<T>): Promise<T> {
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw this.explain(error);
    }
    let broken = false;
    try {
      return await use(client);
    } catch (error) {
      broken = isLost(error) || isOutdated(error);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  /** A connection beside the pool, to keep. It keeps no process alive. */
  async dedicated(): Promise<Client> {
    const client = this.#makeClient();
    try {
      await client.connect();
      await prepare(client, this.schema);
      (client as Client & { unref(): void }).unref();
      return client;
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
  }

  explain(error: unknown): unknown {
    return explainFailure(this.#where, this.known, error);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#pool.end();
  }
}

async function prepare(client: ClientBase, schema: string): Promise<void> {
  // Without a listener, a connection that breaks between two statements would end the process.
  client.on("error", () => {});
  await client.query({ ...IN_TIME, text: `SET search_path = "${schema}"; ${SETTINGS}` });
}

const BOOLEAN = 16;
/** int8, int2, int4, oid, float4, float8, numeric. */
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);

/** Rows look as they do on SQLite: numbers and text, and 0 or 1 for what is false or true. */
function parserOf(type: number): (value: string) => string | number {
  if (NUMBERS.has(type)) return Number;
  return type === BOOLEAN ? (value) => (value === "t" ? 1 : 0) : (value) => value;
}

/** For messages: never the user, never the password. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return "the address in SIGNALBOX_DATABASE";
  const { hostname, host, searchParams, pathname } = new URL(url);
  const socket = searchParams.get("host");
  return `${socket ?? (hostname === "" ? "localhost" : host)}${pathname}`;
}
