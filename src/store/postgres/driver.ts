import type { Outcome } from "../../app/commit/plan.ts";
import {
  MOST_REACHED,
  type Alone,
  type Ask,
  type Blank,
  type Driver,
  type Loader,
  type Param,
  type Reader,
  type Row,
} from "../driver.ts";
import type { PreparedPlan } from "../ledger/prepare.ts";
import { select, shape, text, type Select } from "../select.ts";
import { writeAlone } from "./alone.ts";
import { PlanQueue } from "./commit.ts";
import type { Connections } from "./connect/connections.ts";
import { Feed, type Hints } from "./feed.ts";
import { loadBoard } from "./load.ts";
import type { Tally } from "../../app/measures/tally.ts";
import { missingFromShape } from "./schema/shape.ts";
import { readSnapshot } from "./snapshot.ts";

/** Every ticket is walked through once. */
const walk = (steps: readonly string[]): string => `WITH RECURSIVE walked(id) AS (
    SELECT key FROM ticket WHERE key = ?
    UNION
    SELECT n.id FROM walked w CROSS JOIN LATERAL (
      ${steps.map((step) => `SELECT ${step}`).join("\n      UNION ALL ")}
    ) n
  ), reached(id) AS (SELECT id FROM walked LIMIT ${MOST_REACHED})`;

const CHILDREN = "t.key AS id FROM ticket t WHERE t.parent = w.id";

const REACHED = {
  below: walk([CHILDREN]),
  whole: walk([
    CHILDREN,
    "t.parent FROM ticket t WHERE t.key = w.id AND t.parent IS NOT NULL",
    "b.blocked_by FROM blocker b WHERE b.ticket = w.id",
    "b.ticket FROM blocker b WHERE b.blocked_by = w.id",
  ]),
};

const HEALTH = select(
  shape({ schema: text("m.value"), read_only: text("current_setting('transaction_read_only')") }),
  (list) => `SELECT ${list} FROM meta m WHERE m.name = 'schema_version'`,
);

export interface OpenedBoard {
  /** Its id. */
  readonly board: string;
  /** Where its ledger is. */
  readonly seq: number;
  readonly hints: Hints | null;
}

export class PostgresDriver implements Driver {
  readonly reached = REACHED;
  readonly payload = (...path: readonly string[]): string => `l.payload::json #>> '{${path.join(",")}}'`;
  readonly #connections: Connections;
  readonly #board: string;
  readonly #plans: PlanQueue;
  readonly #feed: Feed;

  constructor(connections: Connections, { board, seq, hints }: OpenedBoard) {
    this.#connections = connections;
    this.#board = board;
    this.#feed = new Feed(connections, seq, hints);
    this.#plans = new PlanQueue(connections, board, (last) => this.#feed.committed(last));
  }

  read<Found>(select: Select<Found>, params: readonly Param[]): Promise<Found[]> {
    return this.#connections.read(select, params);
  }

  all(sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#connections.all(sql, params);
  }

  async together<Found extends readonly unknown[]>(asks: {
    readonly [I in keyof Found]: Ask<Found[I]>;
  }): Promise<{ [I in keyof Found]: Found[I][] }> {
    const found = await Promise.all(asks.map(({ select, params }) => this.read(select, params)));
    return found as { [I in keyof Found]: Found[I][] };
  }

  commit(plan: PreparedPlan): Promise<Outcome> {
    return this.#plans.commit(plan);
  }

  alone<T>(use: (store: Alone) => Promise<T>): Promise<T> {
    return writeAlone(this.#connections, this.#board, (last) => this.#feed.committed(last), use);
  }

  redact(plan: PreparedPlan, blanks: readonly Blank[]): Promise<Outcome> {
    return this.#plans.commit(plan, blanks);
  }

  snapshot<T>(use: (reader: Reader) => Promise<T>): Promise<T> {
    return readSnapshot(this.#connections, use);
  }

  async load(fill: (loader: Loader) => Promise<void>): Promise<void> {
    const last = await loadBoard(this.#connections, this.#board, fill);
    if (last > 0) this.#feed.committed(last);
  }

  async missing(): Promise<readonly string[]> {
    const { schema } = this.#connections;
    try {
      return await this.#connections.with((client) => missingFromShape(client, schema));
    } catch (error) {
      throw this.#connections.explain(error);
    }
  }

  async health(): Promise<{ schema: number; known: number; writable: boolean }> {
    const [row] = await this.#connections.read(HEALTH, []);
    return { schema: Number(row?.schema), known: this.#connections.known, writable: row?.read_only === "off" };
  }

  measures(): { connections: Connections["usage"]; batches: Tally } {
    return { connections: this.#connections.usage, batches: this.#plans.batches };
  }

  watch(onChange: () => void): () => void {
    return this.#feed.add(onChange);
  }

  async close(): Promise<void> {
    await this.#plans.drained();
    await this.#feed.close();
    await this.#connections.close();
  }
}
