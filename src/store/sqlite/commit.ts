// Plans in one short transaction: BEGIN IMMEDIATE, so that nobody else writes after the versions are read.

import type { DatabaseSync } from "node:sqlite";
import type { Check } from "../../app/commit/changes.ts";
import type { Outcome, RequestKey } from "../../app/commit/plan.ts";
import type { Head } from "../../app/ports/ledger.ts";
import type { Blank, VerbatimRequest, VerbatimRow } from "../driver.ts";
import { schemaMismatch } from "../errors.ts";
import { numberPlan } from "../ledger/number-plan.ts";
import { chainHash, type PendingStep, type PreparedPlan, type PreparedRow } from "../ledger/prepare.ts";
import { LAST_NUMBER } from "../queries.ts";
import { TABLES, type AnyChange, type Table } from "../tables.ts";
import { isClash } from "./failures.ts";
import type { FileGuard } from "./file-guard.ts";
import { Statements } from "./statements.ts";

/** What became of one of several plans; an error is that plan's alone. */
export type Settled = Outcome | { readonly kind: "failed"; readonly error: unknown };

/** A transaction holds up everybody, and this process too: what has not had its turn by then comes in the next one. */
const LONG_ENOUGH_MS = 20;

export class PlanWriter {
  readonly #db: DatabaseSync;
  readonly #guard: FileGuard | null;
  readonly #clock: () => number;
  readonly #known: number;
  readonly #statements: Statements;

  /** `known`: the schema version that this process knows. */
  constructor(db: DatabaseSync, clock: () => number, known: number, guard: FileGuard | null = null) {
    this.#db = db;
    this.#statements = new Statements(db);
    this.#clock = clock;
    this.#known = known;
    this.#guard = guard;
  }

  commit(plan: PreparedPlan, extra: () => void = () => {}): Outcome {
    return this.#transaction(
      () => {
        const outcome = this.#carryOut(plan);
        if (outcome.kind !== "stale") extra();
        return outcome;
      },
      ({ kind }) => kind !== "stale",
    );
  }

  /** Within a transaction that somebody else has begun, and ends. */
  commitWithin(plan: PreparedPlan): Outcome {
    this.#guard?.check();
    this.checkSchema();
    return this.#carryOut(plan);
  }

  /**
   * One after the other, each whole or not at all, and on disk together. Answers for those that had their turn, the first
   * of them at least. Throws where none of them was written.
   */
  commitTogether(plans: readonly PreparedPlan[]): readonly Settled[] {
    const began = performance.now();
    return this.#transaction(
      () => {
        const settled: Settled[] = [];
        for (const plan of plans) {
          if (settled.length > 0 && performance.now() - began > LONG_ENOUGH_MS) break;
          settled.push(this.#carryOutApart(plan));
        }
        return settled;
      },
      (settled) => settled.some(({ kind }) => kind === "done"),
    );
  }

  /** A plan that fails takes back its own writes only. */
  #carryOutApart(plan: PreparedPlan): Settled {
    this.#statements.run("SAVEPOINT plan");
    let settled: Settled;
    try {
      settled = this.#carryOut(plan);
    } catch (error) {
      // A full disk, mostly: SQLite has rolled back the others as well.
      if (!this.#db.isTransaction) throw error;
      settled = { kind: "failed", error };
    }
    if (settled.kind !== "done") this.#statements.run("ROLLBACK TO plan");
    this.#statements.run("RELEASE plan");
    return settled;
  }

  #carryOut(plan: PreparedPlan): Outcome {
    const head = this.#headIfHolds(plan);
    if (!head || !this.#hasRoom(plan) || this.#isHindered(plan)) return { kind: "stale" };
    const outcome = this.#writeNumbered(plan, head);
    if (plan.pending && outcome.kind === "done") this.#keepPending(plan.id, plan.pending);
    return outcome;
  }

  redact(plan: PreparedPlan, blanks: readonly Blank[]): Outcome {
    return this.commit(plan, () => {
      for (const { seq, name, recorded } of blanks) {
        this.#statements.run(
          "UPDATE ledger_text SET salt = NULL, content = NULL WHERE seq = ? AND name = ?",
          seq,
          name,
        );
        const sql = "UPDATE request SET answer = replace(answer, ?, ?) WHERE instr(answer, ?) > 0";
        this.#statements.run(sql, recorded.from, recorded.to, recorded.from);
      }
    });
  }

  /** Within a transaction that somebody else has begun. */
  append(rows: readonly VerbatimRow[]): void {
    for (const row of rows) {
      this.#insertRow(row.seq, row.at, row.hash, row.plan, row);
      this.carryOut(row.changes);
    }
    const last = rows.at(-1);
    if (last) this.#statements.run("UPDATE head SET seq = ?, hash = ?, at = ?", last.seq, last.hash, last.at);
  }

  /** Likewise; of rows that stand elsewhere. */
  carryOut(changes: readonly AnyChange[]): void {
    for (const change of changes) this.#change(change);
  }

  record(request: VerbatimRequest): void {
    const { sender, tool, subject, id, arguments: given, answer, seq, at } = request;
    const sql =
      "INSERT INTO request (sender, tool, subject, id, arguments, answer, seq, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    this.#statements.run(sql, sender, tool, subject, id, given, answer, seq, at);
  }

  /** The head, and with it in one look what most plans rest on; null where something of it no longer holds. */
  #headIfHolds({ checks }: PreparedPlan): Head | null {
    const together = checks.slice(0, MOST_TOGETHER);
    const keys = together.map((check) => check.key);
    const [seq, hash, at, ...versions] = this.#statements.first(headSql(together), ...keys) ?? [];
    if (together.some((check, index) => (versions[index] ?? 0) !== check.version)) return null;
    for (const check of checks.slice(MOST_TOGETHER)) {
      const [version] = this.#statements.first(`SELECT ${versionSql(check)}`, check.key) ?? [];
      if ((version ?? 0) !== check.version) return null;
    }
    return { seq: Number(seq), hash: String(hash), at: Number(at) };
  }

  /** Counted here, where nobody else writes: a count that was read before lets two take the last place. */
  #hasRoom({ room }: PreparedPlan): boolean {
    return room.every(({ state, entering, max }) => {
      const [there] = this.#statements.first(OPEN_IN, state) ?? [];
      return Number(there) + entering <= max;
    });
  }

  /** By something of somebody else that is under way on the same tickets; or what is to be finished was taken away. */
  #isHindered({ pending }: PreparedPlan): boolean {
    if (!pending) return false;
    const { tickets, marker, request } = pending;
    if (request && this.#isAnswered(request)) return true;
    const other = "SELECT 1 FROM pending WHERE ticket = ? AND marker <> ?";
    if (tickets.some((ticket) => this.#statements.first(other, ticket, marker) !== undefined)) return true;
    return (
      pending.step === "finish" &&
      this.#statements.first("SELECT 1 FROM pending WHERE marker = ?", marker) === undefined
    );
  }

  #isAnswered({ sender, tool, subject, id }: RequestKey): boolean {
    const sql = "SELECT 1 FROM request WHERE sender = ? AND tool = ? AND subject = ? AND id = ?";
    return this.#statements.first(sql, sender, tool, subject, id) !== undefined;
  }

  #keepPending(plan: string, { step, tickets, marker, body, leaseMs }: PendingStep): void {
    if (step === "finish") this.#statements.run("DELETE FROM pending WHERE marker = ?", marker);
    if (step !== "begin") return;
    const sql = "INSERT INTO pending (ticket, plan, body, marker, expires_at) VALUES (?, ?, ?, ?, ?)";
    const expires = this.#clock() + leaseMs;
    for (const [index, ticket] of tickets.entries()) {
      this.#statements.run(sql, ticket, plan, index === 0 ? body : "", marker, expires);
    }
  }

  /** Nobody else makes a ticket before this transaction ends. */
  #writeNumbered(plan: PreparedPlan, head: Head): Outcome {
    const { newNumbers } = plan;
    if (!newNumbers) return this.#write(plan, head);
    const next = Number(this.#statements.first(LAST_NUMBER.sql)?.[0] ?? 0) + 1;
    const outcome = this.#write(numberPlan(plan, newNumbers, next), head);
    return outcome.kind === "done" ? { ...outcome, created: String(next) } : outcome;
  }

  #write(plan: PreparedPlan, head: Head): Outcome {
    let { seq, hash } = head;
    // A clock that was set back must not put a row before the one it follows.
    const at = Math.max(this.#clock(), head.at);
    try {
      for (const row of plan.rows) {
        seq += 1;
        hash = chainHash(hash, seq, at, row.payload);
        this.#insertRow(seq, at, hash, plan.id, row);
        for (const change of row.changes) this.#change(change);
      }
      // The head's time is that of the last row.
      if (plan.rows.length > 0) this.#statements.run("UPDATE head SET seq = ?, hash = ?, at = ?", seq, hash, at);
      if (plan.request) this.record({ ...plan.request, seq, at });
    } catch (error) {
      // A row that must be new is there already, or one that must be there is gone: somebody was faster.
      if (isClash(error)) return { kind: "stale" };
      throw error;
    }
    return { kind: "done", seq, at };
  }

  #insertRow(seq: number, at: number, hash: string, plan: string, row: PreparedRow | VerbatimRow): void {
    const sql =
      "INSERT INTO ledger (seq, at, kind, subject_type, subject_key, plan, payload, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    this.#statements.run(sql, seq, at, row.kind, row.subject_type, row.subject_key, plan, row.payload, hash);
    for (const { name, salt, content } of row.texts) {
      this.#statements.run(
        "INSERT INTO ledger_text (seq, name, salt, content) VALUES (?, ?, ?, ?)",
        seq,
        name,
        salt,
        content,
      );
    }
  }

  #change({ table: name, key: named, set }: AnyChange): void {
    const table = TABLES[name];
    const key = table.key.map((column) => named[column.name] ?? null);
    if (set === null) {
      this.#statements.run(`DELETE FROM ${table.name} WHERE ${whereKey(table)}`, ...key);
      return;
    }
    const { columns, update, insert } = writesOf(table, set);
    const values = columns.map((column) => set[column] ?? null);
    if (this.#statements.run(update, ...values, ...key) === 0) this.#statements.run(insert, ...values, ...key);
  }

  #transaction<T>(step: () => T, isWritten: (result: T) => boolean): T {
    this.#statements.run("BEGIN IMMEDIATE");
    try {
      this.#guard?.check();
      this.checkSchema();
      const result = step();
      this.#statements.run(isWritten(result) ? "COMMIT" : "ROLLBACK");
      return result;
    } catch (error) {
      // After a full disk SQLite has rolled back by itself, and a second ROLLBACK would hide the cause.
      if (this.#db.isTransaction) this.#statements.run("ROLLBACK");
      throw error;
    }
  }

  checkSchema(): void {
    const found = Number(this.#statements.first("PRAGMA user_version")?.[0]);
    if (found !== this.#known) throw schemaMismatch(found, this.#known);
  }
}

const OPEN_IN = "SELECT COUNT(*) FROM ticket WHERE state = ? AND closed = 0 AND off_board IS NULL";

/** A ticket and the workflow in force, and a little more; a guarded group has its versions read one by one. */
const MOST_TOGETHER = 4;

/** By the tables that are looked at: most plans look at the same. */
const headTexts = new Map<string, string>();

function headSql(checks: readonly Check[]): string {
  const tables = checks.map(({ table }) => table).join();
  let known = headTexts.get(tables);
  if (known === undefined) {
    const versions = checks.map((check) => `, ${versionSql(check)}`).join("");
    known = `SELECT seq, hash, at${versions} FROM head`;
    headTexts.set(tables, known);
  }
  return known;
}

function versionSql({ table }: Check): string {
  return `(SELECT version FROM ${table} WHERE ${whereKey(TABLES[table])})`;
}

interface Writes {
  readonly columns: readonly string[];
  readonly update: string;
  readonly insert: string;
}

/** By table and the columns that are set: a handful, as there are only so many kinds of change. */
const writes = new Map<string, Writes>();

/** Only what is set: each further column would cost its indexes a write, whether it differs or not. */
function writesOf(table: Table, set: NonNullable<AnyChange["set"]>): Writes {
  const shape = `${table.name} ${Object.keys(set).join()}`;
  let known = writes.get(shape);
  if (!known) {
    const columns = table.columns.map((column) => column.name).filter((name) => set[name] !== undefined);
    const all = [...columns, ...table.key.map((column) => column.name)];
    known = {
      columns,
      update: `UPDATE ${table.name} SET ${columns.map((name) => `${name} = ?`).join(", ")} WHERE ${whereKey(table)}`,
      insert: `INSERT INTO ${table.name} (${all.join(", ")}) VALUES (${all.map(() => "?").join(", ")})`,
    };
    writes.set(shape, known);
  }
  return known;
}

function whereKey(table: Table): string {
  return table.key.map((column) => `${column.name} = ?`).join(" AND ");
}
