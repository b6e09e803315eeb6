import type { Outcome } from "../../app/commit/plan.ts";
import {
  MOST_REACHED,
  WALK_FROM,
  type Ask,
  type Blank,
  type Driver,
  type Loader,
  type Param,
  type Reader,
  type Row,
} from "../driver.ts";
import type { PreparedPlan } from "../ledger/prepare.ts";
import { columns, select, shape, type Select } from "../select.ts";
import { PlanQueue } from "./commit.ts";
import type { Connections } from "./connections.ts";
import { Feed } from "./feed.ts";
import { loadBoard } from "./load.ts";
import { readSnapshot } from "./snapshot.ts";

const REACHED = `WITH RECURSIVE walked(kind, id) AS (
    SELECT ${WALK_FROM}, key FROM ticket WHERE key = ?
    UNION
    SELECT n.kind, n.id FROM walked w CROSS JOIN LATERAL (
      SELECT 'below' AS kind, t.key AS id FROM ticket t WHERE w.kind = 'below' AND t.parent = w.id
      UNION ALL SELECT 'parent', t.parent FROM ticket t WHERE w.kind = 'ticket' AND t.key = w.id AND t.parent IS NOT NULL
      UNION ALL SELECT 'ticket', t.key FROM ticket t WHERE w.kind = 'parent' AND t.parent = w.id
      UNION ALL SELECT 'ticket', b.blocked_by FROM blocker b WHERE w.kind = 'ticket' AND b.ticket = w.id
      UNION ALL SELECT 'ticket', b.ticket FROM blocker b WHERE w.kind = 'ticket' AND b.blocked_by = w.id
    ) n
  ), reached(id) AS (SELECT id FROM walked WHERE kind <> 'parent' LIMIT ${MOST_REACHED})`;

/** Setting the name to itself changes nothing and gives back the row that is there. */
const FIRST_SECRET = select(
  shape(columns("meta", "m", "value")),
  (list) => `INSERT INTO meta AS m (name, value) VALUES ('secret', ?)
    ON CONFLICT (name) DO UPDATE SET name = m.name RETURNING ${list}`,
);

export class PostgresDriver implements Driver {
  readonly reached = REACHED;
  readonly payload = (...path: readonly string[]): string => `l.payload::json #>> '{${path.join(",")}}'`;
  readonly #connections: Connections;
  readonly #plans: PlanQueue;
  readonly #feed: Feed;

  /** `seq`: where the board's ledger is. */
  constructor(connections: Connections, seq: number) {
    this.#connections = connections;
    this.#feed = new Feed(connections, seq);
    this.#plans = new PlanQueue(connections, (last) => this.#feed.committed(last));
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

  async setSecret(secret: string): Promise<string> {
    const [row] = await this.#connections.read(FIRST_SECRET, [secret]);
    return row?.value ?? secret;
  }

  commit(plan: PreparedPlan): Promise<Outcome> {
    return this.#plans.commit(plan);
  }

  redact(plan: PreparedPlan, blanks: readonly Blank[]): Promise<Outcome> {
    return this.#plans.commit(plan, blanks);
  }

  snapshot<T>(use: (reader: Reader) => Promise<T>): Promise<T> {
    return readSnapshot(this.#connections, use);
  }

  async load(fill: (loader: Loader) => Promise<void>): Promise<void> {
    const last = await loadBoard(this.#connections, fill);
    if (last > 0) this.#feed.committed(last);
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
