// The processes that serve agents, in their table outside the ledger.

import type { Processes } from "../app/ports/processes.ts";
import { askAll } from "./ask.ts";
import type { Reader } from "./driver.ts";
import { columns, select, shape } from "./select.ts";

const OF = select(
  shape(columns("process", "p", "id", "connection", "host", "pid", "seen_at")),
  (list) => `SELECT ${list} FROM process p WHERE p.connection = ? ORDER BY p.id`,
);
const NOTE = `INSERT INTO process (id, connection, host, pid, seen_at) VALUES (?, ?, ?, ?, board_now())
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`;
const FORGET = "DELETE FROM process WHERE id = ?";
/** What was killed leaves its row behind. Nobody asks for one of last week. */
const TIDY = "DELETE FROM process WHERE seen_at < board_now() - 604800000";

export function storeProcesses(reader: Reader): Processes {
  return {
    async note({ id, connection, host, pid }) {
      await reader.all(NOTE, [id, connection, host, pid]);
    },
    async forget(id) {
      await reader.all(FORGET, [id]);
      await reader.all(TIDY, []);
    },
    of: async (connection) =>
      (await askAll(reader, OF, connection)).map((row) => ({
        id: row.id,
        connection: row.connection,
        host: row.host,
        pid: row.pid,
        seenAt: row.seen_at,
      })),
  };
}
