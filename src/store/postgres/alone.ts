// One transaction that holds the board's lock from its beginning: what is read in it stays so until it has ended.

import type { Outcome } from "../../app/commit/plan.ts";
import type { Alone } from "../driver.ts";
import { COMMIT, jsonText } from "./commit.ts";
import type { Connections } from "./connect/connections.ts";
import { LOCK } from "./load.ts";
import { longTransaction } from "./transaction.ts";

/** `onDone`: told of the last row that was written, once it can be seen. */
export async function writeAlone<T>(
  connections: Connections,
  board: string,
  onDone: (seq: number) => void,
  use: (store: Alone) => Promise<T>,
): Promise<T> {
  let last = 0;
  const result = await longTransaction(connections, "BEGIN", async (reader) => {
    await reader.all(LOCK, []);
    return use({
      ...reader,
      commit: async (plan) => {
        const [row] = await reader.all(COMMIT, [connections.known, board, `[${jsonText(plan)}]`]);
        const [outcome] = JSON.parse(String(row?.["outcomes"])) as [Outcome];
        if (outcome.kind === "done") last = outcome.seq;
        return outcome;
      },
    });
  });
  if (last > 0) onDone(last);
  return result;
}
