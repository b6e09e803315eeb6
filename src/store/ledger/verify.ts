// Whether the ledger is the one that was written, and the tables are what it adds up to. One consistent view of the
// store, so that others may go on working meanwhile.

import type { Head } from "../../app/ports/ledger.ts";
import { Chain, isBlank, type Problem } from "./chain.ts";
import { firstDifference } from "./compare-tables.ts";
import type { Driver, Reader } from "../driver.ts";
import type { NotedHead } from "./head.ts";
import { GENESIS, type Payload } from "./prepare.ts";
import { ledgerRows, type StoredRow } from "./all-rows.ts";
import { readPayload } from "./payload.ts";
import { readHeadRow } from "./ledger.ts";
import { REDACT_ROWS, STRAY_REQUEST, STRAY_TEXT } from "./queries.ts";
import { Redactions } from "./redactions.ts";
import { changesOf, Replay } from "./replay.ts";

export interface VerifyOptions {
  /** A head that was noted earlier, somewhere else: it must still be in the chain. */
  readonly expect?: NotedHead;
  readonly onProgress?: (done: number, total: number) => void;
  /** Is shown each row that follows from the one before it. */
  readonly onRow?: (row: { readonly seq: number; readonly hash: string }) => void;
}

export type Verdict =
  | { readonly ok: true; readonly head: Head; readonly rows: number; readonly redactions: number }
  | { readonly ok: false; readonly head: Head; readonly problem: Problem };

export function verifyStore(driver: Driver, options: VerifyOptions = {}): Promise<Verdict> {
  return driver.snapshot(async (reader) => {
    const head = await readHeadRow(reader);
    const redactions = await readRedactions(reader);
    const replay = new Replay();
    const chain = await followLedger(reader, head, redactions, replay, options);
    if ("problem" in chain) return { ok: false, head, problem: chain.problem };
    const problem =
      checkHead(head, chain.end) ??
      (await findStrays(reader, head)) ??
      checkExpected(options.expect, chain.expectedHash, head) ??
      (await firstDifference(reader, replay));
    return problem ? { ok: false, head, problem } : { ok: true, head, rows: head.seq, redactions: redactions.size };
  });
}

interface Followed {
  readonly end: Head;
  /** The hash of the row that was expected; null: there is no such row. */
  readonly expectedHash: string | null;
}

async function followLedger(
  reader: Reader,
  head: Head,
  redactions: Redactions,
  replay: Replay,
  { expect, onProgress, onRow }: VerifyOptions,
): Promise<Followed | { readonly problem: Problem }> {
  const chain = new Chain();
  let expectedHash: string | null = expect && isExpected(expect, chain.head) ? GENESIS : null;
  for await (const row of ledgerRows(reader)) {
    const { seq } = row;
    if (seq > head.seq && chain.head.seq >= head.seq) {
      const detail = `Row ${seq} comes after the end of the ledger, which is row ${head.seq}.`;
      return { problem: { seq, what: "row_out_of_place", detail } };
    }
    const next = chain.next(row);
    if ("problem" in next) return next;
    const problem = checkColumns(row, next.payload) ?? checkBlanks(row, redactions);
    if (problem) return { problem };
    replay.carryOut(seq, changesOf(next.payload, row.texts));
    if (expect && isExpected(expect, row)) expectedHash = row.hash;
    onRow?.(row);
    if (seq % 1000 === 0 || seq === head.seq) onProgress?.(seq, head.seq);
  }
  return { end: chain.head, expectedHash };
}

/** What is there to search by must say what the row says. */
function checkColumns(row: StoredRow, payload: Payload): Problem | null {
  const { seq } = row;
  const said = {
    kind: payload.kind,
    subject_type: payload.subject.type,
    subject_key: payload.subject.key,
    plan: payload.plan,
  };
  for (const column of ["kind", "subject_type", "subject_key", "plan"] as const) {
    if (row[column] === said[column]) continue;
    const detail = `${column} of row ${seq} is "${row[column]}"; the row itself says "${said[column]}".`;
    return { seq, what: "column_changed", detail };
  }
  return null;
}

function checkBlanks({ seq, texts }: StoredRow, redactions: Redactions): Problem | null {
  for (const item of texts) {
    const redacted = redactions.cover(seq, item.name);
    if (isBlank(item) === redacted) continue;
    const what = redacted ? "text_restored" : "text_blanked";
    const why = redacted ? "was redacted, and is back" : "is blank, and no row of the ledger says that it was redacted";
    return { seq, what, detail: `The text "${item.name}" of row ${seq} ${why}.` };
  }
  return null;
}

function checkHead(head: Head, end: Head): Problem | null {
  if (head.seq > end.seq) {
    const detail = `Row ${end.seq + 1} is missing: the ledger was cut off, and went on to row ${head.seq}.`;
    return { seq: end.seq + 1, what: "row_missing", detail };
  }
  if (head.hash === end.hash && head.at === end.at) return null;
  const detail = `The head does not fit row ${end.seq}, the last one: the head or that row was changed.`;
  return { seq: end.seq, what: "head_changed", detail };
}

/** What was left behind by rows that are gone. */
async function findStrays(reader: Reader, head: Head): Promise<Problem | null> {
  for (const [query, kind] of [
    [STRAY_TEXT, "a text"],
    [STRAY_REQUEST, "a recorded answer"],
  ] as const) {
    const [row] = await reader.read(query, [head.seq]);
    const seq = row?.seq ?? null;
    if (seq === null) continue;
    return { seq, what: "row_missing", detail: `Row ${seq} is missing: ${kind} that belongs to it is there.` };
  }
  return null;
}

function isExpected(expect: NotedHead, row: { readonly seq: number; readonly hash: string }): boolean {
  return expect.seq === null ? expect.hash === row.hash : expect.seq === row.seq;
}

function checkExpected(expect: NotedHead | undefined, found: string | null, head: Head): Problem | null {
  if (!expect || found === expect.hash) return null;
  const { seq } = expect;
  const noted = "the ledger was rewritten after it was noted.";
  if (seq === null) return { seq, what: "history_rewritten", detail: `No row has the expected hash: ${noted}` };
  const detail =
    found === null
      ? `Row ${seq}, which was expected, is not there: the ledger ends with row ${head.seq}, so it was cut off or begun anew.`
      : `Row ${seq} has another hash than expected: ${noted}`;
  return { seq, what: "history_rewritten", detail };
}

async function readRedactions(reader: Reader): Promise<Redactions> {
  const redactions = new Redactions();
  for (const row of await reader.read(REDACT_ROWS, [])) {
    const payload = readPayload(row.payload);
    if (payload) redactions.note(payload);
  }
  return redactions;
}
