// Tickets as a board draws them: thousands at a time, so without their bodies and in a fixed number of reads.

import type { CardFacts, CardSelection } from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import { byKeys } from "../ask.ts";
import type { Reader, Row } from "../driver.ts";
import { columnsOf, TABLES } from "../tables.ts";
import { COUNTERS, UP_TO } from "../queries.ts";
import { text, toTicket } from "../rows.ts";

const NAMES = [...columnsOf(TABLES.ticket).map((column) => column.name), ...COUNTERS];
const CARD = NAMES.map((name) => (name === "body" ? "'' AS body" : `t.${name}`)).join(", ");
const BLOCKER = "SELECT b.ticket, b.blocked_by, o.closed FROM blocker b JOIN ticket o ON o.key = b.blocked_by";

const OPEN = `SELECT ${CARD} FROM ticket t WHERE t.closed = 0 AND t.off_board IS NULL ORDER BY t.number, t.repo`;
const CLOSED = `SELECT ${CARD} FROM ticket t WHERE t.closed = 1 AND t.off_board IS NULL ORDER BY t.entered_at DESC, t.number DESC, t.repo ${UP_TO}`;
const OPEN_BLOCKERS = `${BLOCKER} WHERE o.closed = 0 ORDER BY o.number, o.repo`;
/** Claims are few, and have an index of their own. */
const EXPIRED = `SELECT ${CARD} FROM ticket t
  WHERE t.claim_connection IS NOT NULL AND t.claim_expires <= board_now() AND t.closed = 0`;

export async function readCards(reader: Reader, which: CardSelection): Promise<readonly CardFacts[]> {
  if ("keys" in which) return cardsByKey(reader, which.keys);
  if ("waitingIn" in which) return waitingCards(reader, which.waitingIn);
  const [open, closed, blockers] = await Promise.all([
    reader.all(OPEN, []),
    which.closed > 0 ? reader.all(CLOSED, [which.closed]) : [],
    reader.all(OPEN_BLOCKERS, []),
  ]);
  return join([...open, ...closed], blockers);
}

/** The tickets that wait for one of these. */
export async function readWaitingFor(reader: Reader, keys: readonly Key[]): Promise<readonly Key[]> {
  const rows = await byKeys(
    reader,
    keys,
    (marks) => `SELECT DISTINCT ticket FROM blocker WHERE blocked_by IN (${marks})`,
  );
  return rows.map((row) => text(row["ticket"]));
}

async function cardsByKey(reader: Reader, keys: readonly Key[]): Promise<readonly CardFacts[]> {
  const [tickets, blockers] = await Promise.all([
    byKeys(reader, keys, (marks) => `SELECT ${CARD} FROM ticket t WHERE t.key IN (${marks})`),
    blockersOf(reader, keys),
  ]);
  return join(tickets, blockers);
}

async function waitingCards(reader: Reader, states: readonly string[]): Promise<readonly CardFacts[]> {
  const [standing, expired] = await Promise.all([
    byKeys(reader, states, (marks) => `SELECT ${CARD} FROM ticket t WHERE t.closed = 0 AND t.state IN (${marks})`),
    reader.all(EXPIRED, []),
  ]);
  const rows = [...new Map([...standing, ...expired].map((row) => [text(row["key"]), row])).values()];
  return join(
    rows,
    await blockersOf(
      reader,
      rows.map((row) => text(row["key"])),
    ),
  );
}

function blockersOf(reader: Reader, keys: readonly Key[]): Promise<Row[]> {
  return byKeys(reader, keys, (marks) => `${BLOCKER} WHERE b.ticket IN (${marks}) ORDER BY o.number, o.repo`);
}

function join(tickets: readonly Row[], blockers: readonly Row[]): readonly CardFacts[] {
  const byTicket = Map.groupBy(blockers, (row) => text(row["ticket"]));
  return tickets.map((row) => {
    const own = byTicket.get(text(row["key"])) ?? [];
    return {
      ticket: toTicket(row),
      blockers: own.map((blocker) => ({ key: text(blocker["blocked_by"]), closed: blocker["closed"] === 1 })),
    };
  });
}
