import type { DatabaseSync } from "node:sqlite";
import type { Head } from "../../app/ports/ledger.ts";
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
import { StoreError } from "../errors.ts";
import type { PreparedPlan } from "../ledger/prepare.ts";
import { MIGRATIONS } from "../migrations/list.ts";
import type { Select } from "../select.ts";
import { writeAlone } from "./alone.ts";
import { copyFile } from "./backup.ts";
import { PlanWriter } from "./commit.ts";
import { explainFailure, isBusy } from "./failures.ts";
import { FileFeed } from "./feed.ts";
import { loadFile } from "./load.ts";
import { openFile, type OpenFile, type SqliteOptions } from "./open.ts";
import type { FileGuard } from "./file-guard.ts";
import { PlanQueue } from "./plan-queue.ts";
import { letOthers, patiently, tryAgain, type Patience } from "./retry.ts";
import { readSnapshot } from "./snapshot.ts";
import { Statements } from "./statements.ts";
import { missingFromFile } from "./schema/shape.ts";
import { SEALED, sealedError, sealFile, sealOf } from "./seal.ts";
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

export const REACHED = {
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
  readonly #patience: Patience;
  readonly #known: number;
  readonly #clock: () => number;
  readonly #writer: PlanWriter;
  readonly #plans: PlanQueue;
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
    this.#statements = new Statements(open.db);
    this.#patience = {
      ms: options.patienceMs,
      version: () => Number(this.#statements.first("PRAGMA data_version")?.[0]),
      onFailure: (error) => {
        if (error instanceof StoreError && error.code === "store_corrupt") this.#damaged = true;
      },
    };
    this.#known = (options.migrations ?? MIGRATIONS).length;
    const clock = options.clock ?? Date.now;
    this.#clock = clock;
    open.db.function("board_now", { directOnly: true }, clock);
    this.#writer = new PlanWriter(open.db, clock, this.#known, open.guard);
    this.#plans = new PlanQueue(this.#writer, {
      patiently: (step, first) => this.#patiently(step, first),
      letOthers: () => letOthers(this.#file),
      onDone: () => this.#feed.ring(),
    });
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
    return this.#plans.commit(plan);
  }

  async alone<T>(use: (store: Alone) => Promise<T>): Promise<T> {
    const options = {
      file: this.#file,
      known: this.#known,
      clock: this.#clock,
      guard: this.#guard,
      patienceMs: this.#patience.ms,
    };
    try {
      return await writeAlone(options, use);
    } catch (error) {
      return this.#unlessSealed(() => raise(error));
    } finally {
      this.#feed.ring();
    }
  }

  async redact(plan: PreparedPlan, blanks: readonly Blank[]): Promise<Outcome> {
    // Else the text could still be read in the file, in space that is marked as free, and in the WAL.
    this.#db.exec("PRAGMA secure_delete = ON");
    const outcome = await this.#patiently(() => this.#writer.redact(plan, blanks));
    if (outcome.kind === "done") this.#feed.ring();
    this.#db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return outcome;
  }

  snapshot<T>(use: (reader: Reader) => Promise<T>): Promise<T> {
    return readSnapshot(this.#file, this.#patience.ms, use);
  }

  async load(fill: (loader: Loader) => Promise<void>): Promise<void> {
    await loadFile(this.#file, this.#known, this.#patience.ms, fill);
    this.#feed.ring();
  }

  backup(to: string): Promise<Head> {
    return copyFile(this.#file, to);
  }

  missing(): Promise<readonly string[]> {
    return this.#patiently(() => missingFromFile(this.#db));
  }

  health(): Promise<{ schema: number; known: number; writable: boolean }> {
    return this.#patiently(() => {
      const schema = Number(this.#statements.all("PRAGMA user_version", [])[0]?.["user_version"]);
      return { schema, known: this.#known, writable: sealOf(this.#db) === null };
    });
  }

  /** Older programs are refused by it too: it is the file that refuses. */
  async seal(where: string): Promise<void> {
    await this.#patiently(() => sealFile(this.#db, where));
  }

  watch(onChange: () => void): () => void {
    return this.#feed.add(onChange);
  }

  async close(): Promise<void> {
    if (!this.#db.isOpen) return;
    await this.#plans.drained();
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

  /** `first`: what the first try has failed with; absent: it has not been tried yet. */
  #patiently<T>(wanted: () => T, first?: unknown): Promise<T> {
    const step = (): T => this.#unlessSealed(wanted);
    if (first === undefined) return patiently(this.#file, step, this.#patience);
    return tryAgain(this.#file, step, first, this.#patience);
  }

  #unlessSealed<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      if (!(error instanceof Error) || error.message !== SEALED) throw error;
      throw sealedError(sealOf(this.#db) ?? "");
    }
  }
}

function raise(error: unknown): never {
  throw error;
}
