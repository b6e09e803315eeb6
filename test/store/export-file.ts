// Exports as text, for tests: taken from a store, and made up.

import { createHash } from "node:crypto";
import type { Entry } from "../../src/app/plan.ts";
import type { Driver } from "../../src/store/driver.ts";
import { chainHash, GENESIS, preparePlan } from "../../src/store/ledger.ts";
import { SCHEMA_VERSION } from "../../src/store/migrations/list.ts";
import { exportStore } from "../../src/store/transfer/export.ts";

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

/** An export of a board on which so many tickets were created, and nothing else. */
export function manyTickets(count: number): string[] {
  const at = Date.UTC(2026, 0, 1);
  let hash = GENESIS;
  const rows: string[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const [row] = preparePlan({ id: `plan-${seq}`, checks: [], entries: [created(seq, at + seq)] }).rows;
    if (!row) throw new Error("no row");
    const { payload, texts } = row;
    hash = chainHash(hash, seq, at + seq, payload);
    rows.push(JSON.stringify({ row: { seq, at: at + seq, payload, hash, texts } }));
  }
  const head = { seq: count, hash, at: at + count };
  const exportedAt = new Date(at).toISOString();
  const header = { format: "signalbox-export", version: 1, schema: SCHEMA_VERSION, head, exportedAt };
  return withEnd([JSON.stringify(header), ...rows]);
}

function created(number: number, now: number): Entry {
  return {
    kind: "create",
    subject: { type: "ticket", key: String(number) },
    by: { person: "Maria", via: "cli" },
    data: { to: "Backlog" },
    changes: [
      {
        table: "ticket",
        key: { key: String(number) },
        set: {
          number,
          repo: "",
          title: `Ticket ${number}`,
          body: "As big as most are. ".repeat(20),
          state: "Backlog",
          priority: "P2",
          estimate: "S",
          labels: "[]",
          // Every tenth is the parent of those that follow it.
          parent: number % 10 === 1 ? null : String(number - ((number - 1) % 10)),
          parent_since: number % 10 === 1 ? null : now,
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
}
