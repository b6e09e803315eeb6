// A ticket with all that is around it.

import { isStorable } from "../../engine/texts.ts";
import type { Comment, LinkedTicket, TicketLinks, TicketWithHistory } from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import type { Driver } from "../driver.ts";
import { formerNames, underNewNames } from "../ledger/former-names.ts";
import { SPOKEN_HISTORY } from "../ledger/queries.ts";
import { toHistory } from "../ledger/rows.ts";
import type { Select } from "../select.ts";
import { COMMENTS, LINKED_BLOCKED, LINKED_BLOCKERS, LINKED_CHILDREN, LINKED_PARENT, TICKET_AROUND } from "./queries.ts";
import { toLinked, toTicket } from "./rows.ts";

export async function readWithHistory(driver: Driver, key: Key, most: number): Promise<TicketWithHistory | null> {
  if (!isStorable(key)) return null;
  const of = <Row>(select: Select<Row>) => ({ select, params: [key] });
  const [history, [row], comments, parents, children, blockedBy, blocks] = await driver.together([
    { select: SPOKEN_HISTORY, params: ["ticket", key, Number.MAX_SAFE_INTEGER, most] },
    of(TICKET_AROUND),
    of(COMMENTS),
    of(LINKED_PARENT),
    of(LINKED_CHILDREN),
    of(LINKED_BLOCKERS),
    of(LINKED_BLOCKED),
  ]);
  if (!row) return null;
  const names = row.names === 0 ? [] : await formerNames(driver, [key]);
  const older = await Promise.all(
    names.map(({ former }) => driver.read(SPOKEN_HISTORY, ["ticket", former, Number.MAX_SAFE_INTEGER, most])),
  );
  const all = underNewNames([...toHistory(history), ...older.flatMap(toHistory)], names);
  return {
    now: row.now,
    ticket: toTicket(row),
    links: toLinks(parents, children, blockedBy, blocks),
    comments: comments.map(toComment),
    inRuns: row.items > 0,
    history: names.length === 0 ? all : all.toSorted((a, b) => b.seq - a.seq),
  };
}

export async function readLinks(driver: Driver, key: Key): Promise<TicketLinks> {
  if (!isStorable(key)) return toLinks([], [], [], []);
  const of = <Row>(select: Select<Row>) => ({ select, params: [key] });
  return toLinks(
    ...(await driver.together([of(LINKED_PARENT), of(LINKED_CHILDREN), of(LINKED_BLOCKERS), of(LINKED_BLOCKED)])),
  );
}

type LinkedRows = readonly Parameters<typeof toLinked>[0][];

function toLinks(parents: LinkedRows, children: LinkedRows, blockedBy: LinkedRows, blocks: LinkedRows): TicketLinks {
  const all = (rows: LinkedRows): readonly LinkedTicket[] => rows.map(toLinked);
  return { parent: all(parents)[0] ?? null, children: all(children), blockedBy: all(blockedBy), blocks: all(blocks) };
}

interface CommentRow extends Omit<Comment, "createdAt"> {
  readonly created_at: number;
}

export function toComment({ id, author, body, created_at: createdAt }: CommentRow): Comment {
  return { id, author, body, createdAt };
}
