// Tickets, in the store.

import {
  MOST_ALTERNATIVES,
  MOST_COUNTED,
  type HandoffFacts,
  type NotPickable,
  type Pickable,
  type Tickets,
  type WantedWork,
} from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import { comparePickOrder } from "../../engine/tickets/pick.ts";
import type { WantedFacts } from "../../engine/tickets/guards.ts";
import { askAll, askOne, byKeys } from "../ask.ts";
import { readNow } from "../clock.ts";
import type { Driver } from "../driver.ts";
import { LAST_NUMBER } from "../queries.ts";
import { readCards, readWaitingFor } from "./cards.ts";
import { readGroup } from "./groups.ts";
import { readAncestors, readBlockingPath, readChildren } from "./links.ts";
import { listTickets } from "./list.ts";
import * as sql from "./queries.ts";
import { openAmong, toBareTicket, toLinked, toTicket, versionOf } from "./rows.ts";
import { readLinks, readWithHistory, toComment } from "./with-history.ts";

export function storeTickets(driver: Driver): Tickets {
  return {
    nameNow: async (key) => (await askOne(driver, sql.NAME_NOW, key))?.ticket ?? key,
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
    pickable: (wanted, limit) => readPickable(driver, wanted, limit),
    notPickable: (wanted) => readNotPickable(driver, wanted),
    blockingPath: (from, to) => readBlockingPath(driver, from, to),
    ancestors: (key) => readAncestors(driver, key),
    async nextNumber() {
      const last = await askOne(driver, LAST_NUMBER);
      return last ? last.number + 1 : 1;
    },
    cards: (which) => readCards(driver, which),
    waitingFor: (keys) => readWaitingFor(driver, keys),
    standingIn: async (states) => (await byKeys(driver, states, sql.standingIn)).map(toBareTicket),
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

/** A list of none is no SQL: no ticket is in a state without a name. */
function oneOrMore(states: readonly string[]): readonly string[] {
  return states.length === 0 ? [""] : states;
}

async function readNotPickable(driver: Driver, { state, estimates, givenUp }: WantedWork): Promise<NotPickable> {
  const states = oneOrMore(givenUp);
  const asked = sql.notPickable(states.length);
  const rows = await askAll(driver, asked, ...fiveOf(estimates), state, ...states, MOST_COUNTED);
  const count = (wanted: string): number => rows.find(({ why }) => why === wanted)?.n ?? 0;
  return { tooLarge: count("tooLarge"), blocked: count("blocked"), held: count("held") };
}

async function readPickable(driver: Driver, wanted: WantedWork, limit: number): Promise<Pickable> {
  const free = [wanted.state, ...fiveOf(wanted.estimates)];
  const states = oneOrMore(wanted.givenUp);
  const [rows, [counted], again] = await driver.together([
    { select: sql.PICKABLE, params: [...free, limit] },
    { select: sql.PICKABLE_COUNT, params: [...free, MOST_ALTERNATIVES + 1] },
    // Hardly ever any: they are counted by reading them.
    { select: sql.pickableAgain(states.length), params: [...free, ...states, MOST_COUNTED] },
  ]);
  const candidates = [...rows, ...again].map(toTicket).toSorted(comparePickOrder).slice(0, limit);
  // Where the reads are not of one moment, the count may miss what was read just before.
  const total = Math.max(rows.length, counted?.n ?? 0) + again.length;
  return { candidates, total: Math.min(total, Math.max(limit, MOST_ALTERNATIVES + 1)) };
}
