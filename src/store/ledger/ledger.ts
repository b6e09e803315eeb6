// The ledger, in the store.

import type { Head, Ledger } from "../../app/ports/ledger.ts";
import { askOne } from "../ask.ts";
import type { Driver, Reader } from "../driver.ts";
import { readArrivals, readFirstArrival, readLinkedBy } from "./arrivals.ts";
import { bareRows, countRefused, readRowBefore } from "./bare-rows.ts";
import { readDifferences } from "./differences.ts";
import { find } from "./find.ts";
import { readHistory, readLedger } from "./history.ts";
import { GENESIS, preparePlan } from "./prepare.ts";
import { forgetRequests, HEAD, LAST_STEP, RECORDED, TOLD_AFTER } from "./queries.ts";
import { toChangingRow, toLedgerRow } from "./rows.ts";
import { blanksFor, readTexts } from "./texts.ts";

export function storeLedger(driver: Driver): Ledger {
  return {
    ...bareRows(driver),
    ...find(driver),
    differences: (seqs) => readDifferences(driver, seqs),
    head: () => readHeadRow(driver),
    changing: async (seq, limit) => (await driver.read(TOLD_AFTER, [seq, limit])).map(toChangingRow),
    after: (seq, limit) => readLedger(driver, seq, limit),
    history: (subject, limit, before = Number.MAX_SAFE_INTEGER) => readHistory(driver, subject, limit, before),
    async lastStep({ type, key }) {
      const row = await askOne(driver, LAST_STEP, type, key);
      return row ? toLedgerRow(row, []).by : null;
    },
    arrivals: (keys) => readArrivals(driver, keys),
    firstArrival: (key, states) => readFirstArrival(driver, key, states),
    linkedBy: (parent, children) => readLinkedBy(driver, parent, children),
    rowBefore: (time) => readRowBefore(driver, time),
    refusedSince: (time) => countRefused(driver, time),
    async recorded({ sender, tool, subject, id }) {
      const row = await askOne(driver, RECORDED, sender, tool, subject, id);
      return row ? { arguments: row.arguments, answer: row.answer, seq: row.seq } : null;
    },
    forgetRequests: async (before, lasting, most) =>
      (await driver.read(forgetRequests(lasting.length), [before, ...lasting, most])).length,
    texts: (seq) => readTexts(driver, seq),
    redact: async (plan, seq, texts) => driver.redact(preparePlan(plan), blanksFor(seq, texts)),
  };
}

export async function readHeadRow(reader: Reader): Promise<Head> {
  const [row] = await reader.read(HEAD, []);
  return row ? { seq: row.seq, hash: row.hash, at: row.at } : { seq: 0, hash: GENESIS, at: 0 };
}
