// Our SQL has `?` for each parameter and names tables alone; PostgreSQL wants $1, $2 …, gets each table with its schema,
// and, to prepare a statement once, a name for it. The name stands for the whole text, schema included: the same name
// means the same board, whichever connection a pooler has prepared it on.

import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import type { Param, Row } from "../driver.ts";
import type { Cells, Select } from "../select.ts";
import { qualified } from "./qualify.ts";

export interface Statement {
  readonly name: string;
  readonly text: string;
}

export interface Sending {
  readonly query_timeout?: number;
  /** false: nothing is prepared by name, because the next statement may reach another connection of a pooler. */
  readonly named?: boolean;
}

const STRING_NAME_COMMENT_OR_MARK = /'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\?/g;

type Sent = Omit<Sending, "named"> & Pick<Statement, "text"> & Partial<Statement>;

/** The statements of one board. */
export class Statements {
  readonly #schema: string;
  readonly #made = new Map<string, Statement>();

  constructor(schema: string) {
    this.#schema = schema;
  }

  of(sql: string): Statement {
    let statement = this.#made.get(sql);
    if (!statement) {
      const text = numbered(qualified(this.#schema, sql));
      statement = { name: createHash("sha256").update(text).digest("base64url").slice(0, 22), text };
      this.#made.set(sql, statement);
    }
    return statement;
  }

  async query(client: ClientBase, sql: string, params: readonly Param[], sending: Sending = {}): Promise<Row[]> {
    return (await client.query<Row>({ ...this.#sent(sql, sending), values: [...params] })).rows;
  }

  async queryRows<Found>(
    client: ClientBase,
    { sql, rows }: Select<Found>,
    params: readonly Param[],
    sending: Sending = {},
  ): Promise<Found[]> {
    const statement = { ...this.#sent(sql, sending), values: [...params], rowMode: "array" as const };
    return rows((await client.query<Cells & unknown[]>(statement)).rows);
  }

  #sent(sql: string, { named = true, ...sending }: Sending): Sent {
    const { name, text } = this.of(sql);
    return named ? { ...sending, name, text } : { ...sending, text };
  }
}

export function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll(STRING_NAME_COMMENT_OR_MARK, (match) => (match === "?" ? `$${++count}` : match));
}
