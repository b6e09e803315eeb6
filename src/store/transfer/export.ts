import { createHash } from "node:crypto";
import type { Head } from "../../app/ports/ledger.ts";
import { plainJson } from "../../engine/words.ts";
import type { Driver, Param, Reader, VerbatimRequest } from "../driver.ts";
import { ledgerRows } from "../ledger/all-rows.ts";
import { SCHEMA_VERSION } from "../migrations/list.ts";
import { readHeadRow } from "../ledger/ledger.ts";
import { REQUESTS, REQUESTS_AFTER } from "../ledger/queries.ts";
import { FORMAT, FORMAT_VERSION, type Header, type Line, type OnProgress } from "./format.ts";

export interface Exported {
  readonly head: Head;
  readonly rows: number;
  readonly requests: number;
}

/** `write` gets line after line; others may go on working meanwhile. */
export function exportStore(
  driver: Driver,
  write: (line: string) => Promise<void> | void,
  onProgress: OnProgress = () => {},
): Promise<Exported> {
  return driver.snapshot(async (reader) => {
    const digest = createHash("sha256");
    const put = async (value: Header | Line): Promise<void> => {
      const line = `${plainJson(value)}\n`;
      digest.update(line);
      await write(line);
    };
    const head = await readHeadRow(reader);
    const exportedAt = new Date().toISOString();
    await put({ format: FORMAT, version: FORMAT_VERSION, schema: SCHEMA_VERSION, head, exportedAt });
    let rows = 0;
    for await (const { seq, at, payload, hash, texts } of ledgerRows(reader)) {
      await put({ row: { seq, at, payload, hash, texts: [...texts] } });
      rows += 1;
      if (rows % 1000 === 0 || rows === head.seq) onProgress(rows, head.seq);
    }
    let requests = 0;
    for await (const request of recordedRequests(reader)) {
      await put({ request });
      requests += 1;
    }
    await put({ end: { rows, requests, sha256: digest.copy().digest("hex") } });
    return { head, rows, requests };
  });
}

const PAGE = 500;

async function* recordedRequests(reader: Reader): AsyncGenerator<VerbatimRequest> {
  for (let after: readonly Param[] | null = null; ;) {
    const rows: readonly VerbatimRequest[] = await (after
      ? reader.read(REQUESTS_AFTER, [...after, PAGE])
      : reader.read(REQUESTS, [PAGE]));
    for (const { sender, tool, subject, id, arguments: given, answer, seq, at } of rows) {
      yield { sender, tool, subject, id, arguments: given, answer, seq, at };
      after = [sender, tool, subject, id];
    }
    if (rows.length < PAGE) return;
  }
}
