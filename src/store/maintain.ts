// What only `signalbox migrate` does to a shared board: look at its version, bring it up to date, go back, grant rights.

import { StoreError } from "./errors.ts";
import { MIGRATIONS, SCHEMA_VERSION, type Migration } from "./migrations/list.ts";
import { isPostgres, openDriver, type OpenOptions } from "./open.ts";
import type { WentBack } from "./postgres/schema/back.ts";

export interface Versions {
  /** 0: there is no board yet. */
  readonly found: number;
  readonly known: number;
}

export interface Maintenance {
  readonly versions: () => Promise<Versions>;
  readonly migrate: () => Promise<Versions>;
  readonly back: () => Promise<WentBack>;
  readonly grant: (role: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

type Where = Pick<OpenOptions, "database" | "board" | "own" | "connections">;

export async function openMaintenance(
  where: Where,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Maintenance> {
  if (isPostgres(where.database)) return onServer(where, migrations);
  return ofFile(where);
}

async function onServer(
  { database, board = "main", connections: settings = {} }: Where,
  migrations: readonly Migration[],
): Promise<Maintenance> {
  const { openConnections, openPostgres } = await import("./postgres/open.ts");
  const { versionOf } = await import("./postgres/schema/migrate.ts");
  const known = migrations.length;
  const connections = await openConnections({ url: database, board, migrations, ...settings, poolSize: 1 });
  const explained = async <T>(asked: Promise<T>): Promise<T> => {
    try {
      return await asked;
    } catch (error) {
      throw connections.explain(error);
    }
  };
  const found = (): Promise<number> => explained(connections.with((client) => versionOf(client, connections.schema)));
  return {
    versions: async () => ({ found: await found(), known }),
    async migrate() {
      const before = await found();
      const driver = await openPostgres({ url: database, board, migrations, ...settings, migrate: true });
      await driver.close();
      return { found: before, known };
    },
    async back() {
      const { goBack } = await import("./postgres/schema/back.ts");
      return explained(connections.with((client) => goBack(client, connections.schema)));
    },
    async grant(role) {
      const { grantTo } = await import("./postgres/schema/grants.ts");
      await explained(connections.with((client) => grantTo(client, connections.schema, role)));
    },
    close: () => connections.close(),
  };
}

/** A file is brought up to date by opening it. */
async function ofFile(where: Where): Promise<Maintenance> {
  const { fileVersion } = await import("./sqlite/version.ts");
  const refuse = (what: string, recovery: string) => Promise.reject(new StoreError("store_failed", what, recovery));
  return {
    versions: async () => ({ found: fileVersion(where.database), known: SCHEMA_VERSION }),
    async migrate() {
      const found = fileVersion(where.database);
      const driver = await openDriver({ ...where, create: false });
      await driver.close();
      return { found, known: SCHEMA_VERSION };
    },
    async back() {
      const { fileBack } = await import("./sqlite/schema/back.ts");
      return fileBack(where.database);
    },
    grant: () => refuse("A SQLite file has no roles.", "Its owner and mode say who may use it."),
    close: () => Promise.resolve(),
  };
}
