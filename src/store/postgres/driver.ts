import type { Outcome } from "../../app/commit/plan.ts";
import {
  MOST_REACHED,
  WALK_FROM,
  type Blank,
  type Driver,
  type Loader,
  type Param,
  type Query,
  type Reader,
  type Row,
} from "../driver.ts";
import type { PreparedPlan } from "../ledger/prepare.ts";
import { PlanQueue } from "./commit.ts";
import type { Connections } from "./connections.ts";
import { Feed } from "./feed.ts";
import { loadBoard } from "./load.ts";
import { longTransaction } from "./transaction.ts";

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
const FIRST_SECRET = `INSERT INTO meta AS m (name, value) VALUES ('secret', ?)
  ON CONFLICT (name) DO UPDATE SET name = m.name RETURNING m.value`;

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

  all(sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#connections.read(sql, params);
  }

  together(queries: readonly Query[]): Promise<Row[][]> {
    return Promise.all(queries.map(({ sql, params }) => this.all(sql, params)));
  }

  async setSecret(secret: string): Promise<string> {
    const [row] = await this.#connections.read(FIRST_SECRET, [secret]);
    return String(row?.["value"]);
  }

  commit(plan: PreparedPlan): Promise<Outcome> {
    return this.#plans.commit(plan);
  }

  redact(plan: PreparedPlan, blanks: readonly Blank[]): Promise<Outcome> {
    return this.#plans.commit(plan, blanks);
  }

  snapshot<T>(use: (reader: Reader) => Promise<T>): Promise<T> {
    return longTransaction(this.#connections, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", (ask) =>
      use({ all: ask }),
    );
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
