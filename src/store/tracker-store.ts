// A board's store as a tracker elsewhere uses it: the mirror, and what is under way.

import type { NewPending, Pending, TrackerStore } from "../app/ports/tracker-store.ts";
import type { Outcome, Plan } from "../app/commit/plan.ts";
import type { Key } from "../engine/facts.ts";
import { StoreBoard } from "./board.ts";
import { byKeys } from "./tickets/cards.ts";
import type { Driver, Row } from "./driver.ts";
import { preparePlan, type PendingStep } from "./ledger/prepare.ts";
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

export class StoreForTracker extends StoreBoard implements TrackerStore {
  readonly shared: boolean;

  constructor(driver: Driver, shared: boolean) {
    super(driver);
    this.shared = shared;
  }

  begin(plan: Plan, { marker, subjects, body, leaseMs }: NewPending): Promise<Outcome> {
    const { request = null } = plan;
    const step: PendingStep = { step: "begin", tickets: subjects, marker, body, leaseMs, request };
    return this.driver.commit(preparePlan({ id: `${plan.id}/begin`, checks: plan.checks, entries: [] }, step));
  }

  finish(plan: Plan, marker: string): Promise<Outcome> {
    const step: PendingStep = { step: "finish", tickets: [], marker, body: "", leaseMs: 0, request: null };
    // The checks held when it began, and nobody has changed its tickets since.
    return this.driver.commit(preparePlan({ ...plan, checks: [] }, step));
  }

  beside(plan: Plan): Promise<Outcome> {
    const changed = plan.entries.flatMap(({ changes = [] }) =>
      changes.flatMap(({ table, key }) => (table === "ticket" ? [String(key["key"])] : [])),
    );
    const step: PendingStep = {
      step: "beside",
      tickets: [...new Set(changed)],
      marker: "",
      body: "",
      leaseMs: 0,
      request: null,
    };
    return this.driver.commit(preparePlan(plan, step));
  }

  async prolong(pending: Pending, leaseMs: number): Promise<Pending | null> {
    const [row] = await this.driver.all(PROLONG, [leaseMs, pending.marker, pending.expiresAt]);
    return row ? { ...pending, expiresAt: number(row["expires_at"]) } : null;
  }

  async isUnderWay(prefix: string): Promise<boolean> {
    return (await this.driver.all(UNDER_WAY, [prefix.length, prefix])).length > 0;
  }

  async carriedOut(plan: string): Promise<{ readonly seq: number; readonly at: number } | null> {
    const [row] = await this.driver.all(CARRIED_OUT, [plan]);
    return row && row["seq"] !== null ? { seq: number(row["seq"]), at: number(row["at"]) } : null;
  }

  async pendingOn(subjects: readonly string[]): Promise<readonly Pending[]> {
    const found = await byKeys(this.driver, subjects, (marks) => `${ROWS} WHERE ticket IN (${marks})`);
    return this.#whole(found.map((row) => text(row["marker"])));
  }

  async expired(limit: number): Promise<readonly Pending[]> {
    const found = await this.driver.all(EXPIRED, [limit]);
    return this.#whole(found.map((row) => text(row["marker"])));
  }

  async remotes(keys: readonly Key[]): Promise<ReadonlyMap<Key, string>> {
    const rows = await byKeys(
      this.driver,
      keys,
      (marks) => `SELECT ticket, body FROM remote WHERE ticket IN (${marks})`,
    );
    return new Map(rows.map((row) => [text(row["ticket"]), text(row["body"])]));
  }

  async noteRemote(key: Key, body: string): Promise<void> {
    await this.driver.all(REMOTE, [key, body]);
  }

  async note(name: string): Promise<string | null> {
    const [row] = await this.driver.all(NOTE, [NAMED(name)]);
    return row ? text(row["value"]) : null;
  }

  async keepNote(name: string, before: string | null, after: string): Promise<boolean> {
    const rows =
      before === null
        ? await this.driver.all(NEW_NOTE, [NAMED(name), after])
        : await this.driver.all(CHANGED_NOTE, [after, NAMED(name), before]);
    return rows.length > 0;
  }

  async #whole(markers: readonly string[]): Promise<readonly Pending[]> {
    const rows = await byKeys(this.driver, markers, (marks) => `${ROWS} WHERE marker IN (${marks})`);
    return [...Map.groupBy(rows, (row) => text(row["marker"]))].map(([marker, own]) => toPending(marker, own));
  }
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
