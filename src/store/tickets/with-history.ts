// A ticket with all that is around it.

import { isStorable } from "../../app/commit/limits.ts";
import type { Comment, TicketLinks, TicketWithHistory } from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import type { Driver, Query, Row } from "../driver.ts";
import { toHistory } from "../ledger/history.ts";
import { SPOKEN_HISTORY } from "../ledger/queries.ts";
import { COMMENTS, LINKED_BLOCKED, LINKED_BLOCKERS, LINKED_CHILDREN, LINKED_PARENT, TICKET_NOW } from "./queries.ts";
import { number, text, toLinked, toTicket } from "../rows.ts";

const LINKS = [LINKED_PARENT, LINKED_CHILDREN, LINKED_BLOCKERS, LINKED_BLOCKED] as const;

export async function readWithHistory(driver: Driver, key: Key, most: number): Promise<TicketWithHistory | null> {
  if (!isStorable(key)) return null;
  const about = [TICKET_NOW, COMMENTS, ...LINKS].map((sql): Query => ({ sql, params: [key] }));
  const [history = [], [row] = [], comments = [], ...links] = await driver.together([
    { sql: SPOKEN_HISTORY, params: ["ticket", key, Number.MAX_SAFE_INTEGER, most] },
    ...about,
  ]);
  if (!row) return null;
  return {
    now: number(row["now"]),
    ticket: toTicket(row),
    links: toLinks(links),
    comments: comments.map(toComment),
    history: toHistory(history),
  };
}

export async function readLinks(driver: Driver, key: Key): Promise<TicketLinks> {
  if (!isStorable(key)) return toLinks([]);
  return toLinks(await driver.together(LINKS.map((sql) => ({ sql, params: [key] }))));
}

function toLinks([parents = [], children = [], blockedBy = [], blocks = []]: readonly (readonly Row[])[]): TicketLinks {
  const [parent] = parents;
  return {
    parent: parent ? toLinked(parent) : null,
    children: children.map(toLinked),
    blockedBy: blockedBy.map(toLinked),
    blocks: blocks.map(toLinked),
  };
}

export function toComment(row: Row): Comment {
  return {
    id: text(row["id"]),
    author: text(row["author"]),
    body: text(row["body"]),
    createdAt: number(row["created_at"]),
  };
}
