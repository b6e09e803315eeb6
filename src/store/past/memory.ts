// A store in memory that is filled from a ledger and then only read: the same tables and the same reads as a file.

import { DatabaseSync } from "node:sqlite";
import type { Time } from "../../engine/facts.ts";
import type { Change, ChangedTable } from "../../app/commit/changes.ts";
import type { Ask, Driver, Param, Row, VerbatimRow } from "../driver.ts";
import { StoreError } from "../errors.ts";
import { MIGRATIONS, SCHEMA_VERSION } from "../migrations/list.ts";
import type { Select } from "../select.ts";
import { PlanWriter } from "../sqlite/commit.ts";
import { REACHED } from "../sqlite/driver.ts";
import { Statements } from "../sqlite/statements.ts";
import { TABLE_NAMES, TABLES, columnsOf, type Value } from "../tables.ts";

export type Tables = Readonly<Record<ChangedTable, readonly (readonly Value[])[]>>;

export class MemoryStore implements Driver {
  readonly reached = REACHED;
  readonly payload = (...path: readonly string[]): string => `l.payload ->> '$.${path.join(".")}'`;
  readonly #db = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  readonly #statements = new Statements(this.#db);
  readonly #writer: PlanWriter;
  #now: Time = 0;

  constructor() {
    this.#db.function("board_now", { directOnly: true }, () => this.#now);
    for (const { sqlite } of MIGRATIONS) this.#db.exec(sqlite);
    // The ledger here is a window that is moved.
    for (const trigger of ["ledger_is_kept", "ledger_text_is_kept"]) this.#db.exec(`DROP TRIGGER ${trigger}`);
    this.#writer = new PlanWriter(this.#db, () => this.#now, SCHEMA_VERSION);
  }

  /** Changes of rows, in the order of the ledger. */
  carryOut(changes: readonly Change[]): void {
    this.#within(() => this.#writer.carryOut(changes));
  }

  /** All rows of every table. */
  dump(): Tables {
    const rows = TABLE_NAMES.map((name) => {
      const list = columnsOf(TABLES[name]).map((column) => column.name);
      const found = this.#statements.all(`SELECT ${list.join(", ")} FROM ${name}`, []);
      return [name, found.map((row) => list.map((column) => row[column] ?? null))] as const;
    });
    return Object.fromEntries(rows) as unknown as Tables;
  }

  fill(tables: Tables): void {
    this.#within(() => {
      for (const name of TABLE_NAMES) {
        const list = columnsOf(TABLES[name]).map((column) => column.name);
        const sql = `INSERT INTO ${name} (${list.join(", ")}) VALUES (${list.map(() => "?").join(", ")})`;
        for (const row of tables[name] ?? []) this.#statements.run(sql, ...row);
      }
      // Triggers have counted for those only that came after what they count.
      this.#db.exec(`UPDATE ticket SET
        children = (SELECT COUNT(*) FROM ticket c WHERE c.parent = ticket.key),
        open_blockers = (SELECT COUNT(*) FROM blocker b JOIN ticket o ON o.key = b.blocked_by
          WHERE b.ticket = ticket.key AND o.closed = 0)`);
    });
  }

  /** The moment, and the rows of the ledger that are wanted there. */
  stand(
    now: Time,
    rows: readonly VerbatimRow[],
    head: { readonly seq: number; readonly hash: string; readonly at: Time },
  ): void {
    this.#now = now;
    this.#within(() => {
      this.#db.exec("DELETE FROM ledger_text; DELETE FROM ledger");
      this.#writer.append(rows);
      this.#statements.run("UPDATE head SET seq = ?, hash = ?, at = ?", head.seq, head.hash, head.at);
    });
  }

  read<Found>(select: Select<Found>, params: readonly Param[]): Promise<Found[]> {
    return Promise.resolve().then(() => this.#statements.read(select, params));
  }

  all(sql: string, params: readonly Param[]): Promise<Row[]> {
    return Promise.resolve().then(() => this.#statements.all(sql, params));
  }

  together<Found extends readonly unknown[]>(asks: {
    readonly [I in keyof Found]: Ask<Found[I]>;
  }): Promise<{ [I in keyof Found]: Found[I][] }> {
    const found = asks.map(({ select, params }) => this.#statements.read(select, params));
    return Promise.resolve(found as { [I in keyof Found]: Found[I][] });
  }

  snapshot<T>(use: (reader: Driver) => Promise<T>): Promise<T> {
    return use(this);
  }

  commit = (): Promise<never> => Promise.reject(past());
  redact = (): Promise<never> => Promise.reject(past());
  load = (): Promise<never> => Promise.reject(past());

  missing(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  health(): Promise<{ schema: number; known: number; writable: boolean }> {
    return Promise.resolve({ schema: SCHEMA_VERSION, known: SCHEMA_VERSION, writable: false });
  }

  watch(): () => void {
    return () => {};
  }

  close(): Promise<void> {
    if (this.#db.isOpen) this.#db.close();
    return Promise.resolve();
  }

  #within(step: () => void): void {
    this.#db.exec("BEGIN");
    try {
      step();
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }
}

function past(): StoreError {
  return new StoreError("store_readonly", "What is past can't be changed.", "do it on the board as it is now.");
}
