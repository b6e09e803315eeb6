// Every read of tickets, as text that both engines take: `?` for a parameter, `board_now()` for the time.

import { now } from "../clock.ts";
import { UP_TO } from "../queries.ts";
import { columns, int, maybeInt, optional, select, shape, text } from "../select.ts";
import { BLOCKER, bareCells, blockerCells, groupCells, LINKED, TICKET, ticketCells, versionCells } from "./rows.ts";

const COUNT = shape({ n: int("COUNT(*)") });

export const TICKET_NOW = select(
  shape({ ...ticketCells, ...now }),
  (list) => `SELECT ${list} FROM ticket t WHERE t.key = ?`,
);
/** Beside the ticket itself: whether there is more of it to be read, which there hardly ever is. */
export const TICKET_AROUND = select(
  shape({
    ...ticketCells,
    ...now,
    names: int("(SELECT COUNT(*) FROM former_key f WHERE f.ticket = t.key)"),
    items: int("(SELECT COUNT(*) FROM item i WHERE i.ticket = t.key)"),
  }),
  (list) => `SELECT ${list} FROM ticket t WHERE t.key = ?`,
);
/** Another ticket may have the name by now. */
export const NAME_NOW = select(
  shape(columns("former_key", "f", "ticket")),
  (list) => `SELECT ${list} FROM former_key f
    WHERE f.former = ? AND NOT EXISTS (SELECT 1 FROM ticket t WHERE t.key = f.former)`,
);
export const BARE_TICKET_NOW = select(
  shape({ ...bareCells, ...now }),
  (list) => `SELECT ${list} FROM ticket t WHERE t.key = ?`,
);
export const CHILDREN = select(
  TICKET,
  (list) => `SELECT ${list} FROM ticket t WHERE t.parent = ? ORDER BY t.number, t.repo`,
);
export const STATE_COUNTS = select(
  shape({ ...columns("ticket", "t", "state"), n: int("COUNT(*)") }),
  (list) => `SELECT ${list} FROM ticket t WHERE t.off_board IS NULL GROUP BY t.state`,
);
export const standingIn = (marks: string) =>
  select(
    shape(bareCells),
    (list) => `SELECT ${list} FROM ticket t WHERE t.state IN (${marks}) ORDER BY t.number, t.key`,
  );
export const COMMENTS = select(
  shape(columns("comment", "c", "id", "author", "body", "created_at")),
  (list) => `SELECT ${list} FROM comment c WHERE c.ticket = ? ORDER BY c.created_at, c.id`,
);
export const LINKED_PARENT = select(
  LINKED,
  (list) => `SELECT ${list} FROM ticket c JOIN ticket t ON t.key = c.parent WHERE c.key = ?`,
);
export const LINKED_CHILDREN = select(
  LINKED,
  (list) => `SELECT ${list} FROM ticket t WHERE t.parent = ? ORDER BY t.number, t.repo`,
);
export const LINKED_BLOCKERS = select(
  LINKED,
  (list) => `SELECT ${list} FROM blocker b JOIN ticket t ON t.key = b.blocked_by WHERE b.ticket = ?
    ORDER BY t.number, t.repo`,
);
export const LINKED_BLOCKED = select(
  LINKED,
  (list) => `SELECT ${list} FROM blocker b JOIN ticket t ON t.key = b.ticket WHERE b.blocked_by = ?
    ORDER BY t.number, t.repo`,
);
export const BLOCKERS = select(
  BLOCKER,
  (list) => `SELECT ${list} FROM blocker b JOIN ticket t ON t.key = b.blocked_by WHERE b.ticket = ?
    ORDER BY t.number, t.repo`,
);
export const BLOCKERS_OF_CHILDREN = select(
  shape({ ...blockerCells, child: text("c.key") }),
  (list) => `SELECT ${list} FROM ticket c JOIN blocker b ON b.ticket = c.key JOIN ticket t ON t.key = b.blocked_by
    WHERE c.parent = ? ORDER BY t.number, t.repo`,
);
const GROUPED = shape({
  ...groupCells,
  parent_version: maybeInt("p.version"),
  ...optional(columns("blocker", "b", "blocked_by")),
  ...now,
});
/**
 * `reached(id)` comes from the engine: everything connected with a ticket, or what is below it where it has children.
 * Each parent is walked through once, so that the cost grows with the group and not with its square. A row for each
 * blocker, all in one statement: members, versions and links that are read one after the other need not fit together.
 */
export const groupMembers = (reached: string) =>
  select(
    GROUPED,
    (list) => `${reached} SELECT ${list} FROM reached r
      JOIN ticket t ON t.key = r.id
      LEFT JOIN ticket p ON p.key = t.parent
      LEFT JOIN blocker b ON b.ticket = t.key`,
  );
/** Over open blockers only: closed ones are satisfied, and a way over them blocks nobody. */
export const BLOCKING_WAY = select(
  shape({ ...versionCells, ...optional(columns("blocker", "b", "blocked_by")) }),
  (list) => `WITH RECURSIVE walked(id) AS (
      SELECT key FROM ticket WHERE key = ? AND closed = 0
      UNION
      SELECT t.key FROM walked w JOIN blocker b ON b.ticket = w.id JOIN ticket t ON t.key = b.blocked_by WHERE t.closed = 0
    )
    SELECT ${list} FROM walked w
    JOIN ticket t ON t.key = w.id
    LEFT JOIN blocker b ON b.ticket = w.id`,
);
export const ANCESTORS = select(
  shape({ ...versionCells, ...columns("ticket", "t", "parent") }),
  (list) => `WITH RECURSIVE above(id) AS (
      SELECT key FROM ticket WHERE key = ?
      UNION
      SELECT t.parent FROM above a JOIN ticket t ON t.key = a.id WHERE t.parent IS NOT NULL
    )
    SELECT ${list} FROM above a JOIN ticket t ON t.key = a.id`,
);
/** The indexes hold the order and leave out what is blocked or closed; what is locked is few. */
const IS_FREE = `t.state = ? AND t.open_blockers = 0 AND t.closed = 0 AND t.off_board IS NULL
    AND (t.estimate IS NULL OR t.estimate IN (?, ?, ?, ?, ?))
    AND (t.claim_expires IS NULL OR t.claim_expires <= (SELECT board_now()))
    AND (t.reserved_until IS NULL OR t.reserved_until <= (SELECT board_now()))`;
const IN_ORDER = `ORDER BY COALESCE(t.priority, 'P9'), t.created_at, t.number, t.repo ${UP_TO}`;
/** Without children; those that are work again are read by `pickableAgain`, from an index of their own. */
export const PICKABLE = select(
  TICKET,
  (list) => `SELECT ${list} FROM ticket t WHERE ${IS_FREE} AND t.children = 0 ${IN_ORDER}`,
);
export const PICKABLE_COUNT = select(
  COUNT,
  (list) => `SELECT ${list} FROM (SELECT 1 FROM ticket t WHERE ${IS_FREE} AND t.children = 0 ${UP_TO}) p`,
);
/** With children that were all given up; `states`: how many states there are for that. */
export const pickableAgain = (states: number) =>
  select(
    TICKET,
    (list) => `SELECT ${list} FROM ticket t WHERE ${IS_FREE} AND t.children > 0 AND ${allGivenUp(states)} ${IN_ORDER}`,
  );

/** Containers are not work, so that nobody passes them over; `states`: as for `pickableAgain`. */
export const notPickable = (states: number) =>
  select(
    shape({ why: text("p.why"), n: int("COUNT(*)") }),
    (list) => `SELECT ${list} FROM (
      SELECT CASE
        WHEN t.estimate IS NOT NULL AND t.estimate NOT IN (?, ?, ?, ?, ?) THEN 'tooLarge'
        WHEN t.open_blockers > 0 THEN 'blocked'
        WHEN t.claim_expires > (SELECT board_now()) OR t.reserved_until > (SELECT board_now()) THEN 'held'
        ELSE 'free' END AS why
      FROM ticket t
      WHERE t.state = ? AND t.closed = 0 AND t.off_board IS NULL AND (t.children = 0 OR ${allGivenUp(states)})
      ${UP_TO}
    ) p GROUP BY p.why`,
  );

function allGivenUp(states: number): string {
  const marks = Array.from({ length: states }, () => "?").join(", ");
  return `NOT EXISTS (SELECT 1 FROM ticket c WHERE c.parent = t.key AND (c.state IS NULL OR c.state NOT IN (${marks})))`;
}

/** Filters come from a fixed list, so that there are few texts to prepare and none is made from what a user sent. */
export function listTicketsBy(filters: readonly (keyof typeof FILTERS)[]) {
  const where = filters.map((filter) => ` AND ${FILTERS[filter]}`).join("");
  return select(
    TICKET,
    (list) => `SELECT ${list} FROM ticket t WHERE t.off_board IS NULL AND (t.number, t.repo) > (?, ?)${where}
      ORDER BY t.number, t.repo ${UP_TO}`,
  );
}

export const FILTERS = {
  state: "t.state = ?",
  parent: "t.parent = ?",
  priority: "t.priority = ?",
  type: "t.issue_type = ?",
  milestone: "t.milestone = ?",
  iteration: "t.iteration = ?",
  // LIKE would take no notice of case on one engine.
  label: "REPLACE(t.labels, ?, '') <> t.labels",
  text: "LOWER(t.title) LIKE ? ESCAPE '!'",
  // The inner selects ask for nothing of the ticket: each is read once, and not once a ticket.
  anywhere: `(LOWER(t.title) LIKE ? ESCAPE '!' OR LOWER(t.body) LIKE ? ESCAPE '!'
    OR t.key IN (SELECT c.ticket FROM comment c WHERE LOWER(c.body) LIKE ? ESCAPE '!')
    OR t.key IN (SELECT l.subject_key FROM ledger_text x JOIN ledger l ON l.seq = x.seq
      WHERE x.name = 'reason' AND l.subject_type = 'ticket' AND LOWER(x.content) LIKE ? ESCAPE '!'))`,
  // The first half is for the index.
  claimed: "t.claim_connection IS NOT NULL AND t.claim_expires > board_now()",
  unclaimed: "(t.claim_expires IS NULL OR t.claim_expires <= board_now())",
  open: "t.closed = 0",
  closed: "t.closed = 1",
} as const;
