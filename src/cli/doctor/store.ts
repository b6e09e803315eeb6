// Whether the board opens, and is at rest where it says it is.

import type { Settings } from "../../setup/settings.ts";
import { storeBoard } from "../../store/board.ts";
import { StoreError } from "../../store/errors.ts";
import { showHead } from "../../store/ledger/head.ts";
import { openDriver } from "../../store/open.ts";
import { placeOf } from "../support/database.ts";
import { bad, fault, good, type Diagnosis } from "./diagnosis.ts";

export async function checkStore(settings: Settings, folder: string): Promise<Diagnosis[]> {
  const { database, own } = placeOf(settings, undefined, folder);
  const where = database.startsWith("postgres") ? "PostgreSQL" : database;
  try {
    const board = settings.board === undefined ? {} : { board: settings.board };
    const driver = await openDriver({ database, own, create: false, connections: settings.connections, ...board });
    const store = storeBoard(driver);
    try {
      const [head, states] = await Promise.all([store.ledger.head(), store.tickets.countByState()]);
      const [last] = head.seq === 0 ? [] : await store.ledger.after(head.seq - 1, 1);
      if (head.seq > 0 && last?.seq !== head.seq) {
        return [
          bad("board", `${where}: the ledger's last row is missing`, "Run `signalbox verify`, and restore a backup."),
        ];
      }
      const tickets = states.reduce((sum, { count }) => sum + count, 0);
      return [good("board", `${where}: ${tickets} ${tickets === 1 ? "ticket" : "tickets"}, head ${showHead(head)}`)];
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof StoreError && error.code === "store_missing") {
      return [good("board", `${where}: none yet; the first call of a tool makes it`)];
    }
    return [fault("board", error, "Look at what the message says about the database.")];
  }
}
