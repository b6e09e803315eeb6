// Connections to one board's database. A connection that breaks is thrown away, and the next one is made when it is needed:
// a database that went away and came back needs no attention here. Nothing is kept on a connection: the next statement
// may reach another, because a pooler may stand between.

import { setTimeout as sleep } from "node:timers/promises";
import { callbackify } from "node:util";
import type * as Package from "pg";
import type { Client, ClientConfig, Pool, PoolClient } from "pg";
import type { Param, Row } from "../../driver.ts";
import { StoreError } from "../../errors.ts";
import type { Select } from "../../select.ts";
import type { Address } from "./address.ts";
import { Door, type Entered } from "./door.ts";
import {
  explainFailure,
  isClash,
  isCrowded,
  isLost,
  isOutdated,
  isPoolExhausted,
  isReadOnly,
  isUnnamed,
} from "../failures.ts";
import { Hosts } from "./hosts.ts";
import { Outages, type OutageTold } from "./outages.ts";
import { Statements, type Sending } from "../statements.ts";

const POOL_SIZE = 10;
const STATEMENT_MS = 60_000;
const IDLE_MS = 30_000;
/** A process with one connection leaves room for others while it has nothing to ask. */
const IDLE_ALONE_MS = 5_000;
const CONNECT_MS = 10_000;
/** The server ends a statement first, and says so; where this runs out, the other side is gone. */
const SERVER_FIRST_MS = 5_000;
const READ_TRIES = 3;
const PAUSE_MS = 50;

export type Pg = Pick<typeof Package, "Client" | "Pool">;

export interface ConnectionsOptions {
  readonly address: Address;
  readonly schema: string;
  /** The schema version that this process knows. */
  readonly known: number;
  readonly poolSize?: number;
  readonly statementMs?: number;
  readonly outages?: OutageTold;
}

export class Connections {
  readonly schema: string;
  readonly known: number;
  readonly statements: Statements;
  readonly alone: boolean;
  readonly #where: string;
  readonly #hosts: Hosts;
  readonly #door: Door;
  readonly #pool: Pool;
  readonly #makeClient: () => Client;
  readonly #inTime: Sending;
  readonly #outages: Outages;
  #closed = false;

  constructor(pg: Pg, options: ConnectionsOptions) {
    const { address, schema, known, poolSize = POOL_SIZE, statementMs = STATEMENT_MS } = options;
    this.schema = schema;
    this.known = known;
    this.statements = new Statements(schema);
    this.alone = poolSize === 1;
    this.#where = address.where;
    this.#inTime = { query_timeout: statementMs + SERVER_FIRST_MS };
    this.#outages = new Outages(options.outages ?? { began: () => {}, over: () => {} });
    const hosts = new Hosts(address.urls);
    this.#hosts = hosts;
    const door = new Door(hosts, address.options, statementMs);
    this.#door = door;
    const config: ClientConfig = {
      application_name: "signalbox",
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      types: { getTypeParser: parserOf },
    };
    this.#makeClient = () => new pg.Client({ ...config, ...door.config() });
    this.#pool = new pg.Pool({
      ...config,
      // Where a connection leads is decided when it is made, and not when the pool was.
      Client: class extends pg.Client {
        constructor(given?: ClientConfig) {
          super({ ...given, ...door.config() });
        }
      },
      max: poolSize,
      idleTimeoutMillis: poolSize === 1 ? IDLE_ALONE_MS : IDLE_MS,
      maxLifetimeSeconds: 300,
      allowExitOnIdle: true,
      verify: callbackify((client: PoolClient) => door.enter(client)),
    });
    // A connection that breaks while nobody uses it is no news.
    this.#pool.on("error", () => {});
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** How the pool stands. */
  get usage(): { readonly size: number; readonly open: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount, options } = this.#pool;
    return { size: options.max, open: totalCount, idle: idleCount, waiting: waitingCount };
  }

  /** One statement that may be repeated. */
  read<Found>(select: Select<Found>, params: readonly Param[]): Promise<Found[]> {
    return this.#again((client, sending) => this.statements.queryRows(client, select, params, sending));
  }

  /** The same, with its rows by name. */
  all(sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#again((client, sending) => this.statements.query(client, sql, params, sending));
  }

  async #again<T>(use: (client: PoolClient, sending: Sending) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.with(use);
      } catch (error) {
        if (error instanceof StoreError || attempt === READ_TRIES) throw this.explain(error);
        const passes = isLost(error) || isOutdated(error) || isReadOnly(error) || isClash(error);
        if (!passes) throw this.explain(error);
      }
    }
  }

  /** One statement that is sent at most once. Errors come as they are: only the caller knows what they mean to it. */
  write(sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.with((client, sending) => this.statements.query(client, sql, params, sending));
  }

  /** Where no connection can be had the error is explained already: nothing was sent. */
  async with<T>(use: (client: PoolClient, sending: Sending) => Promise<T>): Promise<T> {
    for (;;) {
      const { client, named } = await this.#connect();
      let broken = false;
      try {
        return await use(client, { ...this.#inTime, named });
      } catch (error) {
        broken = isLost(error) || isOutdated(error) || isReadOnly(error);
        if (isReadOnly(error)) this.#leaveServer();
        if (isLost(error)) this.#outages.failed(reasonOf(error));
        if (!(named && isUnnamed(error))) throw error;
        // A pooler that hands on what it was told at the start. Nothing was carried out.
        this.#door.pooled();
      } finally {
        client.release(broken);
      }
    }
  }

  /** A connection beside the pool, to keep. It keeps no process alive. null: a pooler stands between, and keeps nothing. */
  async dedicated(): Promise<Client | null> {
    const client = this.#makeClient();
    try {
      await client.connect();
      await this.#door.enter(client);
      (client as Client & { unref(): void }).unref();
      if (this.#door.entered(client)?.named === true) return client;
      client.end().catch(() => {});
      return null;
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

  /** Nothing that is open leads to a server that takes writes: what is asked next is asked on a new connection. */
  #leaveServer(): void {
    this.#hosts.leave(this.#hosts.current);
    this.#hosts.newEra();
    this.#door.lookAgain();
  }

  /** Tries every host, and waits a little where a server has no connection to spare or is only starting. */
  async #connect(): Promise<{ readonly client: PoolClient } & Pick<Entered, "named">> {
    const deadline = performance.now() + CONNECT_MS;
    for (let tries = 1; ; tries++) {
      const url = this.#hosts.current;
      try {
        const client = await this.#pool.connect();
        const entered = this.#door.entered(client);
        if (entered && entered.era === this.#hosts.era) {
          this.#outages.worked();
          return { client, named: entered.named };
        }
        client.release(true);
      } catch (error) {
        if (this.#door.refusedOptions(error)) continue;
        const others = tries < this.#hosts.count * 2;
        if (this.#hosts.count > 1) this.#hosts.leave(url);
        if (others && this.#hosts.count > 1) continue;
        if (!isCrowded(error) || this.#closed || performance.now() > deadline) {
          if (!isPoolExhausted(error)) this.#outages.failed(reasonOf(error));
          throw this.explain(error);
        }
        await sleep(PAUSE_MS * (0.5 + Math.random()));
      }
    }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === "" && "code" in error ? String(error.code) : error.message;
}

const BOOLEAN = 16;
/** int8, int2, int4, oid, float4, float8, numeric. */
const NUMBERS = new Set([20, 21, 23, 26, 700, 701, 1700]);

/** Rows look as they do on SQLite: numbers and text, and 0 or 1 for what is false or true. */
function parserOf(type: number): (value: string) => string | number {
  if (NUMBERS.has(type)) return Number;
  return type === BOOLEAN ? (value) => (value === "t" ? 1 : 0) : (value) => value;
}
