// The store itself, wherever tickets live, opened and closed around a command: to verify, copy, move or redact it.

import type { Command } from "commander";
import { readSettings } from "../../setup/settings.ts";
import type { Driver } from "../../store/driver.ts";
import { openDriver } from "../../store/open.ts";
import { placeOf } from "./database.ts";

export interface StoreOptions {
  readonly database?: string;
  readonly json?: boolean;
}

/** The options that every command on a store has. */
export function storeCommand(command: Command): Command {
  return command
    .option("--database <path>", "SQLite path or postgres://… (default: the project's own)")
    .option("--json", "print JSON");
}

/** `make`: whether a board that is not there is begun. */
export async function withStore<T>(
  options: StoreOptions & { readonly make: boolean; readonly migrate?: boolean },
  use: (driver: Driver, database: string) => Promise<T>,
): Promise<T> {
  const settings = readSettings(process.env, process.cwd());
  const { database, own } = placeOf(settings, options.database);
  const driver = await openDriver({
    database,
    own,
    create: options.make,
    migrate: options.migrate ?? false,
    connections: settings.connections,
    ...(settings.board === undefined ? {} : { board: settings.board }),
  });
  try {
    return await use(driver, database);
  } finally {
    await driver.close();
  }
}
