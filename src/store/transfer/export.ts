import { createHash } from "node:crypto";
import type { Head } from "../../app/ports/ledger.ts";
import type { Driver, Param, Reader, Row, VerbatimRequest } from "../driver.ts";
import { ledgerRows } from "../ledger/all-rows.ts";
import { SCHEMA_VERSION } from "../migrations/list.ts";
import { HEAD, REQUESTS, REQUESTS_AFTER } from "../ledger/queries.ts";
import { number, text } from "../rows.ts";
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
      const line = `${JSON.stringify(value)}\n`;
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

async function readHeadRow(reader: Reader): Promise<Head> {
  const [row] = await reader.all(HEAD, []);
  return { seq: number(row?.["seq"]), hash: text(row?.["hash"]), at: number(row?.["at"]) };
}

const PAGE = 500;

async function* recordedRequests(reader: Reader): AsyncGenerator<VerbatimRequest> {
  for (let after: readonly Param[] | null = null; ;) {
    const rows: Row[] = await (after ? reader.all(REQUESTS_AFTER, [...after, PAGE]) : reader.all(REQUESTS, [PAGE]));
    for (const row of rows) {
      const [tool, subject, id] = [text(row["tool"]), text(row["subject"]), text(row["id"])];
      yield {
        tool,
        subject,
        id,
        arguments: text(row["arguments"]),
        answer: text(row["answer"]),
        seq: number(row["seq"]),
        at: number(row["at"]),
      };
      after = [tool, subject, id];
    }
    if (rows.length < PAGE) return;
  }
}
