// A board's store as a tracker elsewhere uses it: the mirror, and its unfinished writes.

import { changedBeside, changedTickets } from "../app/commit/changes.ts";
import type { Deliveries, Notes, Pending, PendingWrites, Remotes, TrackerStore } from "../app/ports/tracker-store.ts";
import { askOne, byKeys } from "./ask.ts";
import { storeBoard, type StoreBoard } from "./board.ts";
import type { Driver, Reader } from "./driver.ts";
import { storeNames } from "./names.ts";
import { storePulls } from "./tickets/pulls.ts";
import { checkPlan, preparePlan, type PendingStep } from "./ledger/prepare.ts";
import { UP_TO } from "./queries.ts";
import { columns, maybeInt, select, shape, type RowOf } from "./select.ts";

const PENDING = shape(columns("pending", "p", "ticket", "plan", "body", "marker", "expires_at"));
type PendingRow = RowOf<typeof PENDING>;
const pendingBy = (where: string) => select(PENDING, (list) => `SELECT ${list} FROM pending p WHERE ${where}`);
const MARKER = shape(columns("pending", "p", "marker"));
const EXPIRED = select(
  MARKER,
  (list) =>
    `SELECT ${list} FROM pending p WHERE p.expires_at <= board_now() AND p.body <> '' ORDER BY p.expires_at ${UP_TO}`,
);
const PROLONG = select(
  shape(columns("pending", "pending", "expires_at")),
  (list) => `UPDATE pending SET expires_at = board_now() + ? WHERE marker = ? AND expires_at = ? RETURNING ${list}`,
);
const UNDER_WAY = select(MARKER, (list) => `SELECT ${list} FROM pending p WHERE substr(p.ticket, 1, ?) = ? LIMIT 1`);
const CARRIED_OUT = select(
  shape({ seq: maybeInt("MAX(l.seq)"), at: maybeInt("MAX(l.at)") }),
  (list) => `SELECT ${list} FROM ledger l WHERE l.plan = ?`,
);
const REMOTE = shape(columns("remote", "r", "ticket", "body"));
const EVERY_REMOTE = select(REMOTE, (list) => `SELECT ${list} FROM remote r`);
const SET_REMOTE = `INSERT INTO remote (ticket, body) VALUES (?, ?) ON CONFLICT (ticket) DO UPDATE SET body = excluded.body`;
const NOTE = select(shape(columns("meta", "m", "value")), (list) => `SELECT ${list} FROM meta m WHERE m.name = ?`);
const WRITTEN = shape(columns("meta", "meta", "name"));
const NEW_NOTE = select(
  WRITTEN,
  (list) => `INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING ${list}`,
);
const CHANGED_NOTE = select(
  WRITTEN,
  (list) => `UPDATE meta SET value = ? WHERE name = ? AND value = ? RETURNING ${list}`,
);
const NEW_DELIVERY = select(
  shape(columns("delivery", "delivery", "digest")),
  (list) => `INSERT INTO delivery (digest, at) VALUES (?, board_now()) ON CONFLICT DO NOTHING RETURNING ${list}`,
);
/** GitHub sends one again for three days at the most. */
const OLD_DELIVERIES = "DELETE FROM delivery WHERE at < board_now() - 259200000";
const MOST_DELIVERIES = 20_000;
const TOO_MANY_DELIVERIES = `DELETE FROM delivery
  WHERE at < (SELECT MIN(kept.at) FROM (SELECT d.at FROM delivery d ORDER BY d.at DESC LIMIT ${MOST_DELIVERIES}) AS kept)`;
/** So many come between two times at which old ones are forgotten. */
const TIDIED_AFTER = 500;
/** Notes share their table with the schema's version and the secret. */
const NAMED = (name: string): string => `note:${name}`;

export function trackerStore(driver: Driver, shared: boolean): TrackerStore & StoreBoard {
  return {
    ...storeBoard(driver),
    shared,
    pending: pendingWrites(driver),
    remotes: remotes(driver),
    notes: notes(driver),
    deliveries: deliveries(driver),
    names: storeNames(driver),
    pulls: storePulls(driver),
  };
}

function pendingWrites(driver: Driver): PendingWrites {
  return {
    async begin(plan, { marker, subjects, body, leaseMs }) {
      // Before anything is written elsewhere: what can't be written here must not be written there.
      checkPlan(plan);
      const { request = null } = plan;
      const step: PendingStep = { step: "begin", tickets: subjects, marker, body, leaseMs, request };
      const { checks, room = [] } = plan;
      return driver.commit(preparePlan({ id: `${plan.id}/begin`, checks, room, entries: [] }, step));
    },
    async finish(plan, marker) {
      const step: PendingStep = { step: "finish", tickets: [], marker, body: "", leaseMs: 0, request: null };
      // The checks held when it began, and nobody has changed its tickets, sessions and facts since, or come into its rooms.
      return driver.commit(preparePlan({ ...plan, checks: [], room: [] }, step));
    },
    async beside(plan) {
      const tickets = [...changedTickets(plan.entries), ...changedBeside(plan)];
      const step: PendingStep = { step: "beside", tickets, marker: "", body: "", leaseMs: 0, request: null };
      return driver.commit(preparePlan(plan, step));
    },
    async prolong(pending, leaseMs) {
      const [row] = await driver.read(PROLONG, [leaseMs, pending.marker, pending.expiresAt]);
      return row ? { ...pending, expiresAt: row.expires_at } : null;
    },
    async on(subjects) {
      const found = await byKeys(driver, subjects, (marks) => pendingBy(`p.ticket IN (${marks})`));
      return wholeOnes(driver, found);
    },
    expired: async (limit) => wholeOnes(driver, await driver.read(EXPIRED, [limit])),
    exists: async (prefix) => (await driver.read(UNDER_WAY, [prefix.length, prefix])).length > 0,
    async carriedOut(plan) {
      const { seq, at } = (await askOne(driver, CARRIED_OUT, plan)) ?? { seq: null, at: null };
      return seq === null || at === null ? null : { seq, at };
    },
  };
}

function remotes(reader: Reader): Remotes {
  return {
    async get(keys) {
      const rows = await byKeys(reader, keys, (marks) =>
        select(REMOTE, (list) => `SELECT ${list} FROM remote r WHERE r.ticket IN (${marks})`),
      );
      return new Map(rows.map(({ ticket, body }) => [ticket, body]));
    },
    all: async () => new Map((await reader.read(EVERY_REMOTE, [])).map(({ ticket, body }) => [ticket, body])),
    async set(key, body) {
      await reader.all(SET_REMOTE, [key, body]);
    },
  };
}

function notes(reader: Reader): Notes {
  return {
    async get(name) {
      const row = await askOne(reader, NOTE, NAMED(name));
      return row?.value ?? null;
    },
    async replace(name, before, after) {
      const rows =
        before === null
          ? await reader.read(NEW_NOTE, [NAMED(name), after])
          : await reader.read(CHANGED_NOTE, [after, NAMED(name), before]);
      return rows.length > 0;
    },
  };
}

function deliveries(reader: Reader): Deliveries {
  let remembered = 0;
  return {
    async remember(digest) {
      if (remembered++ % TIDIED_AFTER === 0) {
        await reader.all(OLD_DELIVERIES, []);
        await reader.all(TOO_MANY_DELIVERIES, []);
      }
      return (await reader.read(NEW_DELIVERY, [digest])).length > 0;
    },
  };
}

/** The pending writes that these rows belong to, with all their rows. */
async function wholeOnes(reader: Reader, found: readonly Pick<PendingRow, "marker">[]): Promise<readonly Pending[]> {
  const markers = found.map(({ marker }) => marker);
  const rows = await byKeys(reader, markers, (marks) => pendingBy(`p.marker IN (${marks})`));
  return [...Map.groupBy(rows, (row) => row.marker).values()].flatMap(toPending);
}

/** The body stands in one of its rows. */
function toPending(rows: readonly PendingRow[]): readonly Pending[] {
  const [row] = rows;
  if (!row) return [];
  const { marker, plan, expires_at: expiresAt } = row;
  const body = rows.find((one) => one.body !== "")?.body ?? "";
  return [{ marker, subjects: rows.map(({ ticket }) => ticket), plan, body, expiresAt }];
}
