// Two who do the same moves on one board: our servers with their clients, and `pg` alone.

import { freshBoard, startPostgres, type TestPostgres } from "../../test/support/postgres.ts";
import { appOn, openStore } from "../../test/support/processes/app.ts";
import { Child } from "../../test/support/processes/child.ts";
import { MIGRATIONS } from "../../src/store/migrations/list.ts";
import type { StoreBoard } from "../../src/store/board.ts";
import type { ApiSetup } from "./api-worker.ts";
import { cpuMsOf, postgresPids } from "./cpu.ts";
import { makeClients, makeToken, type Client } from "./cycle.ts";
import type { Went } from "./for-seconds.ts";
import { recordCycle } from "./recorded.ts";
import { startServer, type Server } from "./servers.ts";
import type { StatementsSetup } from "./statements-worker.ts";

export interface SidesOptions {
  readonly servers: number;
  readonly clients: number;
}

/** Each of its moves was accepted. */
export interface Round {
  readonly moves: number;
  readonly movesPerSecond: number;
  /** Per move; null where the system does not say. */
  readonly cpuMs: { readonly clients: number; readonly servers: number | null; readonly postgres: number | null };
}

const TICKETS_EACH = 8;
const HERE = import.meta.dirname;

export class Sides {
  readonly board: StoreBoard;
  readonly #postgres: TestPostgres;
  readonly #servers: readonly Server[];
  readonly #api: readonly Child[];
  readonly #statements: readonly Child[];

  private constructor(
    board: StoreBoard,
    postgres: TestPostgres,
    servers: readonly Server[],
    api: readonly Child[],
    statements: readonly Child[],
  ) {
    this.board = board;
    this.#postgres = postgres;
    this.#servers = servers;
    this.#api = api;
    this.#statements = statements;
  }

  static async open({ servers, clients }: SidesOptions): Promise<Sides> {
    const postgres = await startPostgres({ durable: true });
    const name = freshBoard();
    const board = await openStore({ database: postgres.url, board: name });
    const app = appOn(board);
    const operator = await makeToken(app, "operator", "Olga");
    const [ours, theirs] = [
      await makeClients(app, "ours", clients, TICKETS_EACH),
      await makeClients(app, "theirs", clients, TICKETS_EACH),
    ];
    const [first] = theirs;
    if (!first) throw new Error("there are no clients");
    const cycle = await recordCycle(board.driver, first, operator);
    const env = { SIGNALBOX_BOARD: name, SIGNALBOX_TOKEN: operator };
    const started = await Promise.all(Array.from({ length: servers }, () => startServer(postgres.url, env)));
    const api: ApiSetup = { servers: started.map(({ url }) => url), operator, clients: ours };
    const statements: Omit<StatementsSetup, "clients"> = {
      database: postgres.url,
      schema: `signalbox_${name}`,
      known: MIGRATIONS.length,
      operator,
      cycle,
    };
    const workers = [
      [new Child("clients", `${HERE}/api-worker.ts`, api)],
      dealt(theirs, servers).map(
        (part, index) =>
          new Child(`statements-${index}`, `${HERE}/statements-worker.ts`, { ...statements, clients: part }),
      ),
    ] as const;
    for (const worker of workers.flat()) await worker.hear();
    return new Sides(board, postgres, started, ...workers);
  }

  ours(seconds: number): Promise<Round> {
    return this.#round(this.#api, seconds);
  }

  /** The same statements by `pg` alone, from as many processes as there are servers. */
  baseline(seconds: number): Promise<Round> {
    return this.#round(this.#statements, seconds);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#api, ...this.#statements].map((worker) => worker.kill()));
    await Promise.all(this.#servers.map((server) => server.stop()));
    await this.board.close();
    await this.#postgres.stop();
  }

  async #round(workers: readonly Child[], seconds: number): Promise<Round> {
    const before = this.#cpu();
    for (const worker of workers) worker.tell({ seconds });
    const went: Went[] = [];
    for (const worker of workers) went.push(await worker.hear<Went>());
    const after = this.#cpu();
    const moves = sum(went.map((one) => one.moves));
    const each = (now: number | null, then: number | null): number | null =>
      now === null || then === null ? null : (now - then) / moves;
    return {
      moves,
      movesPerSecond: sum(went.map((one) => one.moves / one.seconds)),
      cpuMs: {
        clients: sum(went.map(({ cpuMs }) => cpuMs)) / moves,
        servers: each(after.servers, before.servers),
        postgres: each(after.postgres, before.postgres),
      },
    };
  }

  #cpu(): { readonly servers: number | null; readonly postgres: number | null } {
    return {
      servers: cpuMsOf(this.#servers.map(({ pid }) => pid)),
      postgres: cpuMsOf(postgresPids(this.#postgres.dataDir)),
    };
  }
}

function dealt(clients: readonly Client[], parts: number): readonly (readonly Client[])[] {
  return Array.from({ length: parts }, (_, part) => clients.filter((_, index) => index % parts === part));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
