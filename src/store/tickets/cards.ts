// Tickets as a board draws them: thousands at a time, so without their bodies and in a fixed number of reads.

import type { CardFacts, CardSelection } from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import { byKeys } from "../ask.ts";
import type { Reader } from "../driver.ts";
import { UP_TO } from "../queries.ts";
import { columns, select, shape, type RowOf } from "../select.ts";
import { CARD, toTicket } from "./rows.ts";

const BLOCKER = shape({ ...columns("blocker", "b", "ticket", "blocked_by"), ...columns("ticket", "o", "closed") });
type CardRow = RowOf<typeof CARD>;
type BlockerRow = RowOf<typeof BLOCKER>;

const cards = (where: string) => select(CARD, (list) => `SELECT ${list} FROM ticket t WHERE ${where}`);
const blockers = (where: string) =>
  select(
    BLOCKER,
    (list) => `SELECT ${list} FROM blocker b JOIN ticket o ON o.key = b.blocked_by WHERE ${where}
      ORDER BY o.number, o.repo`,
  );

const OPEN = cards("t.closed = 0 AND t.off_board IS NULL ORDER BY t.number, t.repo");
const CLOSED = cards(`t.closed = 1 AND t.off_board IS NULL ORDER BY t.entered_at DESC, t.number DESC, t.repo ${UP_TO}`);
const OPEN_BLOCKERS = blockers("o.closed = 0");
/** Claims are few, and have an index of their own. */
const EXPIRED = cards("t.claim_connection IS NOT NULL AND t.claim_expires <= board_now() AND t.closed = 0");
const WAITING = shape(columns("blocker", "b", "ticket"));

export async function readCards(reader: Reader, which: CardSelection): Promise<readonly CardFacts[]> {
  if ("keys" in which) return cardsByKey(reader, which.keys);
  if ("waitingIn" in which) return waitingCards(reader, which.waitingIn);
  const [open, closed, between] = await Promise.all([
    reader.read(OPEN, []),
    which.closed > 0 ? reader.read(CLOSED, [which.closed]) : [],
    reader.read(OPEN_BLOCKERS, []),
  ]);
  return join([...open, ...closed], between);
}

/** The tickets that wait for one of these. */
export async function readWaitingFor(reader: Reader, keys: readonly Key[]): Promise<readonly Key[]> {
  const rows = await byKeys(reader, keys, (marks) =>
    select(WAITING, (list) => `SELECT DISTINCT ${list} FROM blocker b WHERE b.blocked_by IN (${marks})`),
  );
  return rows.map((row) => row.ticket);
}

async function cardsByKey(reader: Reader, keys: readonly Key[]): Promise<readonly CardFacts[]> {
  const [tickets, between] = await Promise.all([
    byKeys(reader, keys, (marks) => cards(`t.key IN (${marks})`)),
    blockersOf(reader, keys),
  ]);
  return join(tickets, between);
}

async function waitingCards(reader: Reader, states: readonly string[]): Promise<readonly CardFacts[]> {
  const [standing, expired] = await Promise.all([
    byKeys(reader, states, (marks) => cards(`t.closed = 0 AND t.state IN (${marks})`)),
    reader.read(EXPIRED, []),
  ]);
  const rows = new Map([...standing, ...expired].map((row) => [row.key, row]));
  return join([...rows.values()], await blockersOf(reader, [...rows.keys()]));
}

function blockersOf(reader: Reader, keys: readonly Key[]): Promise<BlockerRow[]> {
  return byKeys(reader, keys, (marks) => blockers(`b.ticket IN (${marks})`));
}

function join(tickets: readonly CardRow[], between: readonly BlockerRow[]): readonly CardFacts[] {
  const byTicket = Map.groupBy(between, (row) => row.ticket);
  return tickets.map((row) => ({
    ticket: toTicket(row),
    blockers: (byTicket.get(row.key) ?? []).map(({ blocked_by: key, closed }) => ({ key, closed: closed === 1 })),
  }));
}
