import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boardOf, leaf, MACHINE } from "../../../test/support/engine/boards.ts";
import type { GroupTicket, Key } from "../facts.ts";
import { groupOf } from "./group.ts";

describe("any board", () => {
  it("gives the same group in the same order to every member", () => {
    fc.assert(
      fc.property(boards, (tickets) => {
        const board = boardOf(...tickets);
        for (const ticket of tickets) {
          if (slowKind(tickets, ticket.key) === "container") continue;
          const group = groupOf(MACHINE, board, ticket.key);
          for (const member of group.members) expect(groupOf(MACHINE, board, member.key)).toEqual(group);
        }
      }),
    );
  });

  it("does not depend on the order of the board", () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 1, max: 8 }), (tickets, cap) => {
        for (const { key } of tickets) {
          const group = groupOf(MACHINE, boardOf(...tickets), key, { cap });
          expect(groupOf(MACHINE, boardOf(...tickets.toReversed()), key, { cap })).toEqual(group);
        }
      }),
    );
  });

  it("holds what a slow, plain search finds", () => {
    fc.assert(
      fc.property(boards, (tickets) => {
        for (const { key } of tickets) {
          const found = groupOf(MACHINE, boardOf(...tickets), key).members.map((member) => member.key);
          expect(found.toSorted()).toEqual([...slowGroup(tickets, key)].toSorted());
        }
      }),
    );
  });

  it("is ordered as the rule says, worked out step by step", () => {
    fc.assert(
      fc.property(boards, (tickets) => {
        for (const { key } of tickets) {
          const { members } = groupOf(MACHINE, boardOf(...tickets), key);
          expect(members.map((member) => member.key)).toEqual(slowOrder(members));
        }
      }),
    );
  });

  it("names every knot exactly once, as a way round that is really there", () => {
    fc.assert(
      fc.property(boards, (tickets) => {
        for (const asked of tickets.filter(({ key }) => slowKind(tickets, key) !== "container")) {
          const board = boardOf(...tickets);
          const { cycles } = groupOf(MACHINE, board, asked.key);
          const open = (key: Key) => board.get(key)?.closed === false;
          for (const cycle of cycles) {
            cycle.forEach((key, index) => {
              expect(board.get(cycle[(index + 1) % cycle.length] ?? "")?.blockedBy).toContain(key);
              expect(open(key)).toBe(true);
            });
          }
          const reach = reachability(tickets);
          const knotted = tickets.filter((t) => reach(t.key, t.key) && slowConnected(tickets, asked.key).has(t.key));
          const knots = new Set(
            knotted.map((a) => smallest(knotted.filter((b) => reach(a.key, b.key) && reach(b.key, a.key)))),
          );
          expect(cycles.map(([first]) => first ?? "").toSorted()).toEqual([...knots].toSorted());
        }
      }),
    );
  });
});

const KEYS = ["1", "2", "3", "4", "5", "acme/api#1", "acme/api#2", "zeta/web#2"];

const boards = fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1 }).chain((keys) =>
  fc.tuple(
    ...keys.map((key) =>
      fc
        .record({
          end: fc.constantFrom("open", "open", "Done", "Canceled"),
          parent: fc.option(fc.constantFrom("10", "11", "5", "4"), { freq: 2 }),
          blockedBy: fc.array(fc.constantFrom(...KEYS), { maxLength: 3 }),
        })
        .map(({ end, ...facts }) => leaf(key, { ...facts, ...(end === "open" ? {} : { state: end, closed: true }) })),
    ),
  ),
);

function slowKind(tickets: readonly GroupTicket[], key: Key): "work" | "container" | "finished" {
  const children = tickets.filter((ticket) => ticket.parent === key);
  if (children.some(({ closed }) => !closed)) return "container";
  return children.some(({ state }) => state === "Done") ? "finished" : "work";
}

function slowGroup(tickets: readonly GroupTicket[], asked: Key): Set<Key> {
  const found = slowKind(tickets, asked) === "container" ? slowBelow(tickets, asked) : slowConnected(tickets, asked);
  return new Set([...found].filter((key) => slowKind(tickets, key) !== "container"));
}

/** Adds whatever has a parent among what is there already, until nothing is added. */
function slowBelow(tickets: readonly GroupTicket[], asked: Key): Set<Key> {
  const found = new Set([asked]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const { key, parent } of tickets) if (parent !== null && found.has(parent)) found.add(key);
  }
  return found;
}

/** Adds whatever is linked with what is there already, until nothing is added. */
function slowConnected(tickets: readonly GroupTicket[], asked: Key): Set<Key> {
  const found = new Set([asked]);
  const known = new Set(tickets.flatMap(({ key, blockedBy }) => [key, ...blockedBy]));
  const link = (a: Key, b: Key): void => {
    if (found.has(a)) found.add(b);
    if (found.has(b)) found.add(a);
  };
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const a of tickets) {
      for (const blocker of a.blockedBy) link(a.key, blocker);
      if (a.parent !== null && known.has(a.parent)) link(a.key, a.parent);
      for (const b of tickets) if (a.parent !== null && b.parent === a.parent) link(a.key, b.key);
    }
  }
  return found;
}

function slowOrder(members: readonly GroupTicket[]): Key[] {
  const order: Key[] = [];
  let left = [...members];
  while (left.length > 0) {
    const blockers = (ticket: GroupTicket) =>
      left.filter((other) => other !== ticket && !other.closed && ticket.blockedBy.includes(other.key));
    const free = left.filter((ticket) => blockers(ticket).length === 0);
    const reach = reachability(left);
    const sources = left.filter((a) => left.every((b) => !reach(b.key, a.key) || reach(a.key, b.key)));
    const next = smallest(free.length > 0 ? free : sources);
    order.push(next);
    left = left.filter(({ key }) => key !== next);
  }
  return order;
}

/** Whether one blocks the other, through any number of open blockers. */
function reachability(tickets: readonly GroupTicket[]): (from: Key, to: Key) => boolean {
  const pairs = new Set<string>();
  const keys = tickets.map(({ key }) => key);
  for (const ticket of tickets) {
    for (const blocker of tickets) {
      if (!blocker.closed && ticket.blockedBy.includes(blocker.key)) pairs.add(`${blocker.key} ${ticket.key}`);
    }
  }
  for (const via of keys) {
    for (const from of keys) {
      for (const to of keys) {
        if (pairs.has(`${from} ${via}`) && pairs.has(`${via} ${to}`)) pairs.add(`${from} ${to}`);
      }
    }
  }
  return (from, to) => pairs.has(`${from} ${to}`);
}

function smallest(tickets: readonly GroupTicket[]): Key {
  const ranked = tickets.map(({ number, repo, key }) => ({ rank: [String(number).padStart(9, "0"), repo ?? ""], key }));
  return ranked.toSorted((a, b) => (a.rank.join(" ") < b.rank.join(" ") ? -1 : 1))[0]?.key ?? "";
}
