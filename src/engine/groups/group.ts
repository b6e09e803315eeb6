// The group of a ticket: what is connected with it through a common parent or through blockers, in work order.

import { cyclesIn } from "./cycles.ts";
import type { Group, GroupTicket, Key } from "../facts.ts";
import { compareTickets } from "./members.ts";
import { workOrder, type BlockerLinks } from "./order.ts";

const GROUP_CAP = 500;

/**
 * Asked about a container: the leaves below it. Asked about any other ticket: the leaves that are connected with it;
 * containers connect, but are no members. The cost is that of the whole map: hand in no more than the connected part of
 * a large board.
 */
export function groupOf(tickets: ReadonlyMap<Key, GroupTicket>, key: Key, cap = GROUP_CAP): Group {
  const board = readBoard(tickets, key);
  const asksContainer = board.nodes.get(key)?.hasChildren === true;
  const { found, truncated } = search(board, key, cap, asksContainer ? below(board) : connected(board));
  const nodes = found.toSorted(compareNodes);
  const members = nodes.filter((ticket) => !ticket.hasChildren);
  // A knot that runs through a connecting container is as real as any other.
  const knotted = asksContainer ? members : nodes;
  return {
    members: ticketsAt(members, workOrder(linksAmong(members))),
    cycles: cyclesIn(linksAmong(knotted).blocks).map((cycle) => ticketsAt(knotted, cycle).map((ticket) => ticket.key)),
    truncated,
  };
}

interface Board {
  readonly nodes: ReadonlyMap<Key, GroupTicket>;
  readonly children: ReadonlyMap<Key, readonly Key[]>;
  readonly blocks: ReadonlyMap<Key, readonly Key[]>;
}

type Neighbours = (ticket: GroupTicket) => readonly Key[];

function readBoard(tickets: ReadonlyMap<Key, GroupTicket>, key: Key): Board {
  const nodes = new Map<Key, GroupTicket>();
  const children = new Map<Key, Key[]>();
  const blocks = new Map<Key, Key[]>();
  for (const ticket of tickets.values())
    nodes.set(ticket.key, ticket.readable ? ticket : unreadable(ticket.key, ticket));
  for (const ticket of tickets.values()) {
    if (ticket.parent !== null) append(children, ticket.parent, ticket.key);
    for (const blocker of ticket.blockedBy) {
      if (!nodes.has(blocker)) nodes.set(blocker, unreadable(blocker));
      append(blocks, blocker, ticket.key);
    }
  }
  if (!nodes.has(key)) nodes.set(key, unreadable(key));
  return { nodes, children, blocks };
}

/** Nothing is known of it but its links, so it is open, has no state, and waits to be looked at. */
function unreadable(key: Key, known?: GroupTicket): GroupTicket {
  const [repo, number] = key.includes("#")
    ? [key.slice(0, key.lastIndexOf("#")), key.slice(key.lastIndexOf("#") + 1)]
    : ["", key];
  return {
    key,
    number: /^\d+$/.test(number) ? Number(number) : 0,
    ...(repo === "" ? {} : { repo }),
    title: "",
    state: null,
    closed: false,
    estimate: null,
    parent: known?.parent ?? null,
    hasChildren: false,
    blockedBy: known?.blockedBy ?? [],
    readable: false,
  };
}

function connected(board: Board): Neighbours {
  const families = new Set<Key>();
  return (ticket) => {
    const keys = [...ticket.blockedBy, ...(board.blocks.get(ticket.key) ?? [])];
    // Each family once: asking every one of n siblings for its n siblings would cost n².
    if (ticket.parent === null || families.has(ticket.parent)) return keys;
    families.add(ticket.parent);
    return keys.concat(board.children.get(ticket.parent) ?? []);
  };
}

function below(board: Board): Neighbours {
  return (ticket) => board.children.get(ticket.key) ?? [];
}

/** Breadth first, the smallest neighbour first, so that a capped group does not depend on the order of the map. */
function search(
  board: Board,
  start: Key,
  cap: number,
  neighbours: Neighbours,
): { found: GroupTicket[]; truncated: boolean } {
  const found: GroupTicket[] = [];
  const queued = new Set<Key>([start]);
  const queue = ticketsOf(board, queued);
  let members = 0;
  for (const ticket of queue) {
    if (!ticket.hasChildren) {
      if (members === cap) return { found, truncated: true };
      members++;
    }
    found.push(ticket);
    const fresh = [...new Set(neighbours(ticket))].filter((next) => !queued.has(next));
    for (const next of fresh) queued.add(next);
    for (const next of ticketsOf(board, fresh).toSorted(compareNodes)) queue.push(next);
  }
  return { found, truncated: false };
}

function ticketsOf(board: Board, keys: Iterable<Key>): GroupTicket[] {
  return [...keys].flatMap((key) => board.nodes.get(key) ?? []);
}

/** Blockers that are closed block nothing. */
function linksAmong(tickets: readonly GroupTicket[]): BlockerLinks {
  const indexes = new Map(tickets.map((ticket, index) => [ticket.key, index]));
  const blocks = tickets.map((): number[] => []);
  const blockers = tickets.map((ticket, index) => {
    const own = new Set(ticket.blockedBy.flatMap((key) => indexes.get(key) ?? []));
    const open = [...own].filter((blocker) => tickets[blocker]?.closed === false).toSorted((a, b) => a - b);
    for (const blocker of open) blocks[blocker]?.push(index);
    return open;
  });
  return { blockers, blocks };
}

/** Keys that nobody can make a number of are told apart by themselves. */
function compareNodes(a: GroupTicket, b: GroupTicket): number {
  return compareTickets(a, b) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

function ticketsAt(tickets: readonly GroupTicket[], indexes: readonly number[]): GroupTicket[] {
  return indexes.flatMap((index) => tickets[index] ?? []);
}

function append(lists: Map<Key, Key[]>, at: Key, key: Key): void {
  const list = lists.get(at);
  if (list) list.push(key);
  else lists.set(at, [key]);
}
