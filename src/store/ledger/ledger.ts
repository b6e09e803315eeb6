// The ledger, in the store.

import type { Head, Ledger, RecordedAnswer } from "../../app/ports/ledger.ts";
import { askOne } from "../ask.ts";
import type { Driver } from "../driver.ts";
import { number, text } from "../rows.ts";
import { readArrivals } from "./arrivals.ts";
import { countRefused, countRows, readBareRows, readBareRowsOn, readRowBefore } from "./bare-rows.ts";
import { readHistory, readLedger } from "./history.ts";
import { preparePlan } from "./prepare.ts";
import { HEAD, RECORDED } from "./queries.ts";
import { blanksFor, readTexts } from "./texts.ts";

export function storeLedger(driver: Driver): Ledger {
  return {
    head: () => readHead(driver),
    after: (seq, limit) => readLedger(driver, seq, limit),
    history: (subject, limit, before = Number.MAX_SAFE_INTEGER) => readHistory(driver, subject, limit, before),
    arrivals: (keys) => readArrivals(driver, keys),
    rowBefore: (time) => readRowBefore(driver, time),
    refusedSince: (time) => countRefused(driver, time),
    bareRows: (after, limit) => readBareRows(driver, after, limit),
    bareRowsOn: (type, keys, upTo) => readBareRowsOn(driver, type, keys, upTo),
    tally: (after, upTo) => countRows(driver, after, upTo),
    recorded: (tool, subject, id) => readRecorded(driver, tool, subject, id),
    texts: (seq) => readTexts(driver, seq),
    redact: async (plan, seq, texts) => driver.redact(preparePlan(plan), blanksFor(seq, texts)),
  };
}

async function readHead(driver: Driver): Promise<Head> {
  const row = await askOne(driver, HEAD);
  return { seq: number(row?.["seq"]), hash: text(row?.["hash"]), at: number(row?.["at"]) };
}

async function readRecorded(driver: Driver, tool: string, subject: string, id: string): Promise<RecordedAnswer | null> {
  const row = await askOne(driver, RECORDED, tool, subject, id);
  return row ? { arguments: text(row["arguments"]), answer: text(row["answer"]), seq: number(row["seq"]) } : null;
}
