// What must hold of a store whatever happened to it: the chain is whole, versions have no gaps, each move begins where
// the one before it ended, and the tickets are what the ledger adds up to. Written apart from the code that it checks.

import { createHash } from "node:crypto";
import type { StoreBoard } from "../../../src/store/board.ts";

export interface Audit {
  readonly problems: readonly string[];
  readonly rows: number;
  readonly kinds: ReadonlyMap<string, number>;
  /** By their number. */
  readonly entries: ReadonlyMap<number, LedgerEntry>;
}

export interface LedgerEntry {
  readonly kind: string;
  readonly key: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly by: string;
  readonly code: unknown;
}

type Cell = string | number | null;

interface Payload {
  readonly kind: string;
  readonly subject: { readonly type: string; readonly key: string };
  readonly by: { readonly connection?: string; readonly person?: string };
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes?: readonly { table: string; key: { key?: string }; set: Record<string, Cell> | null }[];
}

/** Their words lie beside the ledger. */
const FREE = new Set(["title", "body", "labels"]);

export async function audit(board: StoreBoard): Promise<Audit> {
  const problems: string[] = [];
  const kinds = new Map<string, number>();
  const entries = new Map<number, LedgerEntry>();
  const tickets = new Map<string, Record<string, Cell>>();
  let [expected, previous, time] = [1, "0".repeat(64), 0];
  for (;;) {
    const page = await board.driver.all(
      "SELECT seq, at, payload, hash FROM ledger WHERE seq >= ? ORDER BY seq LIMIT 5000",
      [expected],
    );
    for (const row of page) {
      const [seq, at, payload, hash] = [Number(row["seq"]), Number(row["at"]), String(row["payload"]), row["hash"]];
      if (seq !== expected) problems.push(`row ${expected} is missing: ${seq} follows`);
      if (at < time) problems.push(`row ${seq} is older than the one before it`);
      const digest = createHash("sha256").update(`${previous}\n${seq}\n${at}\n${payload}`).digest("hex");
      if (hash !== digest) problems.push(`row ${seq} breaks the chain`);
      [expected, previous, time] = [seq + 1, digest, at];
      const entry = JSON.parse(payload) as Payload;
      kinds.set(entry.kind, (kinds.get(entry.kind) ?? 0) + 1);
      entries.set(seq, entryOf(entry));
      replay(seq, entry, tickets, problems);
    }
    if (page.length === 0) break;
  }
  const head = await board.ledger.head();
  if (head.seq !== expected - 1 || head.hash !== previous) problems.push("the head is not the last row");
  await compare(board, tickets, problems);
  return { problems, rows: expected - 1, kinds, entries };
}

function entryOf({ kind, subject, by, data }: Payload): LedgerEntry {
  const who = by.person ?? by.connection ?? "";
  return { kind, key: subject.key, from: data["from"], to: data["to"], by: who, code: data["code"] };
}

function replay(seq: number, entry: Payload, tickets: Map<string, Record<string, Cell>>, problems: string[]): void {
  const before = tickets.get(entry.subject.key);
  const moves = entry.kind === "move" || entry.kind === "stay" || entry.kind === "override" || entry.kind === "undo";
  if (entry.subject.type === "ticket" && moves && before?.["state"] !== entry.data["from"]) {
    problems.push(`row ${seq} begins in ${String(entry.data["from"])}, where the ticket was not`);
  }
  for (const { table, key, set } of entry.changes ?? []) {
    if (table !== "ticket" || set === null || key.key === undefined) continue;
    const old = tickets.get(key.key);
    const version = Number(old?.["version"] ?? 0) + 1;
    if (set["version"] !== version) problems.push(`row ${seq} makes version ${set["version"]}, and not ${version}`);
    tickets.set(key.key, { ...old, ...set });
  }
}

async function compare(
  board: StoreBoard,
  tickets: ReadonlyMap<string, Record<string, Cell>>,
  problems: string[],
): Promise<void> {
  const rows = await board.driver.all("SELECT * FROM ticket", []);
  if (rows.length !== tickets.size) problems.push(`${rows.length} tickets, and ${tickets.size} in the ledger`);
  for (const row of rows) {
    const expected = tickets.get(String(row["key"]));
    if (!expected) problems.push(`ticket ${row["key"]} is not in the ledger`);
    for (const [column, value] of Object.entries(expected ?? {})) {
      if (!FREE.has(column) && row[column] !== value) {
        problems.push(`ticket ${row["key"]}: ${column} is ${row[column]}, and ${value} in the ledger`);
      }
    }
  }
}
