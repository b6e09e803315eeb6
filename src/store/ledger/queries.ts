// Every read of the ledger, as text that both engines take: `?` for a parameter.

import { UP_TO } from "../queries.ts";

export const HEAD = "SELECT seq, hash, at FROM head";
export const RECORDED = "SELECT arguments, answer, seq FROM request WHERE tool = ? AND subject = ? AND id = ?";
export const LEDGER = "l.seq, l.at, l.kind, l.subject_type, l.subject_key, l.plan, l.payload, l.hash";
export const LEDGER_AFTER = `SELECT ${LEDGER} FROM ledger l WHERE l.seq > ? ORDER BY l.seq ${UP_TO}`;
export const TEXTS_BETWEEN =
  "SELECT seq, name, salt, content FROM ledger_text WHERE seq >= ? AND seq <= ? ORDER BY seq, name";
const HISTORY = `SELECT ${LEDGER} FROM ledger l WHERE l.subject_type = ? AND l.subject_key = ? AND l.seq < ? ORDER BY l.seq DESC ${UP_TO}`;
/** What was said and done, among the last so many rows, with the reason of each: all that a reader is shown. */
export const SPOKEN_HISTORY = `SELECT l.seq, l.at, l.payload, l.hash, t.name, t.content FROM (${HISTORY}) l
  LEFT JOIN ledger_text t ON t.seq = l.seq AND t.name = 'reason'
  WHERE l.kind IN ('move', 'override', 'propagate', 'comment') ORDER BY l.seq DESC`;
/** A row for each text, and one where there is none. */
export const TOLD_HISTORY = `SELECT l.seq, l.at, l.payload, l.hash, t.name, t.content FROM (${HISTORY}) l
  LEFT JOIN ledger_text t ON t.seq = l.seq ORDER BY l.seq DESC, t.name`;
/** By the payload, which the chain covers: the column beside it may have been tampered with. */
export const REDACT_ROWS = `SELECT payload FROM ledger WHERE payload LIKE '%"kind":"redact"%' ORDER BY seq`;
export const STRAY_TEXT = "SELECT MIN(seq) AS seq FROM ledger_text WHERE seq < 1 OR seq > ?";
export const STRAY_REQUEST = "SELECT MIN(seq) AS seq FROM request WHERE seq > ?";
const REQUEST = "SELECT tool, subject, id, arguments, answer, seq, at FROM request";
export const REQUESTS = `${REQUEST} ORDER BY tool, subject, id ${UP_TO}`;
export const REQUESTS_AFTER = `${REQUEST} WHERE (tool, subject, id) > (?, ?, ?) ORDER BY tool, subject, id ${UP_TO}`;
