import type { DatabaseSync, StatementSync } from "node:sqlite";
import { backup } from "node:sqlite";
import type { Outcome } from "../../app/plan.ts";
import { MOST_REACHED, type Driver, type Param, type Row, type VerbatimRow } from "../driver.ts";
import type { PreparedPlan } from "../ledger.ts";
import { Committer } from "./commit.ts";
import { FileFeed } from "./feed.ts";
import { openFile, sayGoodbye, type SqliteOptions } from "./open.ts";
import { patiently } from "./retry.ts";

export interface SqliteDriverOptions extends SqliteOptions {
  readonly clock?: () => number;
  /** How long to wait for a file that another program keeps locked. */
  readonly patienceMs?: number;
}

const REACHED = `WITH RECURSIVE walked(kind, id) AS (
    SELECT CASE WHEN children > 0 THEN 'below' ELSE 'ticket' END, key FROM ticket WHERE key = ?
    UNION SELECT 'below', t.key FROM walked w CROSS JOIN ticket t ON t.parent = w.id WHERE w.kind = 'below'
    UNION SELECT 'parent', t.parent FROM walked w CROSS JOIN ticket t ON t.key = w.id WHERE w.kind = 'ticket' AND t.parent IS NOT NULL
    UNION SELECT 'ticket', t.key FROM walked w CROSS JOIN ticket t ON t.parent = w.id WHERE w.kind = 'parent'
    UNION SELECT 'ticket', b.blocked_by FROM walked w CROSS JOIN blocker b ON b.ticket = w.id WHERE w.kind = 'ticket'
    UNION SELECT 'ticket', b.ticket FROM walked w CROSS JOIN blocker b ON b.blocked_by = w.id WHERE w.kind = 'ticket'
    LIMIT ${2 * MOST_REACHED}
  ), reached(id) AS (SELECT id FROM walked WHERE kind <> 'parent' LIMIT ${MOST_REACHED})`;

export class SqliteDriver implements Driver {
  readonly reached = REACHED;
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #patience: number | undefined;
  readonly #committer: Committer;
  readonly #feed: FileFeed;
  readonly #reads = new Map<string, StatementSync>();

  static async open(options: SqliteDriverOptions): Promise<SqliteDriver> {
    return new SqliteDriver(await openFile(options), options);
  }

  private constructor(db: DatabaseSync, options: SqliteDriverOptions) {
    this.#db = db;
    this.#file = options.file;
    const clock = options.clock ?? Date.now;
    this.#patience = options.patienceMs;
    db.function("board_now", { directOnly: true }, clock);
    this.#committer = new Committer(db, clock);
    this.#feed = new FileFeed(db, options.file);
  }

  all(sql: string, params: readonly Param[]): Promise<Row[]> {
    return patiently(this.#file, () => this.#read(sql).all(...params) as Row[], this.#patience);
  }

  setSecret(secret: string): Promise<string> {
    return patiently(
      this.#file,
      () => {
        this.#db.prepare("INSERT INTO meta (name, value) VALUES ('secret', ?) ON CONFLICT DO NOTHING").run(secret);
        return String(this.#db.prepare("SELECT value FROM meta WHERE name = 'secret'").get()?.["value"]);
      },
      this.#patience,
    );
  }

  async commit(plan: PreparedPlan): Promise<Outcome> {
    const outcome = await patiently(this.#file, () => this.#committer.commit(plan), this.#patience);
    if (outcome.kind === "done") this.#feed.ring();
    return outcome;
  }

  async redact(plan: PreparedPlan, texts: readonly { seq: number; name: string }[]): Promise<Outcome> {
    return patiently(this.#file, () => this.#committer.redact(plan, texts), this.#patience);
  }

  async append(rows: readonly VerbatimRow[]): Promise<void> {
    await patiently(this.#file, () => this.#committer.append(rows), this.#patience);
  }

  async backup(to: string): Promise<void> {
    await backup(this.#db, to);
  }

  watch(onChange: () => void): () => void {
    return this.#feed.add(onChange);
  }

  async close(): Promise<void> {
    this.#feed.stop();
    await patiently(this.#file, () => sayGoodbye(this.#db), this.#patience);
    this.#db.close();
  }

  #read(sql: string): StatementSync {
    let statement = this.#reads.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#reads.set(sql, statement);
    }
    return statement;
  }
}
