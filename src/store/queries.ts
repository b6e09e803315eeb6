// Every read, as text that both engines take: `?` for a parameter, `board_now()` for the time.

import { columnsOf, TABLES, type Table } from "./tables.ts";

/**
 * A number of rows as a parameter. Of a bare `LIMIT ?` SQLite looks at the number when it prepares the statement, and so
 * prepares it anew for each call, which takes longer than most of our reads. PostgreSQL would take it for a short integer.
 */
export const UP_TO = "LIMIT CAST(? AS BIGINT)";

/** Columns that triggers keep, beside those that the ledger sets. */
export const COUNTERS = ["open_blockers", "children"] as const;

const TICKET = [...columnsOf(TABLES.ticket).map((column) => column.name), ...COUNTERS].join(", ");
/** See `BareTicket`. */
const BARE =
  "key, state, estimate, parent, version, closed, off_board, fence, claim_connection, claim_agent, claim_since, claim_expires, former_connection, former_agent, reserved_until, open_blockers, children";
const LINKED = "t.key, t.number, t.repo, t.title, t.state, t.closed";
const GROUPED = "t.key, t.number, t.repo, t.title, t.state, t.closed, t.estimate, t.parent, t.children, t.version";

export const NOW = "SELECT board_now() AS now";
export const META = "SELECT value FROM meta WHERE name = ?";
export const HEAD = "SELECT seq, hash, at FROM head";
export const TICKET_NOW = `SELECT ${TICKET}, board_now() AS now FROM ticket WHERE key = ?`;
export const BARE_TICKET_NOW = `SELECT ${BARE}, board_now() AS now FROM ticket WHERE key = ?`;
export const LAST_NUMBER = "SELECT number FROM ticket WHERE repo = '' ORDER BY number DESC LIMIT 1";
export const CHILDREN = `SELECT ${TICKET} FROM ticket WHERE parent = ? ORDER BY number, repo`;
export const CLAIMS_OF = `SELECT ${TICKET} FROM ticket WHERE claim_connection = ? ORDER BY number, repo`;
export const STATE_COUNTS = "SELECT state, COUNT(*) AS n FROM ticket WHERE off_board IS NULL GROUP BY state";
export const COMMENTS = "SELECT id, author, body, created_at FROM comment WHERE ticket = ? ORDER BY created_at, id";

export const LINKED_PARENT = `SELECT ${LINKED} FROM ticket c JOIN ticket t ON t.key = c.parent WHERE c.key = ?`;
export const LINKED_CHILDREN = `SELECT ${LINKED} FROM ticket t WHERE t.parent = ? ORDER BY t.number, t.repo`;
export const LINKED_BLOCKERS = `SELECT ${LINKED} FROM blocker b JOIN ticket t ON t.key = b.blocked_by WHERE b.ticket = ? ORDER BY t.number, t.repo`;
export const LINKED_BLOCKED = `SELECT ${LINKED} FROM blocker b JOIN ticket t ON t.key = b.ticket WHERE b.blocked_by = ? ORDER BY t.number, t.repo`;
export const BLOCKERS = `SELECT t.key, t.version, t.closed FROM blocker b JOIN ticket t ON t.key = b.blocked_by WHERE b.ticket = ? ORDER BY t.number, t.repo`;
export const BLOCKERS_OF_CHILDREN = `SELECT c.key AS child, t.key, t.version, t.closed FROM ticket c JOIN blocker b ON b.ticket = c.key JOIN ticket t ON t.key = b.blocked_by WHERE c.parent = ? ORDER BY t.number, t.repo`;

/**
 * `reached(id)` comes from the engine: everything connected with a ticket, or what is below it where it has children.
 * Each parent is walked through once, so that the cost grows with the group and not with its square. A row for each
 * blocker, all in one statement: members, versions and links that are read one after the other need not fit together.
 */
export const groupMembers = (reached: string): string =>
  `${reached} SELECT ${GROUPED}, p.version AS parent_version, b.blocked_by FROM reached r
  JOIN ticket t ON t.key = r.id
  LEFT JOIN ticket p ON p.key = t.parent
  LEFT JOIN blocker b ON b.ticket = t.key`;

/** Over open blockers only: closed ones are satisfied, and a way over them blocks nobody. */
export const BLOCKING_WAY = `WITH RECURSIVE walked(id) AS (
    SELECT key FROM ticket WHERE key = ? AND closed = 0
    UNION
    SELECT t.key FROM walked w JOIN blocker b ON b.ticket = w.id JOIN ticket t ON t.key = b.blocked_by WHERE t.closed = 0
  )
  SELECT w.id AS key, t.version, b.blocked_by FROM walked w
  JOIN ticket t ON t.key = w.id
  LEFT JOIN blocker b ON b.ticket = w.id`;

export const ANCESTORS = `WITH RECURSIVE above(id) AS (
    SELECT key FROM ticket WHERE key = ?
    UNION
    SELECT t.parent FROM above a JOIN ticket t ON t.key = a.id WHERE t.parent IS NOT NULL
  )
  SELECT t.key, t.version, t.parent FROM above a JOIN ticket t ON t.key = a.id`;

/** The index holds the order and leaves out what is blocked, closed or a container; what is locked is few. */
const IS_PICKABLE = `state = ? AND open_blockers = 0 AND children = 0 AND closed = 0 AND off_board IS NULL
    AND (estimate IS NULL OR estimate IN (?, ?, ?, ?, ?))
    AND (claim_expires IS NULL OR claim_expires <= (SELECT board_now()))
    AND (reserved_until IS NULL OR reserved_until <= (SELECT board_now()))`;
export const PICKABLE = `SELECT ${TICKET} FROM ticket WHERE ${IS_PICKABLE}
  ORDER BY COALESCE(priority, 'P9'), created_at, number, repo
  ${UP_TO}`;
export const PICKABLE_COUNT = `SELECT COUNT(*) AS n FROM (SELECT 1 FROM ticket WHERE ${IS_PICKABLE} ${UP_TO}) p`;

export const RECORDED = "SELECT arguments, answer, seq FROM request WHERE tool = ? AND subject = ? AND id = ?";
export const IN_FORCE =
  "SELECT w.hash, w.body, f.version FROM force f JOIN workflow w ON w.hash = f.hash WHERE f.name = ?";
export const WORKFLOW = "SELECT body FROM workflow WHERE hash = ?";

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

/** All rows of a table by key, page by page: the first so many, or those after a key. */
export function tablePage(table: Table, from: "start" | "key"): string {
  const key = table.key.map((column) => column.name).join(", ");
  const after = from === "key" ? ` WHERE (${key}) > (${table.key.map(() => "?").join(", ")})` : "";
  return `SELECT ${shownColumns(table)} FROM ${table.name}${after} ORDER BY ${key} ${UP_TO}`;
}

export function tableRow(table: Table): string {
  const where = table.key.map((column) => `${column.name} = ?`).join(" AND ");
  return `SELECT ${shownColumns(table)} FROM ${table.name} WHERE ${where}`;
}

function shownColumns(table: Table): string {
  const names = columnsOf(table).map((column) => column.name);
  return [...names, ...(table.name === "ticket" ? COUNTERS : [])].join(", ");
}

/** Filters come from a fixed list, so that there are few texts to prepare and none is made from what a user sent. */
export function listSql(filters: readonly (keyof typeof FILTERS)[]): string {
  const where = filters.map((filter) => ` AND ${FILTERS[filter]}`).join("");
  return `SELECT ${TICKET} FROM ticket WHERE off_board IS NULL AND (number, repo) > (?, ?)${where} ORDER BY number, repo ${UP_TO}`;
}

export const FILTERS = {
  state: "state = ?",
  stateless: "state IS NULL",
  parent: "parent = ?",
  priority: "priority = ?",
  // LIKE would take no notice of case on one engine.
  label: "REPLACE(labels, ?, '') <> labels",
  text: "LOWER(title) LIKE ? ESCAPE '!'",
  // The first half is for the index.
  claimed: "claim_connection IS NOT NULL AND claim_expires > board_now()",
  unclaimed: "(claim_expires IS NULL OR claim_expires <= board_now())",
  open: "closed = 0",
  closed: "closed = 1",
} as const;
