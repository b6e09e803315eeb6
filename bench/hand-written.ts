// A handoff as one would write it by hand, by prepared statements alone: the ticket is read, its state looked at, the row's
// text is made, and one transaction writes it all; the update itself checks the version. Nothing is decided that was not
// decided beforehand, and nothing is refused in words. The ledger that comes out of it is one that `verify` accepts.

import { hash, randomBytes, randomUUID } from "node:crypto";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** One row of a ledger as it was written once, with all that belongs to it. */
export interface Deed {
  readonly kind: string;
  readonly key: string;
  readonly payload: Payload;
  readonly texts: readonly { readonly name: string; readonly content: string }[];
}

interface Payload {
  readonly data: { readonly from?: string | null };
  readonly changes?: readonly { readonly set: Readonly<Record<string, SQLInputValue>> }[];
}

const LOOK = `SELECT state, version, fence, claim_connection, claim_agent, claim_expires, reserved_until
  FROM ticket WHERE key = ?`;
const ROW = `INSERT INTO ledger (seq, at, kind, subject_type, subject_key, plan, payload, hash)
  VALUES (?, ?, ?, 'ticket', ?, ?, ?, ?)`;
const TEXT = "INSERT INTO ledger_text (seq, name, salt, content) VALUES (?, ?, ?, ?)";

export class HandWritten {
  readonly #db: DatabaseSync;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  readonly #look: StatementSync;
  readonly #head: StatementSync;
  readonly #moveHead: StatementSync;
  readonly #row: StatementSync;
  readonly #text: StatementSync;
  readonly #updates = new Map<string, StatementSync>();

  /** The file has the schema already, and everything in it that the deeds come after. */
  constructor(file: string, synchronous: "FULL" | "OFF") {
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${synchronous}; PRAGMA journal_size_limit = 16777216`);
    this.#db = db;
    this.#begin = db.prepare("BEGIN IMMEDIATE");
    this.#commit = db.prepare("COMMIT");
    this.#look = db.prepare(LOOK);
    this.#head = db.prepare("SELECT seq, hash, at FROM head");
    this.#moveHead = db.prepare("UPDATE head SET seq = ?, hash = ?, at = ?");
    this.#row = db.prepare(ROW);
    this.#text = db.prepare(TEXT);
  }

  write({ kind, key, payload, texts }: Deed): void {
    const { data, changes } = payload;
    const ticket = this.#look.get(key) as { state: string | null; version: number } | undefined;
    if (!ticket || ticket.state !== data.from) throw new Error(`ticket ${key} is not in ${data.from}`);
    const [change] = changes ?? [];
    const set = change && { ...change.set, version: ticket.version + 1 };
    const plan = randomUUID();
    const salted = texts.map(({ name, content }) => ({ name, content, salt: randomBytes(12).toString("base64url") }));
    const digests = salted.map(({ name, content, salt }) => [name, hash("sha256", `${salt}\n${content}`)]);
    const told = JSON.stringify({
      ...payload,
      plan,
      texts: Object.fromEntries(digests),
      ...(change ? { changes: [{ ...change, set }] } : {}),
    });
    this.#begin.run();
    const head = this.#head.get() as { seq: number; hash: string; at: number };
    const seq = head.seq + 1;
    const at = Math.max(Date.now(), head.at);
    const link = hash("sha256", `${head.hash}\n${seq}\n${at}\n${told}`);
    this.#row.run(seq, at, kind, key, plan, told, link);
    for (const { name, salt, content } of salted) this.#text.run(seq, name, salt, content);
    if (set) this.#update(key, set, ticket.version);
    this.#moveHead.run(seq, link, at);
    this.#commit.run();
  }

  close(): void {
    this.#db.close();
  }

  #update(key: string, set: Readonly<Record<string, SQLInputValue>>, version: number): void {
    const columns = Object.keys(set).join(" = ?, ");
    let statement = this.#updates.get(columns);
    if (!statement) {
      statement = this.#db.prepare(`UPDATE ticket SET ${columns} = ? WHERE key = ? AND version = ?`);
      this.#updates.set(columns, statement);
    }
    const { changes } = statement.run(...Object.values(set), key, version);
    if (changes !== 1) throw new Error(`ticket ${key} is no longer at version ${version}`);
  }
}

/** What stands in a file's ledger after a row, to be written once more elsewhere. */
export function deedsAfter(file: string, after: number): readonly Deed[] {
  const db = new DatabaseSync(file);
  const texts = db.prepare("SELECT name, content FROM ledger_text WHERE seq = ?");
  const rows = db.prepare("SELECT seq, kind, subject_key AS key, payload FROM ledger WHERE seq > ? ORDER BY seq");
  const deeds = rows.all(after).map((row) => ({
    kind: String(row["kind"]),
    key: String(row["key"]),
    payload: JSON.parse(String(row["payload"])) as Payload,
    texts: texts.all(Number(row["seq"])) as unknown as Deed["texts"],
  }));
  db.close();
  return deeds;
}

export function lastRow(file: string): number {
  const db = new DatabaseSync(file);
  const head = db.prepare("SELECT seq FROM head").get();
  db.close();
  return Number(head?.["seq"]);
}
