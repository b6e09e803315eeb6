// One plan in one short transaction: BEGIN IMMEDIATE, so that whoever reads the versions here is the only one who writes.

import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Change, Outcome } from "../../app/plan.ts";
import type { Blank, Row, VerbatimRequest, VerbatimRow } from "../driver.ts";
import { schemaMismatch } from "../errors.ts";
import { chainHash, type PendingStep, type PreparedPlan, type PreparedRow } from "../ledger.ts";
import { columnsOf, TABLES, type Table } from "../tables.ts";
import { isClash } from "./failures.ts";
import type { Place } from "./place.ts";

export class Committer {
  readonly #db: DatabaseSync;
  readonly #place: Place | null;
  readonly #clock: () => number;
  readonly #known: number;
  readonly #statements = new Map<string, StatementSync>();

  /** `known`: the schema version that this process knows. */
  constructor(db: DatabaseSync, clock: () => number, known: number, place: Place | null = null) {
    this.#db = db;
    this.#clock = clock;
    this.#known = known;
    this.#place = place;
  }

  commit(plan: PreparedPlan, extra: () => void = () => {}): Outcome {
    return this.#transaction(() => {
      if (!this.#holds(plan) || this.#isHindered(plan)) return { kind: "stale" };
      const outcome = this.#write(plan);
      if (plan.pending && outcome.kind === "done") this.#keepPending(plan.id, plan.pending);
      extra();
      return outcome;
    });
  }

  redact(plan: PreparedPlan, blanks: readonly Blank[]): Outcome {
    return this.commit(plan, () => {
      for (const { seq, name, recorded } of blanks) {
        this.#run("UPDATE ledger_text SET salt = NULL, content = NULL WHERE seq = ? AND name = ?", seq, name);
        const sql = "UPDATE request SET answer = replace(answer, ?, ?) WHERE instr(answer, ?) > 0";
        this.#run(sql, recorded.from, recorded.to, recorded.from);
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
    if (last) this.#run("UPDATE head SET seq = ?, hash = ?, at = ?", last.seq, last.hash, last.at);
  }

  record(request: VerbatimRequest): void {
    const { tool, subject, id, arguments: given, answer, seq, at } = request;
    const sql = "INSERT INTO request (tool, subject, id, arguments, answer, seq, at) VALUES (?, ?, ?, ?, ?, ?, ?)";
    this.#run(sql, tool, subject, id, given, answer, seq, at);
  }

  #holds(plan: PreparedPlan): boolean {
    for (const check of plan.checks) {
      const [key] = TABLES[check.table].key;
      const row = this.#get(`SELECT version FROM ${check.table} WHERE ${key?.name} = ?`, check.key);
      if ((row?.["version"] ?? 0) !== check.version) return false;
    }
    return true;
  }

  /** By something of somebody else that is under way on the same tickets; or what is to be finished was taken away. */
  #isHindered({ pending }: PreparedPlan): boolean {
    if (!pending) return false;
    const { tickets, marker, request } = pending;
    const answered = "SELECT 1 FROM request WHERE tool = ? AND subject = ? AND id = ?";
    if (request && this.#get(answered, request.tool, request.subject, request.id)) return true;
    const other = "SELECT 1 FROM pending WHERE ticket = ? AND marker <> ?";
    if (tickets.some((ticket) => this.#get(other, ticket, marker) !== undefined)) return true;
    return pending.step === "finish" && this.#get("SELECT 1 FROM pending WHERE marker = ?", marker) === undefined;
  }

  #keepPending(plan: string, { step, tickets, marker, body, leaseMs }: PendingStep): void {
    if (step === "finish") this.#run("DELETE FROM pending WHERE marker = ?", marker);
    if (step !== "begin") return;
    const sql = "INSERT INTO pending (ticket, plan, body, marker, expires_at) VALUES (?, ?, ?, ?, ?)";
    const expires = this.#clock() + leaseMs;
    for (const [index, ticket] of tickets.entries()) {
      this.#run(sql, ticket, plan, index === 0 ? body : "", marker, expires);
    }
  }

  #write(plan: PreparedPlan): Outcome {
    const head = this.#get("SELECT seq, hash, at FROM head");
    let seq = Number(head?.["seq"]);
    let hash = String(head?.["hash"]);
    // A clock that was set back must not put a row before the one it follows.
    const at = Math.max(this.#clock(), Number(head?.["at"]));
    try {
      for (const row of plan.rows) {
        seq += 1;
        hash = chainHash(hash, seq, at, row.payload);
        this.#insertRow(seq, at, hash, plan.id, row);
        for (const change of row.changes) this.#change(change);
      }
      // The head's time is that of the last row.
      if (plan.rows.length > 0) this.#run("UPDATE head SET seq = ?, hash = ?, at = ?", seq, hash, at);
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
    this.#run(sql, seq, at, row.kind, row.subject_type, row.subject_key, plan, row.payload, hash);
    for (const { name, salt, content } of row.texts) {
      this.#run("INSERT INTO ledger_text (seq, name, salt, content) VALUES (?, ?, ?, ?)", seq, name, salt, content);
    }
  }

  #change(change: Change): void {
    const table = TABLES[change.table];
    const key = table.key.map((column) => change.key[column.name] ?? null);
    const where = table.key.map((column) => `${column.name} = ?`).join(" AND ");
    if (change.set === null) {
      this.#run(`DELETE FROM ${table.name} WHERE ${where}`, ...key);
      return;
    }
    const before = this.#get(`SELECT * FROM ${table.name} WHERE ${where}`, ...key);
    const after = { ...before, ...change.key, ...change.set };
    this.#run(upsertSql(table), ...columnsOf(table).map((column) => after[column.name] ?? null));
  }

  #transaction(step: () => Outcome): Outcome {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      this.#place?.check();
      this.checkSchema();
      const result = step();
      this.#db.exec(result.kind === "stale" ? "ROLLBACK" : "COMMIT");
      return result;
    } catch (error) {
      // After a full disk SQLite has rolled back by itself, and a second ROLLBACK would hide the cause.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  checkSchema(): void {
    const found = Number(this.#get("PRAGMA user_version")?.["user_version"]);
    if (found !== this.#known) throw schemaMismatch(found, this.#known);
  }

  #get(sql: string, ...params: (string | number | null)[]): Row | undefined {
    return this.#prepared(sql).get(...params) as Row | undefined;
  }

  #run(sql: string, ...params: (string | number | null)[]): void {
    this.#prepared(sql).run(...params);
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

const upserts = new Map<string, string>();

function upsertSql(table: Table): string {
  let sql = upserts.get(table.name);
  if (sql === undefined) {
    const names = columnsOf(table).map((column) => column.name);
    const updates = table.columns.map((column) => `${column.name} = excluded.${column.name}`);
    sql = `INSERT INTO ${table.name} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})
      ON CONFLICT (${table.key.map((column) => column.name).join(", ")}) DO UPDATE SET ${updates.join(", ")}`;
    upserts.set(table.name, sql);
  }
  return sql;
}
