// The rows of a handoff by prepared statements alone, as one would write them by hand: one transaction that waits for the
// disk, the version checked by the update itself, and the payload at hand beforehand. The ledger that comes out of it is
// one that `verify` accepts.

import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { chainHash } from "../../src/store/ledger.ts";

/** One row of the ledger, with all that belongs to it. */
export interface Deed {
  readonly kind: string;
  readonly key: string;
  readonly plan: string;
  readonly payload: string;
  readonly texts: readonly { readonly name: string; readonly salt: string; readonly content: string }[];
  /** Of the ticket; null: nothing. */
  readonly set: Readonly<Record<string, SQLInputValue>> | null;
}

const ROW = `INSERT INTO ledger (seq, at, kind, subject_type, subject_key, plan, payload, hash)
  VALUES (?, ?, ?, 'ticket', ?, ?, ?, ?)`;
const TEXT = "INSERT INTO ledger_text (seq, name, salt, content) VALUES (?, ?, ?, ?)";

export class HandWritten {
  readonly #db: DatabaseSync;
  readonly #head: StatementSync;
  readonly #moveHead: StatementSync;
  readonly #row: StatementSync;
  readonly #text: StatementSync;
  readonly #updates = new Map<string, StatementSync>();

  /** The file has the schema already, and everything in it that the deeds come after. */
  constructor(file: string) {
    this.#db = new DatabaseSync(file);
    this.#db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 16777216");
    this.#head = this.#db.prepare("SELECT seq, hash, at FROM head");
    this.#moveHead = this.#db.prepare("UPDATE head SET seq = ?, hash = ?, at = ?");
    this.#row = this.#db.prepare(ROW);
    this.#text = this.#db.prepare(TEXT);
  }

  write({ kind, key, plan, payload, texts, set }: Deed): void {
    this.#db.exec("BEGIN IMMEDIATE");
    const head = this.#head.get() as { seq: number; hash: string; at: number };
    const seq = head.seq + 1;
    const at = Math.max(Date.now(), head.at);
    const hash = chainHash(head.hash, seq, at, payload);
    this.#row.run(seq, at, kind, key, plan, payload, hash);
    for (const { name, salt, content } of texts) this.#text.run(seq, name, salt, content);
    if (set !== null) this.#update(key, set);
    this.#moveHead.run(seq, hash, at);
    this.#db.exec("COMMIT");
  }

  close(): void {
    this.#db.close();
  }

  #update(key: string, set: Readonly<Record<string, SQLInputValue>>): void {
    const columns = Object.keys(set).join(" = ?, ");
    let statement = this.#updates.get(columns);
    if (!statement) {
      statement = this.#db.prepare(`UPDATE ticket SET ${columns} = ? WHERE key = ? AND version = ?`);
      this.#updates.set(columns, statement);
    }
    const { changes } = statement.run(...Object.values(set), key, Number(set["version"]) - 1);
    if (changes !== 1) throw new Error(`ticket ${key} is at another version`);
  }
}

/** What stands in a file's ledger after a row, to be written once more elsewhere. */
export function deedsAfter(file: string, after: number): readonly Deed[] {
  const db = new DatabaseSync(file);
  const texts = db.prepare("SELECT name, salt, content FROM ledger_text WHERE seq = ?");
  const rows = db.prepare("SELECT seq, kind, subject_key AS key, plan, payload FROM ledger WHERE seq > ? ORDER BY seq");
  const deeds = rows.all(after).map((row) => {
    const deed = row as unknown as Omit<Deed, "texts" | "set"> & { seq: number };
    const { changes = [] } = JSON.parse(deed.payload) as { changes?: readonly Pick<Deed, "set">[] };
    return { ...deed, texts: texts.all(deed.seq) as unknown as Deed["texts"], set: changes[0]?.set ?? null };
  });
  db.close();
  return deeds;
}

export function lastRow(file: string): number {
  const db = new DatabaseSync(file);
  const head = db.prepare("SELECT seq FROM head").get();
  db.close();
  return Number(head?.["seq"]);
}
