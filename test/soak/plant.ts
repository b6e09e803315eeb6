// A server that does wrong, for the checker to find out: loaded before the program (`node --import`), it breaks the store
// from within in the one way that SOAK_PLANT names. The program itself has no such switch.

import { createHash } from "node:crypto";
import { DatabaseSync, type SQLInputValue, type StatementResultingChanges } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { Select } from "../../src/store/select.ts";
import { SqliteDriver } from "../../src/store/sqlite/driver.ts";
import { BARE_TICKET_NOW } from "../../src/store/tickets/queries.ts";
import { fromNames, toNames, type NamedRow } from "../support/store/named-rows.ts";

export type Plant =
  | "lost-update"
  | "double-grant"
  | "late-write"
  | "skipped-row"
  | "unchained-row"
  | "reordered-clock"
  | "false-success"
  | "wrong-number"
  | "half-move"
  | "swapped-words"
  | "blind-guard"
  | "misread-state"
  | "forgotten-request";

type Params = Parameters<SqliteDriver["read"]>[1];
type Prepare = DatabaseSync["prepare"];
type Commit = SqliteDriver["commit"];
type Run = (...params: SQLInputValue[]) => StatementResultingChanges;

const PLANTS: Readonly<Record<Plant, () => void>> = {
  // What a decision rests on is not looked at again, so that of two the later one wins.
  "lost-update": () =>
    aroundCommits((commit) => async (plan) => {
      await sleep(20);
      return commit({ ...plan, checks: [] });
    }),

  // Every claim seems to have run out.
  "double-grant": () => inTickets((row) => (row["claim_connection"] === null ? row : { ...row, claim_expires: 0 })),

  // Whoever held it before still counts as its holder.
  "late-write": () =>
    inTickets((row) => {
      const { claim_connection: holder, former_connection: former, former_agent: agent } = row;
      if (holder === null || former === null) return row;
      return { ...row, claim_connection: former ?? null, claim_agent: agent ?? null };
    }),

  "skipped-row": () => {
    const now = everyFourth();
    aroundStatement(
      "UPDATE head SET seq = ?",
      (run) =>
        (seq, ...rest) =>
          run(Number(seq) + (now() ? 1 : 0), ...rest),
    );
  },

  "unchained-row": () => {
    const now = everyFourth();
    aroundStatement("INSERT INTO ledger (", (run) => (...row) => {
      return run(...(now() ? [...row.slice(0, -1), createHash("sha256").digest("hex")] : row));
    });
  },

  // A clock that is set back, and a head that has forgotten its time.
  "reordered-clock": () => {
    const clock = Date.now.bind(Date);
    const now = everyFourth();
    Date.now = () => clock() - (now() ? 5000 : 0);
    aroundStatement(
      "UPDATE head SET seq = ?",
      (run) =>
        (...head) =>
          run(...head.slice(0, -1), 0),
    );
  },

  // It says that it is done, and nothing was written.
  "false-success": () => {
    const now = everyFourth();
    aroundCommits((commit, driver) => async (plan) => {
      if (!now()) return commit(plan);
      const [head] = await driver.all("SELECT seq, at FROM head", []);
      return { kind: "done", seq: Number(head?.["seq"]) + 1, at: Number(head?.["at"]) };
    });
  },

  "wrong-number": () =>
    aroundCommits((commit) => async (plan) => {
      const outcome = await commit(plan);
      return outcome.kind === "done" ? { ...outcome, seq: outcome.seq - 1 } : outcome;
    }),

  // The row is written, and what it stands for is not.
  "half-move": () => {
    const now = everyFourth();
    aroundCommits((commit) => (plan) => {
      const moves = plan.rows.some(({ kind }) => kind === "move");
      return commit(moves && now() ? { ...plan, rows: plan.rows.map((row) => ({ ...row, changes: [] })) } : plan);
    });
  },

  // Not the words that the row has the digest of.
  "swapped-words": () =>
    aroundCommits((commit) => (plan) => {
      const swapped = plan.rows.map((row) => ({
        ...row,
        texts: row.texts.map((text) => ({ ...text, content: "something else" })),
      }));
      return commit({ ...plan, rows: swapped });
    }),

  // A group of which nobody but the ticket itself is seen.
  "blind-guard": () =>
    afterReading(
      (sql) => sql.includes("FROM reached r"),
      (rows, key) => rows.filter((row) => row["key"] === key),
    ),

  // Out of a state that nobody knows a ticket may go anywhere.
  "misread-state": () => inTickets((row) => ({ ...row, state: "Limbo" })),

  // The answer is not kept, so that the same request is carried out again.
  "forgotten-request": () => aroundCommits((commit) => (plan) => commit({ ...plan, request: null })),
};

const planted = process.env["SOAK_PLANT"] ?? "";
if (!isPlant(planted)) throw new Error(`There is no plant "${planted}".`);
PLANTS[planted]();

function isPlant(name: string): name is Plant {
  return Object.hasOwn(PLANTS, name);
}

function aroundCommits(around: (commit: Commit, driver: SqliteDriver) => Commit): void {
  const prototype: { commit: (this: SqliteDriver, ...plan: Parameters<Commit>) => ReturnType<Commit> } =
    SqliteDriver.prototype;
  const original = prototype.commit;
  prototype.commit = function (plan) {
    return around((other) => original.call(this, other), this)(plan);
  };
}

/** What a handoff reads of its ticket. */
function inTickets(change: (row: NamedRow) => NamedRow): void {
  afterReading(
    (sql) => sql === BARE_TICKET_NOW.sql,
    (rows) => rows.map(change),
  );
}

function afterReading(which: (sql: string) => boolean, change: (rows: NamedRow[], key: unknown) => NamedRow[]): void {
  const original = Reflect.get(SqliteDriver.prototype, "read");
  SqliteDriver.prototype.read = async function <Found>(this: SqliteDriver, select: Select<Found>, params: Params) {
    const read: SqliteDriver["read"] = original.bind(this);
    const rows = await read(select, params);
    return which(select.sql) ? fromNames(select, change(toNames(select, rows), params[0])) : rows;
  };
}

function aroundStatement(begins: string, around: (run: Run) => Run): void {
  const prototype: { prepare: (this: DatabaseSync, ...sql: Parameters<Prepare>) => ReturnType<Prepare> } =
    DatabaseSync.prototype;
  const original = prototype.prepare;
  prototype.prepare = function (sql, ...options) {
    const statement = original.call(this, sql, ...options);
    if (sql.startsWith(begins)) Object.assign(statement, { run: around(statement.run.bind(statement)) });
    return statement;
  };
}

/** Most of the time all is well, as with faults that are real. */
function everyFourth(): () => boolean {
  let count = 0;
  return () => ++count % 4 === 0;
}
