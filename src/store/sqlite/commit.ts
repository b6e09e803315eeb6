// One plan in one short transaction: BEGIN IMMEDIATE, so that nobody else writes after the versions are read.

import type { DatabaseSync } from "node:sqlite";
import type { Check } from "../../app/commit/changes.ts";
import type { Outcome, RequestKey } from "../../app/commit/plan.ts";
import type { Head } from "../../app/ports/ledger.ts";
import type { Blank, VerbatimRequest, VerbatimRow } from "../driver.ts";
import { schemaMismatch } from "../errors.ts";
import { chainHash, type PendingStep, type PreparedPlan, type PreparedRow } from "../ledger/prepare.ts";
import { TABLES, type AnyChange, type Table } from "../tables.ts";
import { isClash } from "./failures.ts";
import type { FileGuard } from "./file-guard.ts";
import { Statements } from "./statements.ts";

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
    return this.#transaction(() => {
      const head = this.#headIfHolds(plan);
      if (!head || this.#isHindered(plan)) return { kind: "stale" };
      const outcome = this.#write(plan, head);
      if (plan.pending && outcome.kind === "done") this.#keepPending(plan.id, plan.pending);
      extra();
      return outcome;
    });
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
      for (const change of row.changes) this.#change(change);
    }
    const last = rows.at(-1);
    if (last) this.#statements.run("UPDATE head SET seq = ?, hash = ?, at = ?", last.seq, last.hash, last.at);
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

  #transaction(step: () => Outcome): Outcome {
    this.#statements.run("BEGIN IMMEDIATE");
    try {
      this.#guard?.check();
      this.checkSchema();
      const result = step();
      this.#statements.run(result.kind === "stale" ? "ROLLBACK" : "COMMIT");
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

/** A ticket and the workflow in force, and a little more; a guarded group has its versions read one by one. */
const MOST_TOGETHER = 4;

function headSql(checks: readonly Check[]): string {
  const versions = checks.map((check) => `, ${versionSql(check)}`).join("");
  return `SELECT seq, hash, at${versions} FROM head`;
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
