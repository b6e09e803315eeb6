// Sessions, with what a look at one wants to know of its ticket, and the presence of agents.

import type { LedgerRow } from "../app/commit/plan.ts";
import type { Session, SessionFilter, Sessions, SessionsOn } from "../app/ports/sessions.ts";
import type { Identity, Key } from "../engine/facts.ts";
import { areStorable, askOne, byKeys } from "./ask.ts";
import type { Param, Reader } from "./driver.ts";
import { SAID, toLedgerRow, TOLD } from "./ledger/rows.ts";
import { columns, int, optional, select, shape, type RowOf } from "./select.ts";
import { identityIn } from "../app/claims/columns.ts";

const SESSION = shape({
  ...columns(
    "session",
    "s",
    "id",
    "ticket",
    "connection",
    "agent",
    "state",
    "outcome",
    "started_at",
    "completed_at",
    "entered_at",
    "disconnected_at",
    "version",
  ),
  /** The newer of its own sign of life and its agent's; an ended session is not kept alive by what its agent does later. */
  last_seen: int("CASE WHEN s.completed_at IS NULL AND p.seen_at > s.seen_at THEN p.seen_at ELSE s.seen_at END"),
  ...optional(
    columns("ticket", "t", "title", "fence", "claim_connection", "claim_agent", "claim_since", "claim_expires"),
  ),
});
type SessionRow = RowOf<typeof SESSION>;

const sessions = (rest: string) =>
  select(
    SESSION,
    (list) => `SELECT ${list} FROM session s
      LEFT JOIN ticket t ON t.key = s.ticket
      LEFT JOIN presence p ON p.connection = s.connection AND p.agent = COALESCE(s.agent, '')
      WHERE ${rest}`,
  );

const ONE = sessions("s.id = ?");
/** An agent's own comes before one that a person opened, for it or for anybody. */
const OPEN_ON = sessions(`s.completed_at IS NULL AND s.ticket = ? AND (
    (COALESCE(s.connection, '') = ? AND COALESCE(s.agent, '') = ?)
    OR (s.connection IS NULL AND (s.agent IS NULL OR s.agent = ? OR s.agent = ?))
  ) ORDER BY CASE WHEN COALESCE(s.connection, '') = ? THEN 0 ELSE 1 END, s.started_at, s.id LIMIT 1`);
const COUNT_ON = select(
  shape({ n: int("COUNT(*)") }),
  (list) =>
    `SELECT ${list} FROM session s WHERE s.ticket = ? AND COALESCE(s.connection, '') = ? AND COALESCE(s.agent, '') = ?`,
);
/** Only of agents that have a session open: over HTTP every call may be by somebody new, and they would pile up. */
const SEEN = `INSERT INTO presence (connection, agent, seen_at)
  SELECT s.connection, COALESCE(s.agent, ''), board_now() FROM session s
  WHERE s.completed_at IS NULL AND s.connection = ? AND COALESCE(s.agent, '') = ? LIMIT 1
  ON CONFLICT (connection, agent) DO UPDATE SET seen_at = excluded.seen_at`;

/** Refusals by themselves: who is refused again and again must not make what was reported be forgotten. */
const OF_ITS_KIND = "PARTITION BY l.subject_key, CASE WHEN l.kind = 'refuse' THEN 1 ELSE 0 END ORDER BY l.seq DESC";

const FILTERS = {
  open: "s.completed_at IS NULL",
  connection: "s.connection = ?",
  agent: "COALESCE(s.agent, '') = ?",
  endedSince: "(s.completed_at IS NULL OR s.completed_at >= ?)",
  endedBefore: "s.completed_at < ?",
  startedBefore: "s.started_at <= ?",
  idPrefix: "substr(s.id, 1, ?) = ?",
  disconnectedBefore: "s.disconnected_at <= ? AND (p.seen_at IS NULL OR p.seen_at <= s.disconnected_at)",
  seenBefore: "s.seen_at <= ? AND (p.seen_at IS NULL OR p.seen_at <= ?)",
} as const;

export function storeSessions(reader: Reader): Sessions {
  return {
    get: (id) => readSession(reader, id),
    list: (filter, limit) => listSessions(reader, filter, limit),
    on: (ticket, holder) => readSessionsOn(reader, ticket, holder),
    rows: (ids, withTexts) => readSessionRows(reader, ids, withTexts),
    noteSeen: (who) => notePresence(reader, who),
  };
}

async function readSession(reader: Reader, id: string): Promise<Session | null> {
  const row = await askOne(reader, ONE, id);
  return row ? toSession(row) : null;
}

/** The newest first. */
async function listSessions(reader: Reader, filter: SessionFilter, limit: number): Promise<readonly Session[]> {
  const { where, params } = conditions(filter);
  if (!areStorable(params)) return [];
  const which = (more: readonly string[]) =>
    sessions(
      `${[...where, ...more].join(" AND ") || "TRUE"} ORDER BY s.started_at DESC, s.id LIMIT ${Math.trunc(limit)}`,
    );
  if (!filter.tickets) return (await reader.read(which([]), params)).map(toSession);
  const rows = await byKeys(reader, filter.tickets, (marks) => which([`s.ticket IN (${marks})`]), params);
  return rows.map(toSession).toSorted((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1));
}

async function readSessionsOn(reader: Reader, ticket: Key, holder: Identity): Promise<SessionsOn> {
  const { connection } = holder;
  const agent = holder.agent ?? "";
  // The count first: one that is opened in between is found open, or the count is too low and no longer fits.
  const counted = await askOne(reader, COUNT_ON, ticket, connection, agent);
  const open = await askOne(reader, OPEN_ON, ticket, connection, agent, connection, agent, connection);
  return { open: open ? toSession(open) : null, count: counted?.n ?? 0 };
}

/**
 * What happened to these sessions, in the order of the ledger. Of each, the texts of the newest so many rows: a session
 * that reports for days has more words than anybody reads.
 */
async function readSessionRows(
  reader: Reader,
  ids: readonly string[],
  withTexts: number,
): Promise<readonly LedgerRow[]> {
  const own = (marks: string): string => `l.subject_type = 'session' AND l.subject_key IN (${marks})`;
  const rows = await byKeys(reader, ids, (marks) =>
    select(TOLD, (list) => `SELECT ${list} FROM ledger l WHERE ${own(marks)}`),
  );
  const newest = await byKeys(reader, ids, (marks) =>
    select(
      SAID,
      (list) => `SELECT ${list} FROM (
          SELECT t.seq, t.name, t.content, DENSE_RANK() OVER (${OF_ITS_KIND}) AS place
          FROM ledger l JOIN ledger_text t ON t.seq = l.seq WHERE ${own(marks)}
        ) t WHERE t.place <= ${Math.trunc(withTexts)}`,
    ),
  );
  const texts = Map.groupBy(newest, (row) => row.seq);
  return rows.map((row) => toLedgerRow(row, texts.get(row.seq) ?? [])).toSorted((a, b) => a.seq - b.seq);
}

/** Outside the ledger: a read is a sign of life too, and must not leave a row. */
async function notePresence(reader: Reader, { connection, agent }: Identity): Promise<void> {
  const params = [connection, agent ?? ""];
  if (areStorable(params)) await reader.all(SEEN, params);
}

function conditions(filter: SessionFilter): { readonly where: readonly string[]; readonly params: readonly Param[] } {
  const where: string[] = [];
  const params: Param[] = [];
  const add = (condition: string, ...values: Param[]): void => {
    where.push(condition);
    params.push(...values);
  };
  if (filter.open) add(FILTERS.open);
  if (filter.connection !== undefined) add(FILTERS.connection, filter.connection);
  if (filter.agent !== undefined) add(FILTERS.agent, filter.agent ?? "");
  if (filter.endedSince !== undefined) add(FILTERS.endedSince, filter.endedSince);
  if (filter.endedBefore !== undefined) add(FILTERS.endedBefore, filter.endedBefore);
  if (filter.startedBefore !== undefined) add(FILTERS.startedBefore, filter.startedBefore);
  if (filter.idPrefix !== undefined) add(FILTERS.idPrefix, filter.idPrefix.length, filter.idPrefix);
  if (filter.disconnectedBefore !== undefined) add(FILTERS.disconnectedBefore, filter.disconnectedBefore);
  if (filter.seenBefore !== undefined) add(FILTERS.seenBefore, filter.seenBefore, filter.seenBefore);
  return { where, params };
}

function toSession(row: SessionRow): Session {
  const claimant = identityIn(row.claim_connection, row.claim_agent);
  const { fence, claim_since: since, claim_expires: expiresAt } = row;
  return {
    id: row.id,
    ticket: row.ticket,
    holder: { connection: row.connection ?? "", agent: row.agent },
    state: row.state,
    outcome: row.outcome,
    startedAt: row.started_at,
    completedAt: row.completed_at,
    enteredAt: row.entered_at,
    seenAt: row.last_seen,
    disconnectedAt: row.disconnected_at,
    version: row.version,
    title: row.title,
    claim: claimant && { holder: claimant, fence: fence ?? 0, since: since ?? 0, expiresAt: expiresAt ?? 0 },
  };
}
