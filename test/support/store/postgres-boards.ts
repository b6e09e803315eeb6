// Boards on a real PostgreSQL, each of them new, and whatever a test opens is closed after it.

import { SCHEMA_VERSION } from "../../../src/store/migrations/list.ts";
import pg from "pg";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { PostgresDriver } from "../../../src/store/postgres/driver.ts";
import { openPostgres, type PostgresOptions } from "../../../src/store/postgres/open.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../postgres.ts";

export interface Boards {
  readonly url: string;
  /** The name of the latest board. */
  readonly name: string;
  /** A driver on a new board, or on the one that is named. */
  open(options?: Partial<PostgresOptions>): Promise<PostgresDriver>;
  /** A connection to the latest board, beside the driver. */
  connect(): Promise<pg.Client>;
}

export function postgresBoards(): Boards {
  const names = new Set<string>();
  const drivers: PostgresDriver[] = [];
  const clients: pg.Client[] = [];
  let url = "";
  let name = "";
  beforeAll(async () => {
    url = await sharedPostgres();
  });
  afterEach(async () => {
    await Promise.all(drivers.splice(0).map((driver) => driver.close()));
    await Promise.all(clients.splice(0).map((client) => client.end()));
  });
  afterAll(async () => {
    for (const used of names) {
      await dropBoard(url, used);
      await dropBoard(url, `${used}_schema_${SCHEMA_VERSION}`);
    }
  });
  return {
    get url() {
      return url;
    },
    get name() {
      return name;
    },
    async open(options = {}) {
      name = options.board ?? freshBoard();
      names.add(name);
      const driver = await openPostgres({ url, ...options, board: name });
      drivers.push(driver);
      return driver;
    },
    async connect() {
      const client = new pg.Client({ connectionString: url, options: `-c search_path=signalbox_${name}` });
      await client.connect();
      clients.push(client);
      return client;
    },
  };
}
