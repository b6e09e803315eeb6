// The store that a command works on, opened and closed around it.

import type { Command } from "commander";
import type { App } from "../../app/app.ts";
import { readingApp } from "../../setup/open-app.ts";
import { readSettings } from "../../setup/settings.ts";
import { storeBoard } from "../../store/board.ts";
import type { Driver } from "../../store/driver.ts";
import { openDriver } from "../../store/open.ts";
import { findDatabase } from "./database.ts";

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
  options: StoreOptions & { readonly make: boolean },
  use: (driver: Driver, database: string) => Promise<T>,
): Promise<T> {
  const settings = readSettings(process.env, process.cwd());
  const database = findDatabase(options.database ?? settings.database);
  const driver = await openDriver({
    database,
    create: options.make,
    ...(settings.board === undefined ? {} : { board: settings.board }),
  });
  try {
    return await use(driver, database);
  } finally {
    await driver.close();
  }
}

/** For commands that only look: the verbs, by the workflows that the board says, on a board that is there. */
export function withApp<T>(options: StoreOptions, use: (app: App) => Promise<T>): Promise<T> {
  return withStore({ ...options, make: false }, async (driver) => use(await readingApp(storeBoard(driver))));
}
