// A ledger written by hand, row by row, in a real database: whole in itself, whatever its rows say.

import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { SQL } from "../../src/store/migrations/1-sqlite.ts";
import type { LedgerSource } from "./source.ts";

type Cell = string | number | null;
type Cells = Readonly<Record<string, Cell>>;

export interface ForgedRow {
  readonly kind: string;
  readonly ticket: string;
  /** An agent's connection, or "Ada", who is a person. */
  readonly by: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** What becomes of the ticket; its version rises by itself. */
  readonly set?: Cells;
}

export const MINUTE = 60_000;
const BEGIN = 1_700_000_000_000;

export class ForgedLedger implements LedgerSource {
  readonly db = new DatabaseSync(":memory:");
  now = BEGIN;
  #seq = 0;
  #hash = "0".repeat(64);

  constructor() {
    this.db.exec(SQL);
  }

  async all(sql: string, params: readonly Cell[]): Promise<Record<string, unknown>[]> {
    return this.db.prepare(sql).all(...params);
  }

  /** It is needed again: only what it is made of is closed, with the process. */
  async close(): Promise<void> {}

  /** A ticket in the state where all begin. */
  make(ticket: string, parent: string | null = null): number {
    const set = {
      number: Number(ticket),
      repo: "",
      title: "",
      body: "",
      labels: "[]",
      state: "Backlog",
      parent,
      parent_since: parent === null ? null : this.now,
      created_at: this.now,
      entered_at: this.now,
      closed: 0,
      fence: 0,
    };
    return this.add({ kind: "create", ticket, by: "Ada", data: { to: "Backlog", parent, blockedBy: [] }, set });
  }

  /** Along an edge or not: whatever is asked. */
  move(ticket: string, by: string, to: string, data: Readonly<Record<string, unknown>> = {}, set: Cells = {}): number {
    const { state } = this.db.prepare("SELECT state FROM ticket WHERE key = ?").get(ticket) ?? {};
    const closed = to === "Done" || to === "Canceled" ? 1 : 0;
    const moved = { state: to, entered_at: this.now, closed, ...set };
    return this.add({ kind: "move", ticket, by, data: { from: state, to, ...data }, set: moved });
  }

  /** To research it, from Research Needed. */
  lock(ticket: string, by: string, more: { readonly fence: number; readonly takenFrom?: string }): number {
    const { fence, takenFrom = null } = more;
    const expiresAt = this.now + 20 * MINUTE;
    const claim = { type: "acquire", holder: by, fence, expiresAt, takenFrom };
    const data = { command: "research", intent: "lock", claim };
    const columns = { claim_connection: by, claim_since: this.now, claim_expires: expiresAt, fence };
    return this.move(ticket, by, "Research in Progress", data, columns);
  }

  /** Its number. */
  add({ kind, ticket, by, data = {}, set }: ForgedRow): number {
    this.now += 1;
    const row = this.db.prepare("SELECT version FROM ticket WHERE key = ?").get(ticket);
    const version = Number(row?.["version"] ?? 0) + 1;
    const cells = set && { version, updated_at: this.now, ...set };
    const payload = JSON.stringify({
      plan: `plan ${this.#seq + 1}`,
      kind,
      subject: { type: "ticket", key: ticket },
      by: by === "Ada" ? { person: by, via: "test" } : { connection: by, via: "stdio" },
      data,
      ...(cells ? { changes: [{ table: "ticket", key: { key: ticket }, set: cells }] } : {}),
    });
    this.append(kind, ticket, payload);
    if (cells) this.#write({ key: ticket, ...cells }, row === undefined);
    return this.#seq;
  }

  append(kind: string, ticket: string, payload: string): void {
    this.#seq += 1;
    const [seq, at] = [this.#seq, this.now];
    this.#hash = createHash("sha256").update(`${this.#hash}\n${seq}\n${at}\n${payload}`).digest("hex");
    this.db
      .prepare("INSERT INTO ledger VALUES (?, ?, ?, 'ticket', ?, ?, ?, ?)")
      .run(seq, at, kind, ticket, `plan ${seq}`, payload, this.#hash);
    this.db.prepare("UPDATE head SET seq = ?, hash = ?, at = ?").run(seq, this.#hash, at);
  }

  #write(cells: Cells, isNew: boolean): void {
    const names = Object.keys(cells);
    const sql = isNew
      ? `INSERT INTO ticket (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`
      : `UPDATE ticket SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE key = '${String(cells["key"])}'`;
    this.db.prepare(sql).run(...Object.values(cells));
  }
}
