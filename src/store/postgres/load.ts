// Filling an empty board: many rows in each statement, and one transaction around them all.

import type { Loader, VerbatimRow } from "../driver.ts";
import { notEmpty } from "../errors.ts";
import { readHeadRow } from "../ledger/ledger.ts";
import { jsonText } from "./commit.ts";
import type { Connections } from "./connect/connections.ts";
import { longTransaction } from "./transaction.ts";

const MOST_CHARACTERS = 8_000_000;

export const LOCK = "SELECT board_lock()";
const APPEND = "SELECT board_append(?, ?, ?)";
const RECORD = `INSERT INTO request (sender, tool, subject, id, arguments, answer, seq, at)
  SELECT r.sender, r.tool, r.subject, r.id, r.arguments, r.answer, r.seq, r.at
  FROM jsonb_to_recordset(?) AS r (sender text, tool text, subject text, id text, arguments text, answer text,
    seq bigint, at bigint)`;

/** Answers with the last row's number. */
export function loadBoard(
  connections: Connections,
  board: string,
  fill: (loader: Loader) => Promise<void>,
): Promise<number> {
  return longTransaction(connections, "BEGIN", async (reader) => {
    await reader.all(LOCK, []);
    const { seq } = await readHeadRow(reader);
    if (seq > 0) throw notEmpty(seq);
    let last = 0;
    await fill({
      append: async (batch) => {
        for (const entries of portions(batch)) await reader.all(APPEND, [connections.known, board, entries]);
        last = batch.at(-1)?.seq ?? last;
      },
      record: async (requests) => {
        await reader.all(RECORD, [jsonText(requests)]);
      },
    });
    return last;
  });
}

/** As JSON, in pieces that neither side has trouble with. */
function* portions(rows: readonly VerbatimRow[]): Generator<string> {
  let texts: string[] = [];
  let size = 0;
  for (const row of rows) {
    const text = jsonText(row);
    if (size > 0 && size + text.length > MOST_CHARACTERS) {
      yield `[${texts.join(",")}]`;
      texts = [];
      size = 0;
    }
    texts.push(text);
    size += text.length;
  }
  if (texts.length > 0) yield `[${texts.join(",")}]`;
}
