// Tickets, in the store.

import {
  MOST_COUNTED,
  type HandoffFacts,
  type NotPickable,
  type Pickable,
  type Tickets,
} from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import type { WantedFacts } from "../../engine/tickets/guards.ts";
import { askAll, askOne } from "../ask.ts";
import { readNow } from "../clock.ts";
import type { Driver } from "../driver.ts";
import { readCards, readWaitingFor } from "./cards.ts";
import { readGroup } from "./groups.ts";
import { readAncestors, readBlockingPath, readChildren } from "./links.ts";
import { listTickets } from "./list.ts";
import * as sql from "./queries.ts";
import { openAmong, toBareTicket, toLinked, toTicket, versionOf } from "./rows.ts";
import { readLinks, readWithHistory, toComment } from "./with-history.ts";

export function storeTickets(driver: Driver): Tickets {
  return {
    async get(key) {
      const row = await askOne(driver, sql.TICKET_NOW, key);
      return row ? toTicket(row) : null;
    },
    forHandoff: (key, needs) => readForHandoff(driver, key, needs),
    group: (key, scope) => readGroup(driver, key, scope),
    children: (key) => readChildren(driver, key),
    withHistory: (key, rows) => readWithHistory(driver, key, rows),
    links: (key) => readLinks(driver, key),
    blockers: async (key) => (await askAll(driver, sql.LINKED_BLOCKERS, key)).map(toLinked),
    comments: async (key) => (await askAll(driver, sql.COMMENTS, key)).map(toComment),
    list: (filter, limit, after) => listTickets(driver, filter, limit, after),
    pickable: (state, estimates, limit) => readPickable(driver, state, estimates, limit),
    notPickable: (state, estimates) => readNotPickable(driver, state, estimates),
    blockingPath: (from, to) => readBlockingPath(driver, from, to),
    ancestors: (key) => readAncestors(driver, key),
    async nextNumber() {
      const last = await askOne(driver, sql.LAST_NUMBER);
      return last ? last.number + 1 : 1;
    },
    cards: (which) => readCards(driver, which),
    waitingFor: (keys) => readWaitingFor(driver, keys),
    async countByState() {
      const rows = await askAll(driver, sql.STATE_COUNTS);
      return rows.map(({ state, n }) => ({ state, count: n }));
    },
  };
}

async function readForHandoff(driver: Driver, key: Key, wanted: WantedFacts): Promise<HandoffFacts> {
  const row = await askOne(driver, sql.BARE_TICKET_NOW, key);
  if (!row) return { now: await readNow(driver), ticket: null, relied: [] };
  const { now } = row;
  const ticket = toBareTicket(row);
  if (!wanted.group && !wanted.blockers) return { now, ticket, relied: [] };
  // After the ticket, never beside it: a link that comes in between raises the ticket's version, and that shows.
  const [around, blockers] = await Promise.all([
    wanted.group ? readGroup(driver, key, "whole") : null,
    wanted.blockers ? askAll(driver, sql.BLOCKERS, key) : null,
  ]);
  return {
    now,
    ticket,
    ...(around ? { around } : {}),
    ...(blockers ? { openBlockers: openAmong(blockers) } : {}),
    relied: [...(around?.relied ?? []), ...(blockers ?? []).map(versionOf)].filter((check) => check.key !== key),
  };
}

/** The texts have room for all sizes that there are. */
function fiveOf(estimates: readonly string[]): readonly string[] {
  return Array.from({ length: 5 }, (_, index) => estimates[index] ?? "");
}

async function readNotPickable(driver: Driver, state: string, estimates: readonly string[]): Promise<NotPickable> {
  const rows = await askAll(driver, sql.NOT_PICKABLE, ...fiveOf(estimates), state, MOST_COUNTED);
  const count = (wanted: string): number => rows.find(({ why }) => why === wanted)?.n ?? 0;
  return { tooLarge: count("tooLarge"), blocked: count("blocked"), held: count("held") };
}

async function readPickable(
  driver: Driver,
  state: string,
  estimates: readonly string[],
  limit: number,
): Promise<Pickable> {
  const five = fiveOf(estimates);
  const [rows, [counted]] = await driver.together([
    { select: sql.PICKABLE, params: [state, ...five, limit] },
    { select: sql.PICKABLE_COUNT, params: [state, ...five, MOST_COUNTED] },
  ]);
  // Where the two are not of one moment, the count may miss what was read just before.
  return { candidates: rows.map(toTicket), total: Math.max(rows.length, counted?.n ?? 0) };
}
