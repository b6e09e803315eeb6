// Every read of tickets, as text that both engines take: `?` for a parameter, `board_now()` for the time.

import { COUNTERS, UP_TO } from "../queries.ts";
import { columnsOf, TABLES } from "../tables.ts";

export const TICKET = [...columnsOf(TABLES.ticket).map((column) => column.name), ...COUNTERS].join(", ");
/** See `BareTicket`. */
const BARE =
  "key, state, estimate, parent, version, closed, off_board, fence, claim_connection, claim_agent, claim_since, claim_expires, former_connection, former_agent, reserved_until, open_blockers, children";
const LINKED = "t.key, t.number, t.repo, t.title, t.state, t.closed";
const GROUPED = "t.key, t.number, t.repo, t.title, t.state, t.closed, t.estimate, t.parent, t.children, t.version";

export const TICKET_NOW = `SELECT ${TICKET}, board_now() AS now FROM ticket WHERE key = ?`;
export const BARE_TICKET_NOW = `SELECT ${BARE}, board_now() AS now FROM ticket WHERE key = ?`;
export const LAST_NUMBER = "SELECT number FROM ticket WHERE repo = '' ORDER BY number DESC LIMIT 1";
export const CHILDREN = `SELECT ${TICKET} FROM ticket WHERE parent = ? ORDER BY number, repo`;
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
