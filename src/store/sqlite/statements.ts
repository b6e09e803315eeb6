// Statements, each prepared once. Those whose rows are read by position are kept apart from those by name: node:sqlite
// remembers with the statement which of the two it gives.

import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Param, Row } from "../driver.ts";
import type { Cells, Select } from "../select.ts";

export class Statements {
  readonly #db: DatabaseSync;
  readonly #byName = new Map<string, StatementSync>();
  readonly #byPosition = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  read<Found>(select: Select<Found>, params: readonly Param[]): Found[] {
    return select.rows(this.#positioned(select.sql).all(...params) as unknown as Cells[]);
  }

  /** The first row; undefined: there is none. */
  first(sql: string, ...params: Param[]): Cells | undefined {
    return this.#positioned(sql).get(...params) as unknown as Cells | undefined;
  }

  all(sql: string, params: readonly Param[]): Row[] {
    return this.#named(sql).all(...params) as Row[];
  }

  /** How many rows were changed. */
  run(sql: string, ...params: Param[]): number {
    return Number(this.#named(sql).run(...params).changes);
  }

  #named(sql: string): StatementSync {
    let statement = this.#byName.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#byName.set(sql, statement);
    }
    return statement;
  }

  #positioned(sql: string): StatementSync {
    let statement = this.#byPosition.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      this.#byPosition.set(sql, statement);
    }
    return statement;
  }
}
