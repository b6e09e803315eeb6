// Tickets that somebody names beside the one that they ask about, by what they are called now.

import type { Key } from "../../engine/facts.ts";
import type { App } from "../app.ts";

export function namesNow(app: App, keys: readonly Key[]): Promise<readonly Key[]> {
  return Promise.all(keys.map((key) => app.board.tickets.nameNow(key)));
}

/** undefined and null say something of their own. */
export async function nameNow<K extends Key | null | undefined>(app: App, key: K): Promise<K | Key> {
  return typeof key === "string" ? app.board.tickets.nameNow(key) : key;
}
