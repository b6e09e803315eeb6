// Exports as text, for tests: taken from a store, and made up.

import { createHash } from "node:crypto";
import type { Driver } from "../../../src/store/driver.ts";
import { chainHash, digestText, GENESIS, type LedgerText, type Payload } from "../../../src/store/ledger/prepare.ts";
import { SCHEMA_VERSION } from "../../../src/store/migrations/list.ts";
import { exportStore } from "../../../src/store/transfer/export.ts";

/** Lines without their ends. */
export async function exportLines(driver: Driver): Promise<string[]> {
  const lines: string[] = [];
  await exportStore(driver, (line) => void lines.push(line.trimEnd()));
  return lines;
}

/** The last line as it has to be after those before it were changed. */
export function withEnd(lines: readonly string[]): string[] {
  const before = lines.filter((line) => !line.startsWith('{"end"'));
  const rows = before.filter((line) => line.startsWith('{"row"')).length;
  const requests = before.filter((line) => line.startsWith('{"request"')).length;
  const sha256 = createHash("sha256")
    .update(before.map((line) => `${line}\n`).join(""))
    .digest("hex");
  return [...before, JSON.stringify({ end: { rows, requests, sha256 } })];
}

/** The chain made good again, from the first row to the head and the end. */
export function rechained(lines: readonly string[]): string[] {
  let hash = GENESIS;
  const [header = "", ...rest] = lines.map((line) => {
    const read = JSON.parse(line) as { readonly row?: { seq: number; at: number; payload: string; hash: string } };
    if (!read.row) return line;
    hash = chainHash(hash, read.row.seq, read.row.at, read.row.payload);
    return JSON.stringify({ row: { ...read.row, hash } });
  });
  const read = JSON.parse(header) as { readonly head: object };
  return withEnd([JSON.stringify({ ...read, head: { ...read.head, hash } }), ...rest]);
}

/** An export of a board on which so many tickets were created, and nothing else. */
export function manyTickets(count: number): string[] {
  const at = Date.UTC(2026, 0, 1);
  let hash = GENESIS;
  const rows: string[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const { payload, texts } = created(seq, at + seq);
    hash = chainHash(hash, seq, at + seq, payload);
    rows.push(JSON.stringify({ row: { seq, at: at + seq, payload, hash, texts } }));
  }
  const head = { seq: count, hash, at: at + count };
  const exportedAt = new Date(at).toISOString();
  const header = { format: "signalbox-export", version: 1, schema: SCHEMA_VERSION, head, exportedAt };
  return withEnd([JSON.stringify(header), ...rows]);
}

const BODY = "As big as most are. ".repeat(20);

function created(number: number, now: number): { payload: string; texts: readonly LedgerText[] } {
  // Every tenth is the parent of those that follow it.
  const parent = number % 10 === 1 ? null : String(number - ((number - 1) % 10));
  const contents = { "0.title": `Ticket ${number}`, "0.body": BODY, "0.labels": "[]" };
  const texts = Object.entries(contents).map(([name, content]) => ({ name, salt: String(number), content }));
  const payload: Payload = {
    plan: `plan-${number}`,
    kind: "create",
    subject: { type: "ticket", key: String(number) },
    by: { person: "Maria", via: "cli" },
    data: { to: "Backlog" },
    texts: Object.fromEntries(texts.map((text) => [text.name, digestText(text) ?? ""])),
    changes: [
      {
        table: "ticket",
        key: { key: String(number) },
        set: {
          number,
          repo: "",
          title: "0.title",
          body: "0.body",
          state: "Backlog",
          priority: "P2",
          estimate: "S",
          labels: "0.labels",
          parent,
          parent_since: parent === null ? null : now,
          created_at: now,
          updated_at: now,
          entered_at: now,
          version: 1,
          closed: 0,
          fence: 0,
        },
      },
    ],
  };
  return { payload: JSON.stringify(payload), texts };
}
