// Sessions, with what a look at one wants to know of its ticket, and the presence of agents.

import { isStorable } from "../app/commit/limits.ts";
import type { LedgerRow } from "../app/commit/plan.ts";
import type { Session, SessionFilter, Sessions, SessionsOn } from "../app/ports/sessions.ts";
import type { Identity, Key } from "../engine/facts.ts";
import { byKeys } from "./ask.ts";
import type { Param, Reader, Row } from "./driver.ts";
import { LEDGER } from "./ledger/queries.ts";
import { maybeNumber, maybeText, number, text, toLedgerRow } from "./rows.ts";

/** The newer of its own sign of life and its agent's; what an agent does later is none of an ended session. */
const LAST_SEEN =
  "CASE WHEN s.completed_at IS NULL AND p.seen_at > s.seen_at THEN p.seen_at ELSE s.seen_at END AS last_seen";
const SESSION = `SELECT s.id, s.ticket, s.connection, s.agent, s.state, s.outcome, s.started_at, s.completed_at,
    s.entered_at, s.disconnected_at, s.version, ${LAST_SEEN},
    t.title, t.fence, t.claim_connection, t.claim_agent, t.claim_since, t.claim_expires
  FROM session s
  LEFT JOIN ticket t ON t.key = s.ticket
  LEFT JOIN presence p ON p.connection = s.connection AND p.agent = COALESCE(s.agent, '')`;

const ONE = `${SESSION} WHERE s.id = ?`;
const OPEN_ON = `${SESSION} WHERE s.completed_at IS NULL AND s.ticket = ? AND s.connection = ? AND COALESCE(s.agent, '') = ?
  ORDER BY s.started_at, s.id LIMIT 1`;
const COUNT_ON = "SELECT COUNT(*) AS n FROM session WHERE ticket = ? AND connection = ? AND COALESCE(agent, '') = ?";
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
  const [row] = isStorable(id) ? await reader.all(ONE, [id]) : [];
  return row ? toSession(row) : null;
}

/** The newest first. */
async function listSessions(reader: Reader, filter: SessionFilter, limit: number): Promise<readonly Session[]> {
  const { where, params } = conditions(filter);
  if (!params.every((param) => typeof param !== "string" || isStorable(param))) return [];
  const sql = (more: string): string =>
    `${SESSION} WHERE ${[...where, more].filter((part) => part !== "").join(" AND ") || "TRUE"}
      ORDER BY s.started_at DESC, s.id LIMIT ${Math.trunc(limit)}`;
  if (!filter.tickets) return (await reader.all(sql(""), params)).map(toSession);
  const rows = await byKeys(reader, filter.tickets, (marks) => sql(`s.ticket IN (${marks})`), params);
  return rows.map(toSession).toSorted((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? -1 : 1));
}

async function readSessionsOn(reader: Reader, ticket: Key, holder: Identity): Promise<SessionsOn> {
  const params = [ticket, holder.connection, holder.agent ?? ""];
  if (!params.every(isStorable)) return { open: null, count: 0 };
  // The count first: one that is opened in between is found open, or the count is too low and no longer fits.
  const [counted] = await reader.all(COUNT_ON, params);
  const [open] = await reader.all(OPEN_ON, params);
  return { open: open ? toSession(open) : null, count: number(counted?.["n"]) };
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
  const rows = await byKeys(reader, ids, (marks) => `SELECT ${LEDGER} FROM ledger l WHERE ${own(marks)}`, []);
  const newest = await byKeys(
    reader,
    ids,
    (marks) => `SELECT x.seq, x.name, x.content FROM (
        SELECT t.seq, t.name, t.content, DENSE_RANK() OVER (${OF_ITS_KIND}) AS place
        FROM ledger l JOIN ledger_text t ON t.seq = l.seq WHERE ${own(marks)}
      ) x WHERE x.place <= ${Math.trunc(withTexts)}`,
    [],
  );
  const texts = Map.groupBy(newest, (row) => number(row["seq"]));
  return rows
    .map((row) => {
      const said = texts.get(number(row["seq"])) ?? [];
      return toLedgerRow(row, new Map(said.map((one) => [text(one["name"]), maybeText(one["content"])])));
    })
    .toSorted((a, b) => a.seq - b.seq);
}

/** Outside the ledger: a read is a sign of life too, and must not leave a row. */
async function notePresence(reader: Reader, { connection, agent }: Identity): Promise<void> {
  const params = [connection, agent ?? ""];
  if (params.every(isStorable)) await reader.all(SEEN, params);
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
  if (filter.disconnectedBefore !== undefined) add(FILTERS.disconnectedBefore, filter.disconnectedBefore);
  if (filter.seenBefore !== undefined) add(FILTERS.seenBefore, filter.seenBefore, filter.seenBefore);
  return { where, params };
}

function toSession(row: Row): Session {
  const claimed = maybeText(row["claim_connection"]);
  return {
    id: text(row["id"]),
    ticket: text(row["ticket"]),
    holder: { connection: maybeText(row["connection"]) ?? "", agent: maybeText(row["agent"]) },
    state: text(row["state"]),
    outcome: maybeText(row["outcome"]),
    startedAt: number(row["started_at"]),
    completedAt: maybeNumber(row["completed_at"]),
    enteredAt: number(row["entered_at"]),
    seenAt: number(row["last_seen"]),
    disconnectedAt: maybeNumber(row["disconnected_at"]),
    version: number(row["version"]),
    title: maybeText(row["title"]),
    claim:
      claimed === null
        ? null
        : {
            holder: { connection: claimed, agent: maybeText(row["claim_agent"]) },
            fence: number(row["fence"]),
            since: number(row["claim_since"]),
            expiresAt: number(row["claim_expires"]),
          },
  };
}
