// Every read of the ledger, as text that both engines take: `?` for a parameter.

import { UP_TO } from "../queries.ts";
import { columns, maybeInt, select, shape } from "../select.ts";
import { SAID, TEXT, TOLD, TOLD_WITH_TEXT, WHOLE } from "./rows.ts";

export const HEAD = select(shape(columns("head", "h", "seq", "hash", "at")), (list) => `SELECT ${list} FROM head h`);
export const RECORDED = select(
  shape(columns("request", "r", "arguments", "answer", "seq")),
  (list) => `SELECT ${list} FROM request r WHERE r.sender = ? AND r.tool = ? AND r.subject = ? AND r.id = ?`,
);
const AFTER = `FROM ledger l WHERE l.seq > ? ORDER BY l.seq ${UP_TO}`;
export const TOLD_AFTER = select(TOLD, (list) => `SELECT ${list} ${AFTER}`);
export const WHOLE_AFTER = select(WHOLE, (list) => `SELECT ${list} ${AFTER}`);
export const TEXTS_BETWEEN = select(
  TEXT,
  (list) => `SELECT ${list} FROM ledger_text t WHERE t.seq >= ? AND t.seq <= ? ORDER BY t.seq, t.name`,
);
const HISTORY = `SELECT l.seq, l.at, l.kind, l.payload, l.hash FROM ledger l
  WHERE l.subject_type = ? AND l.subject_key = ? AND l.seq < ? ORDER BY l.seq DESC ${UP_TO}`;
export const LAST_STEP = select(
  TOLD,
  (list) => `SELECT ${list} FROM ledger l
    WHERE l.subject_type = ? AND l.subject_key = ? AND l.kind IN ('create', 'move') ORDER BY l.seq DESC LIMIT 1`,
);
/** What was said and done, among the last so many rows, with the reason of each: all that a reader is shown. */
export const SPOKEN_HISTORY = select(
  TOLD_WITH_TEXT,
  (list) => `SELECT ${list} FROM (${HISTORY}) l
    LEFT JOIN ledger_text t ON t.seq = l.seq AND t.name = 'reason'
    WHERE l.kind IN ('move', 'override', 'undo', 'propagate', 'comment') ORDER BY l.seq DESC`,
);
export const TOLD_HISTORY = select(TOLD, (list) => `SELECT ${list} FROM (${HISTORY}) l ORDER BY l.seq DESC`);
/** By themselves: one row of a run may have a thousand texts, and a payload of a megabyte that would come with each. */
export const HISTORY_TEXTS = select(
  SAID,
  (list) => `SELECT ${list} FROM (
      SELECT l.seq FROM ledger l
      WHERE l.subject_type = ? AND l.subject_key = ? AND l.seq < ? ORDER BY l.seq DESC ${UP_TO}
    ) l JOIN ledger_text t ON t.seq = l.seq ORDER BY t.seq, t.name`,
);
/** By the payload, which the chain covers: the column beside it may have been tampered with. */
export const REDACT_ROWS = select(
  shape(columns("ledger", "l", "payload")),
  (list) => `SELECT ${list} FROM ledger l WHERE l.payload LIKE '%"kind":"redact"%' ORDER BY l.seq`,
);
export const STRAY_TEXT = select(
  shape({ seq: maybeInt("MIN(t.seq)") }),
  (list) => `SELECT ${list} FROM ledger_text t WHERE t.seq < 1 OR t.seq > ?`,
);
export const STRAY_REQUEST = select(
  shape({ seq: maybeInt("MIN(r.seq)") }),
  (list) => `SELECT ${list} FROM request r WHERE r.seq > ?`,
);
const REQUEST = shape(columns("request", "r", "sender", "tool", "subject", "id", "arguments", "answer", "seq", "at"));
const IN_ORDER = `ORDER BY r.sender, r.tool, r.subject, r.id ${UP_TO}`;
export const REQUESTS = select(REQUEST, (list) => `SELECT ${list} FROM request r ${IN_ORDER}`);
export const REQUESTS_AFTER = select(
  REQUEST,
  (list) => `SELECT ${list} FROM request r WHERE (r.sender, r.tool, r.subject, r.id) > (?, ?, ?, ?) ${IN_ORDER}`,
);
/** Those from before a time, the oldest first, but for senders that are like one of so many patterns. */
export const forgetRequests = (patterns: number) =>
  select(
    shape(columns("request", "request", "seq")),
    (list) => `DELETE FROM request WHERE (sender, tool, subject, id) IN (
        SELECT r.sender, r.tool, r.subject, r.id FROM request r
        WHERE r.at < ?${" AND r.sender NOT LIKE ?".repeat(patterns)} ORDER BY r.at ${UP_TO}
      ) RETURNING ${list}`,
  );
