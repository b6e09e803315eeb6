// The group of a ticket: everything that hangs together with it through a common parent or through blockers, in work order.
//
// A ticket with an open child is a container: it is not work, and the leaves below it stand in its place. So a group is
// all the work in one connected piece of the board, and nobody leaves it by making a child.

import type { Group, GroupMember, GroupTicket, Key } from "../facts.ts";
import type { Machine } from "../workflow/compile.ts";
import { cyclesIn, strongComponents } from "./cycles.ts";
import { kindOf, type TicketKind } from "./kinds.ts";
import { compareTickets } from "./members.ts";
import { workOrder, type BlockerLinks } from "./order.ts";

const GROUP_CAP = 500;

/** `below`: of a container, only the leaves below it. `whole`: the connected piece, whoever asks. */
export type GroupScope = "below" | "whole";

/**
 * Asked about a container: the leaves below it. Asked about any other ticket: all the work that is connected with it.
 * The cost is that of the whole map: hand in no more than the connected part of a large board.
 */
export function groupOf(
  machine: Machine,
  tickets: ReadonlyMap<Key, GroupTicket>,
  key: Key,
  options: { readonly scope?: GroupScope; readonly cap?: number } = {},
): Group {
  const { scope = "below", cap = GROUP_CAP } = options;
  const board = readBoard(machine, tickets, key);
  const onlyBelow = scope === "below" && board.kinds.get(key) === "container";
  const { found, truncated } = search(board, key, cap, onlyBelow ? below(board) : connected(board));
  const nodes = found.toSorted(compareNodes);
  const members = nodes.filter((ticket) => isMember(board, ticket));
  // A cycle that runs through a container counts too.
  const ringed = onlyBelow ? members : nodes;
  const waits = waitsAmong(board);
  return {
    members: ticketsAt(members, workOrder(linksAmong(members))).map((ticket) => ({
      ...ticket,
      finished: board.kinds.get(ticket.key) === "finished",
      ...waits(ticket.key),
    })),
    cycles: cyclesIn(linksAmong(ringed).blocks).map((cycle) => ticketsAt(ringed, cycle).map((ticket) => ticket.key)),
    truncated,
  };
}

interface Board {
  readonly nodes: ReadonlyMap<Key, GroupTicket>;
  readonly kinds: ReadonlyMap<Key, TicketKind>;
  readonly children: ReadonlyMap<Key, readonly Key[]>;
  readonly blocks: ReadonlyMap<Key, readonly Key[]>;
}

type Neighbours = (ticket: GroupTicket) => readonly Key[];

function readBoard(machine: Machine, tickets: ReadonlyMap<Key, GroupTicket>, key: Key): Board {
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
  const kinds = new Map<Key, TicketKind>();
  for (const [parent, own] of children) {
    kinds.set(
      parent,
      kindOf(
        machine,
        own.flatMap((child) => nodes.get(child) ?? []),
      ),
    );
  }
  return { nodes, kinds, children, blocks };
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
    blockedBy: known?.blockedBy ?? [],
    claim: null,
    reservedUntil: null,
    readable: false,
  };
}

/** Up to the parent and on to its other children, down to its own children, and along blockers in both directions. */
function connected(board: Board): Neighbours {
  const families = new Set<Key>();
  const family = (parent: Key): readonly Key[] => {
    // Each family once: asking every one of n siblings for its n siblings would cost n².
    if (families.has(parent)) return [];
    families.add(parent);
    const own = board.children.get(parent) ?? [];
    return board.nodes.has(parent) ? [parent, ...own] : own;
  };
  return (ticket) => [
    ...ticket.blockedBy,
    ...(board.blocks.get(ticket.key) ?? []),
    ...family(ticket.key),
    ...(ticket.parent === null ? [] : family(ticket.parent)),
  ];
}

function below(board: Board): Neighbours {
  return (ticket) => board.children.get(ticket.key) ?? [];
}

function isMember(board: Board, ticket: GroupTicket): boolean {
  return board.kinds.get(ticket.key) !== "container";
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
    if (isMember(board, ticket)) {
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

/**
 * What blocks a ticket. A container waits for its children too. In a ring of such waits somebody has to go first, so that
 * nobody in it waits for the others.
 */
function waitsAmong(board: Board): (key: Key) => Pick<GroupMember, "openBlockers" | "waitsFor"> {
  const nodes = [...board.nodes.values()].toSorted(compareNodes);
  const { blockers, blocks } = linksAmong(nodes);
  const indexes = new Map(nodes.map((ticket, index) => [ticket.key, index]));
  const holdsUp = nodes.map((ticket, node) => {
    const parent = ticket.closed || ticket.parent === null ? undefined : indexes.get(ticket.parent);
    return [...(blocks[node] ?? []), ...(parent === undefined ? [] : [parent])];
  });
  const ringOf = new Map<number, number>();
  for (const [ring, own] of strongComponents(nodes.keys(), holdsUp).entries()) {
    for (const node of own) ringOf.set(node, ring);
  }
  const keysAt = (indexes: readonly number[]): readonly Key[] => ticketsAt(nodes, indexes).map(({ key }) => key);
  const waits = new Map(
    nodes.map((ticket, node) => {
      const open = blockers[node] ?? [];
      const others = open.filter((blocker) => ringOf.get(blocker) !== ringOf.get(node));
      return [ticket.key, { openBlockers: keysAt(open), waitsFor: keysAt(others) }];
    }),
  );
  return (key) => waits.get(key) ?? { openBlockers: [], waitsFor: [] };
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
