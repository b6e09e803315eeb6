// For commands that only look: a board that is there, by the workflows in force on it. Nothing is adopted.

import type { App } from "../../app/app.ts";
import { makeLog } from "../../setup/log.ts";
import { openReader, type Reader } from "../../setup/open-reader.ts";
import { readSettings } from "../../setup/settings.ts";
import { placeOf } from "./database.ts";
import type { StoreOptions } from "./store.ts";

/** With tickets as they are where they live: in the store, or on GitHub, which is asked. */
export function withBoard<T>(options: StoreOptions, use: (app: App) => Promise<T>): Promise<T> {
  return withReader(options, async (reader) => use(await reader.live()));
}

/** For what is kept in the store alone, wherever tickets live: sessions, runs, the ledger, tokens. */
export function withStored<T>(options: StoreOptions, use: (app: App) => Promise<T>): Promise<T> {
  return withReader(options, ({ stored }) => use(stored));
}

export async function withReader<T>(options: StoreOptions, use: (reader: Reader) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env, process.cwd());
  const place = placeOf(settings, options.database);
  const reader = await openReader({ ...place, settings, log: makeLog(settings.log), beginMirror: true });
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}
