// What one would write by hand for a handoff: the same rows in the same tables, and nothing read or decided beforehand.
// The ticket's version is checked in the update itself; the head is read, because each hash covers the one before.

import { hash, randomUUID } from "node:crypto";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { StoreBoard } from "../../src/store/board.ts";
import type { Row } from "../../src/store/driver.ts";
import type { Payload } from "../../src/store/ledger.ts";

type Cell = string | number | null;

/** A handoff as it was written once. */
interface Written {
  readonly key: string;
  readonly kind: string;
  readonly payload: string;
  readonly salt: string;
  readonly reason: string;
  /** What the ticket's row is set to, but for the version. */
  readonly set: Readonly<Record<string, Cell>>;
}

export async function writtenSince(board: StoreBoard, seq: number): Promise<readonly Written[]> {
  const rows = await board.driver.all(
    "SELECT l.kind, l.subject_key, l.payload, t.salt, t.content FROM ledger l JOIN ledger_text t ON t.seq = l.seq WHERE l.seq > ? ORDER BY l.seq",
    [seq],
  );
  return rows.map((row) => {
    const payload = String(row["payload"]);
    const { version: _, ...set } = (JSON.parse(payload) as Payload).changes?.[0]?.set ?? {};
    return {
      key: String(row["subject_key"]),
      kind: String(row["kind"]),
      payload,
      salt: String(row["salt"]),
      reason: String(row["content"]),
      set,
    };
  });
}

/** With its statement at hand: which columns it sets is known before. */
interface Ready extends Written {
  readonly update: StatementSync;
  readonly cells: readonly Cell[];
}

export class HandWritten {
  readonly #db: DatabaseSync;
  readonly #all: readonly Ready[];
  readonly #versions: Map<string, number>;
  readonly #begin;
  readonly #commit;
  readonly #head;
  readonly #ledger;
  readonly #text;
  readonly #setHead;

  constructor(file: string, all: readonly Written[]) {
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = OFF");
    const tickets = db.prepare("SELECT key, version FROM ticket").all() as Row[];
    this.#db = db;
    this.#versions = new Map(tickets.map((row) => [String(row["key"]), Number(row["version"])]));
    this.#begin = db.prepare("BEGIN IMMEDIATE");
    this.#commit = db.prepare("COMMIT");
    this.#head = db.prepare("SELECT seq, hash FROM head");
    this.#ledger = db.prepare(
      "INSERT INTO ledger (seq, at, kind, subject_type, subject_key, plan, payload, hash) VALUES (?, ?, ?, 'ticket', ?, ?, ?, ?)",
    );
    this.#text = db.prepare("INSERT INTO ledger_text (seq, name, salt, content) VALUES (?, 'reason', ?, ?)");
    this.#setHead = db.prepare("UPDATE head SET seq = ?, hash = ?, at = ?");
    const updates = new Map<string, StatementSync>();
    this.#all = all.map((written) => {
      const columns = Object.keys(written.set).map((column) => `${column} = ?`);
      const sql = `UPDATE ticket SET ${columns.join(", ")}, version = version + 1 WHERE key = ? AND version = ?`;
      const update = updates.get(sql) ?? db.prepare(sql);
      updates.set(sql, update);
      return { ...written, update, cells: Object.values(written.set) };
    });
  }

  writeAll(): void {
    for (const ready of this.#all) this.#write(ready);
  }

  #write({ key, kind, payload, salt, reason, update, cells }: Ready): void {
    const version = this.#versions.get(key) ?? 0;
    const at = Date.now();
    this.#begin.run();
    const head = this.#head.get();
    const seq = Number(head?.["seq"]) + 1;
    const digest = hash("sha256", `${String(head?.["hash"])}\n${seq}\n${at}\n${payload}`);
    this.#ledger.run(seq, at, kind, key, randomUUID(), payload, digest);
    this.#text.run(seq, salt, reason);
    if (update.run(...cells, key, version).changes !== 1) throw new Error(`${key} is not at version ${version}`);
    this.#setHead.run(seq, digest, at);
    this.#commit.run();
    this.#versions.set(key, version + 1);
  }

  close(): void {
    this.#db.close();
  }
}
