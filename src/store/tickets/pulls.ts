// Pull requests elsewhere that belong to tickets, in the store.

import type { Pulls, TicketPulls } from "../../app/ports/pulls.ts";
import { askAll, byKeys } from "../ask.ts";
import type { Reader } from "../driver.ts";
import { UP_TO } from "../queries.ts";
import { columns, select, shape, type RowOf } from "../select.ts";

const PULLS = shape(columns("pull_request", "p", "ticket", "body"));
const OPEN = select(
  PULLS,
  (list) => `SELECT ${list} FROM pull_request p WHERE p.open = 1 AND p.ticket > ? ORDER BY p.ticket ${UP_TO}`,
);
const CHANGED = select(
  shape(columns("pull_request", "p", "ticket", "changed_at")),
  (list) => `SELECT ${list} FROM pull_request p WHERE p.changed_at > ? AND p.changed_at < board_now()
    ORDER BY p.changed_at`,
);
const SET = `INSERT INTO pull_request (ticket, body, open, changed_at) VALUES (?, ?, ?, board_now())
  ON CONFLICT (ticket) DO UPDATE SET body = excluded.body, open = excluded.open, changed_at = excluded.changed_at`;

const NONE: TicketPulls = { total: 0, pulls: [] };

export function storePulls(reader: Reader): Pulls {
  return {
    of: async (keys) =>
      byTicket(
        await byKeys(reader, keys, (marks) =>
          select(PULLS, (list) => `SELECT ${list} FROM pull_request p WHERE p.ticket IN (${marks})`),
        ),
      ),
    open: async (after, limit) => byTicket(await askAll(reader, OPEN, after, limit)),
    async changedAfter(at) {
      const rows = await askAll(reader, CHANGED, at);
      return { keys: rows.map(({ ticket }) => ticket), at: rows.at(-1)?.changed_at ?? at };
    },
    /** A ticket that has none any more keeps its row, so that it shows as changed. */
    async set(key, found) {
      const pulls = found ?? NONE;
      const isOpen = pulls.pulls.some(({ state }) => state === "open" || state === "draft");
      await reader.all(SET, [key, JSON.stringify(pulls), isOpen ? 1 : 0]);
    },
  };
}

function byTicket(rows: readonly RowOf<typeof PULLS>[]): ReadonlyMap<string, TicketPulls> {
  const all = rows.map(({ ticket, body }) => [ticket, JSON.parse(body) as TicketPulls] as const);
  return new Map(all.filter(([, { total }]) => total > 0));
}
