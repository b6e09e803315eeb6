// The store's own time: all processes on a board go by the same clock.

import type { Time } from "../engine/facts.ts";
import type { Reader } from "./driver.ts";
import { int, select, shape } from "./select.ts";

/** A column of any read. */
export const now = { now: int("board_now()") };

export const NOW = select(shape(now), (list) => `SELECT ${list}`);

export async function readNow(reader: Reader): Promise<Time> {
  const [row] = await reader.read(NOW, []);
  return row?.now ?? 0;
}
