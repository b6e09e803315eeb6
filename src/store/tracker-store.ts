// A board's store as a tracker elsewhere uses it: the mirror, and its unfinished writes.

import { changedTickets } from "../app/commit/changes.ts";
import type { Notes, Pending, PendingWrites, Remotes, TrackerStore } from "../app/ports/tracker-store.ts";
import { askOne, byKeys } from "./ask.ts";
import { storeBoard, type StoreBoard } from "./board.ts";
import type { Driver, Reader, Row } from "./driver.ts";
import { checkPlan, preparePlan, type PendingStep } from "./ledger/prepare.ts";
import { UP_TO } from "./queries.ts";
import { number, text } from "./rows.ts";

const ROWS = "SELECT ticket, plan, body, marker, expires_at FROM pending";
const EXPIRED = `SELECT marker FROM pending WHERE expires_at <= board_now() AND body <> '' ORDER BY expires_at ${UP_TO}`;
const PROLONG =
  "UPDATE pending SET expires_at = board_now() + ? WHERE marker = ? AND expires_at = ? RETURNING expires_at";
const UNDER_WAY = "SELECT 1 AS one FROM pending WHERE substr(ticket, 1, ?) = ? LIMIT 1";
const CARRIED_OUT = "SELECT MAX(seq) AS seq, MAX(at) AS at FROM ledger WHERE plan = ?";
const REMOTE = `INSERT INTO remote (ticket, body) VALUES (?, ?) ON CONFLICT (ticket) DO UPDATE SET body = excluded.body`;
const NOTE = "SELECT value FROM meta WHERE name = ?";
const NEW_NOTE = "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING name";
const CHANGED_NOTE = "UPDATE meta SET value = ? WHERE name = ? AND value = ? RETURNING name";
/** Notes share their table with the schema's version and the secret. */
const NAMED = (name: string): string => `note:${name}`;

export function trackerStore(driver: Driver, shared: boolean): TrackerStore & StoreBoard {
  return {
    ...storeBoard(driver),
    shared,
    pending: pendingWrites(driver),
    remotes: remotes(driver),
    notes: notes(driver),
  };
}

function pendingWrites(driver: Driver): PendingWrites {
  return {
    async begin(plan, { marker, subjects, body, leaseMs }) {
      // Before anything is written elsewhere: what can't be written here must not be written there.
      checkPlan(plan);
      const { request = null } = plan;
      const step: PendingStep = { step: "begin", tickets: subjects, marker, body, leaseMs, request };
      return driver.commit(preparePlan({ id: `${plan.id}/begin`, checks: plan.checks, entries: [] }, step));
    },
    async finish(plan, marker) {
      const step: PendingStep = { step: "finish", tickets: [], marker, body: "", leaseMs: 0, request: null };
      // The checks held when it began, and nobody has changed its tickets since.
      return driver.commit(preparePlan({ ...plan, checks: [] }, step));
    },
    async beside(plan) {
      const tickets = changedTickets(plan.entries);
      const step: PendingStep = { step: "beside", tickets, marker: "", body: "", leaseMs: 0, request: null };
      return driver.commit(preparePlan(plan, step));
    },
    async prolong(pending, leaseMs) {
      const [row] = await driver.all(PROLONG, [leaseMs, pending.marker, pending.expiresAt]);
      return row ? { ...pending, expiresAt: number(row["expires_at"]) } : null;
    },
    async on(subjects) {
      const found = await byKeys(driver, subjects, (marks) => `${ROWS} WHERE ticket IN (${marks})`);
      return wholeOnes(driver, found);
    },
    expired: async (limit) => wholeOnes(driver, await driver.all(EXPIRED, [limit])),
    exists: async (prefix) => (await driver.all(UNDER_WAY, [prefix.length, prefix])).length > 0,
    async carriedOut(plan) {
      const row = await askOne(driver, CARRIED_OUT, plan);
      return row && row["seq"] !== null ? { seq: number(row["seq"]), at: number(row["at"]) } : null;
    },
  };
}

function remotes(reader: Reader): Remotes {
  return {
    async get(keys) {
      const rows = await byKeys(reader, keys, (marks) => `SELECT ticket, body FROM remote WHERE ticket IN (${marks})`);
      return new Map(rows.map((row) => [text(row["ticket"]), text(row["body"])]));
    },
    async set(key, body) {
      await reader.all(REMOTE, [key, body]);
    },
  };
}

function notes(reader: Reader): Notes {
  return {
    async get(name) {
      const row = await askOne(reader, NOTE, NAMED(name));
      return row ? text(row["value"]) : null;
    },
    async replace(name, before, after) {
      const rows =
        before === null
          ? await reader.all(NEW_NOTE, [NAMED(name), after])
          : await reader.all(CHANGED_NOTE, [after, NAMED(name), before]);
      return rows.length > 0;
    },
  };
}

/** The pending writes that these rows belong to, with all their rows. */
async function wholeOnes(reader: Reader, found: readonly Row[]): Promise<readonly Pending[]> {
  const markers = found.map((row) => text(row["marker"]));
  const rows = await byKeys(reader, markers, (marks) => `${ROWS} WHERE marker IN (${marks})`);
  return [...Map.groupBy(rows, (row) => text(row["marker"]))].map(([marker, own]) => toPending(marker, own));
}

/** The body stands in one of its rows. */
function toPending(marker: string, rows: readonly Row[]): Pending {
  return {
    marker,
    subjects: rows.map((row) => text(row["ticket"])),
    plan: text(rows[0]?.["plan"]),
    body: rows.map((row) => text(row["body"])).find((body) => body !== "") ?? "",
    expiresAt: number(rows[0]?.["expires_at"]),
  };
}
