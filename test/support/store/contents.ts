// All that a store holds, and whether its chain is whole.

import { expect } from "vitest";
import type { Change } from "../../../src/app/commit/changes.ts";
import type { Reader, Row, VerbatimRow } from "../../../src/store/driver.ts";
import { chainHash, GENESIS } from "../../../src/store/ledger/prepare.ts";

export async function everything(reader: Reader): Promise<Record<string, Row[]>> {
  const tables = ["ticket", "blocker", "comment", "ledger", "ledger_text", "head", "request"];
  const order = {
    ledger_text: "seq, name",
    request: "id",
    head: "one",
    blocker: "ticket",
    comment: "id",
    ledger: "seq",
  };
  const entries = tables.map(async (table): Promise<[string, Row[]]> => {
    const by = table in order ? order[table as keyof typeof order] : "key";
    return [table, await reader.all(`SELECT * FROM ${table} ORDER BY ${by}`, [])];
  });
  return Object.fromEntries(await Promise.all(entries));
}

export async function expectWholeChain(reader: Reader, length: number): Promise<void> {
  const rows = await reader.all("SELECT seq, at, payload, hash FROM ledger ORDER BY seq", []);
  expect(rows).toHaveLength(length);
  let hash = GENESIS;
  for (const [index, row] of rows.entries()) {
    expect(row["seq"]).toBe(index + 1);
    hash = chainHash(hash, index + 1, Number(row["at"]), String(row["payload"]));
    expect(row["hash"]).toBe(hash);
  }
  expect(await reader.all("SELECT seq, hash FROM head", [])).toEqual([{ seq: length, hash }]);
}

/** The rows of a board's ledger on their way elsewhere, with the words back in their changes. */
export async function verbatim(reader: Reader): Promise<VerbatimRow[]> {
  const rows = await reader.all("SELECT * FROM ledger ORDER BY seq", []);
  const texts = Map.groupBy(await reader.all("SELECT * FROM ledger_text", []), (row) => row["seq"]);
  return rows.map((row) => {
    const own = (texts.get(row["seq"] ?? null) ?? []).map((one) => ({ ...one })) as unknown as VerbatimRow["texts"];
    const words = new Map(own.map((one) => [one.name, one.content]));
    const { changes = [] } = JSON.parse(String(row["payload"])) as { changes?: Change[] };
    const whole = changes.map((change) => ({
      ...change,
      set:
        change.set &&
        Object.fromEntries(
          Object.entries(change.set).map(([name, value]) => [name, words.get(String(value)) ?? value]),
        ),
    }));
    return { ...(row as unknown as VerbatimRow), texts: own, changes: whole };
  });
}
