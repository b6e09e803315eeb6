// The accounts of one machine: a small SQLite file in the user's cache folder, for all boards and all processes. Where it is
// lost, GitHub's own word corrects what was counted; where it can't be written, the accounts are kept elsewhere.

import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { NEW_ACCOUNT, type Account } from "./budget.ts";
import type { Clock } from "./clock.ts";
import type { Accounts } from "./token-budget.ts";

/** Nobody holds it for longer than a moment: what waits longer is stuck, and must not hold up a request. */
const MOST_TRIES = 100;
const BUSY_MS = 10;
const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

export class BudgetFile implements Accounts {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #otherwise: Accounts;
  readonly #onTrouble: (error: unknown) => void;
  #db: DatabaseSync | null = null;
  /** Once it could not be used, it is left alone: every request would try it, and tell of it, again. */
  #isUseless = false;

  /** `otherwise`: where accounts are kept when the file can't be used. */
  constructor(path: string, clock: Clock, otherwise: Accounts, onTrouble: (error: unknown) => void) {
    this.#path = path;
    this.#clock = clock;
    this.#otherwise = otherwise;
    this.#onTrouble = onTrouble;
  }

  async change(name: string, step: (account: Account) => Account | null): Promise<void> {
    for (let attempt = 1; !this.#isUseless; attempt++) {
      try {
        this.#once(name, step);
        return;
      } catch (error) {
        await this.#afterFailure(error, attempt);
      }
    }
    await this.#otherwise.change(name, step);
  }

  async #afterFailure(error: unknown, attempt: number): Promise<void> {
    const code = codeOf(error);
    if (code === BUSY && attempt < MOST_TRIES) {
      await this.#clock.sleep(BUSY_MS * (0.5 + this.#clock.random()));
      return;
    }
    this.close();
    if ((code === CORRUPT || code === NOT_A_DATABASE) && attempt === 1) {
      rmSync(this.#path, { force: true });
      return;
    }
    this.#isUseless = true;
    this.#onTrouble(error);
  }

  close(): void {
    this.#db?.close();
    this.#db = null;
  }

  #once(name: string, step: (account: Account) => Account | null): void {
    const db = (this.#db ??= open(this.#path));
    db.exec("BEGIN IMMEDIATE");
    try {
      const body = db.prepare("SELECT body FROM account WHERE name = ?").get(name)?.["body"];
      const after = step(typeof body === "string" ? (JSON.parse(body) as Account) : NEW_ACCOUNT);
      if (after) {
        db.prepare("INSERT INTO account VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET body = excluded.body").run(
          name,
          JSON.stringify(after),
        );
      }
      db.exec("COMMIT");
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  }
}

function open(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    // Which tokens are in use, by their digests, is nobody else's business.
    chmodSync(path, 0o600);
    // What is lost in a power cut is a count of the last hour.
    db.exec("PRAGMA synchronous = OFF");
    db.exec("CREATE TABLE IF NOT EXISTS account (name TEXT PRIMARY KEY, body TEXT NOT NULL) WITHOUT ROWID");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function codeOf(error: unknown): number {
  if (!(error instanceof Error) || !("errcode" in error)) return 0;
  // The lower byte: the rest says more exactly what is the matter.
  return Number(error.errcode) & 0xff;
}
