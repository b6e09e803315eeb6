// The store's own time: all processes on a board go by the same clock.

import type { Time } from "../engine/facts.ts";
import type { Reader } from "./driver.ts";
import { number } from "./rows.ts";

export const NOW = "SELECT board_now() AS now";

export async function readNow(reader: Reader): Promise<Time> {
  const [row] = await reader.all(NOW, []);
  return number(row?.["now"]);
}
