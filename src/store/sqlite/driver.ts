import type { DatabaseSync } from "node:sqlite";
import type { Head } from "../../app/ports/ledger.ts";
import type { Outcome } from "../../app/commit/plan.ts";
import {
  MOST_REACHED,
  type Ask,
  type Blank,
  type Driver,
  type Loader,
  type Param,
  type Reader,
  type Row,
} from "../driver.ts";
import { StoreError } from "../errors.ts";
import type { PreparedPlan } from "../ledger/prepare.ts";
import { MIGRATIONS } from "../migrations/list.ts";
import type { Select } from "../select.ts";
import { copyFile } from "./backup.ts";
import { PlanWriter } from "./commit.ts";
import { explainFailure, isBusy } from "./failures.ts";
import { FileFeed } from "./feed.ts";
import { loadFile } from "./load.ts";
import { openFile, type OpenFile, type SqliteOptions } from "./open.ts";
import type { FileGuard } from "./file-guard.ts";
import { patiently } from "./retry.ts";
import { readSnapshot } from "./snapshot.ts";
import { Statements } from "./statements.ts";
import { sayGoodbye } from "./unclean-end.ts";

export interface SqliteDriverOptions extends SqliteOptions {
  readonly clock?: () => number;
}

/** Every ticket is walked through once; cross joins keep the walk in the lead, whatever the planner believes. */
const walk = (steps: readonly string[]): string => `WITH RECURSIVE walked(id) AS (
    SELECT key FROM ticket WHERE key = ?
    ${steps.map((step) => `UNION SELECT ${step}`).join("\n    ")}
    LIMIT ${MOST_REACHED}
  ), reached(id) AS (SELECT id FROM walked)`;

const CHILDREN = "t.key FROM walked w CROSS JOIN ticket t ON t.parent = w.id";

const REACHED = {
  below: walk([CHILDREN]),
  whole: walk([
    CHILDREN,
    "t.parent FROM walked w CROSS JOIN ticket t ON t.key = w.id WHERE t.parent IS NOT NULL",
    "b.blocked_by FROM walked w CROSS JOIN blocker b ON b.ticket = w.id",
    "b.ticket FROM walked w CROSS JOIN blocker b ON b.blocked_by = w.id",
  ]),
};

export class SqliteDriver implements Driver {
  readonly reached = REACHED;
  readonly payload = (...path: readonly string[]): string => `l.payload ->> '$.${path.join(".")}'`;
  readonly #db: DatabaseSync;
  readonly #guard: FileGuard;
  readonly #file: string;
  readonly #patience: number | undefined;
  readonly #known: number;
  readonly #writer: PlanWriter;
  readonly #feed: FileFeed;
  readonly #statements: Statements;
  #damaged = false;

  static async open(options: SqliteDriverOptions): Promise<SqliteDriver> {
    return new SqliteDriver(await openFile(options), options);
  }

  private constructor(open: OpenFile, options: SqliteDriverOptions) {
    this.#db = open.db;
    this.#guard = open.guard;
    this.#file = open.file;
    this.#patience = options.patienceMs;
    this.#statements = new Statements(open.db);
    this.#known = (options.migrations ?? MIGRATIONS).length;
    const clock = options.clock ?? Date.now;
    open.db.function("board_now", { directOnly: true }, clock);
    this.#writer = new PlanWriter(open.db, clock, this.#known, open.guard);
    this.#feed = new FileFeed(open.db, open.file);
  }

  read<Found>(select: Select<Found>, params: readonly Param[]): Promise<Found[]> {
    return this.#patiently(() => this.#statements.read(select, params));
  }

  all(sql: string, params: readonly Param[]): Promise<Row[]> {
    return this.#patiently(() => this.#statements.all(sql, params));
  }

  /** In one transaction: each statement by itself would take and give back the file's lock. */
  together<Found extends readonly unknown[]>(asks: {
    readonly [I in keyof Found]: Ask<Found[I]>;
  }): Promise<{ [I in keyof Found]: Found[I][] }> {
    return this.#patiently(() => {
      this.#statements.run("BEGIN");
      try {
        const found = asks.map(({ select, params }) => this.#statements.read(select, params));
        return found as { [I in keyof Found]: Found[I][] };
      } finally {
        if (this.#db.isTransaction) this.#statements.run("ROLLBACK");
      }
    });
  }

  commit(plan: PreparedPlan): Promise<Outcome> {
    return this.#write(() => this.#writer.commit(plan));
  }

  async redact(plan: PreparedPlan, blanks: readonly Blank[]): Promise<Outcome> {
    // Else the text could still be read in the file, in space that is marked as free, and in the WAL.
    this.#db.exec("PRAGMA secure_delete = ON");
    const outcome = await this.#write(() => this.#writer.redact(plan, blanks));
    this.#db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return outcome;
  }

  snapshot<T>(use: (reader: Reader) => Promise<T>): Promise<T> {
    return readSnapshot(this.#file, this.#patience, use);
  }

  async load(fill: (loader: Loader) => Promise<void>): Promise<void> {
    await loadFile(this.#file, this.#known, this.#patience, fill);
    this.#feed.ring();
  }

  backup(to: string): Promise<Head> {
    return copyFile(this.#file, to);
  }

  watch(onChange: () => void): () => void {
    return this.#feed.add(onChange);
  }

  async close(): Promise<void> {
    if (!this.#db.isOpen) return;
    this.#feed.stop();
    try {
      // Without a goodbye the next start looks the file over: that is wanted where it seems to be damaged, and no harm
      // where the goodbye can't be written.
      if (!this.#damaged) sayGoodbye(this.#db);
    } catch (error) {
      if (!(explainFailure(this.#file, error) instanceof StoreError) && !isBusy(error)) throw error;
    } finally {
      this.#db.close();
      this.#guard.leave();
    }
  }

  #write(step: () => Outcome): Promise<Outcome> {
    return this.#patiently(() => {
      const outcome = step();
      if (outcome.kind === "done") this.#feed.ring();
      return outcome;
    });
  }

  #patiently<T>(step: () => T): Promise<T> {
    return patiently(this.#file, step, this.#patience, (error) => {
      if (error instanceof StoreError && error.code === "store_corrupt") this.#damaged = true;
    });
  }
}
