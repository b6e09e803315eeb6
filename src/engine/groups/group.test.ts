import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boardOf, leaf } from "../../../test/support/engine/boards.ts";
import type { GroupTicket, Key } from "../facts.ts";
import { groupOf } from "./group.ts";

describe("who belongs to a group", () => {
  it("holds a lone ticket alone", () => {
    expect(groupOf(boardOf(leaf("1"), leaf("2")), "1")).toEqual({ members: [leaf("1")], cycles: [], truncated: false });
  });

  it("holds tickets of the same parent, whether the parent is on the board or not", () => {
    const board = boardOf(leaf("2", { parent: "9" }), leaf("1", { parent: "9" }), leaf("3", { parent: "8" }));
    expect(keysOf(board, "1")).toEqual(["1", "2"]);
    expect(keysOf(board, "3")).toEqual(["3"]);
  });

  it("follows blockers in both directions and to any depth, across repositories", () => {
    const board = boardOf(
      leaf("5", { blockedBy: ["acme/api#7"] }),
      leaf("acme/api#7", { blockedBy: ["9"] }),
      leaf("9"),
      leaf("4", { blockedBy: ["9"] }),
      leaf("1"),
    );
    for (const key of ["5", "acme/api#7", "9", "4"]) expect(keysOf(board, key)).toEqual(["9", "4", "acme/api#7", "5"]);
  });

  it("connects through closed blockers too", () => {
    const board = boardOf(leaf("1", { blockedBy: ["2"] }), leaf("2", { closed: true, state: "Done" }));
    expect(keysOf(board, "1")).toEqual(["1", "2"]);
    expect(keysOf(board, "2")).toEqual(["1", "2"]);
  });

  it("connects through a container that blocks, without making it a member", () => {
    const board = boardOf(
      leaf("1", { blockedBy: ["10"] }),
      leaf("10", { hasChildren: true }),
      leaf("2", { blockedBy: ["10"] }),
      leaf("11", { parent: "10" }),
    );
    expect(keysOf(board, "1")).toEqual(["1", "2"]);
    expect(keysOf(board, "11")).toEqual(["11"]);
  });

  it("gives exactly the leaves below a container, at any depth, and nothing that is merely connected with them", () => {
    const board = boardOf(
      leaf("1", { hasChildren: true }),
      leaf("2", { parent: "1", hasChildren: true }),
      leaf("3", { parent: "2", blockedBy: ["8"] }),
      leaf("4", { parent: "1", blockedBy: ["3"] }),
      leaf("8"),
    );
    expect(keysOf(board, "1")).toEqual(["3", "4"]);
    expect(keysOf(board, "2")).toEqual(["3"]);
    expect(keysOf(board, "3")).toEqual(["8", "3", "4"]);
  });

  it("is not caught in containers that contain each other", () => {
    const board = boardOf(
      leaf("1", { parent: "2", hasChildren: true }),
      leaf("2", { parent: "1", hasChildren: true }),
      leaf("3", { parent: "2" }),
    );
    expect(keysOf(board, "1")).toEqual(["3"]);
    expect(groupOf(boardOf(leaf("1", { hasChildren: true })), "1").members).toEqual([]);
  });

  it("counts a blocker that is not there as an open member that could not be read", () => {
    const { members } = groupOf(boardOf(leaf("1", { blockedBy: ["acme/api#3", "2"] })), "1");
    expect(members.map(({ key }) => key)).toEqual(["2", "acme/api#3", "1"]);
    expect(members[0]).toMatchObject({ number: 2, state: null, title: "", readable: false, closed: false });
    expect(members[0]).not.toHaveProperty("repo");
    expect(members[1]).toMatchObject({ number: 3, repo: "acme/api", state: null, readable: false });
  });

  it("believes nothing that an unreadable ticket says of itself", () => {
    const hidden = leaf("2", { readable: false, state: "Done", closed: true, title: "Secret", hasChildren: true });
    const { members } = groupOf(boardOf(leaf("1", { blockedBy: ["2"] }), hidden), "1");
    expect(members[0]).toMatchObject({
      key: "2",
      number: 2,
      state: null,
      closed: false,
      title: "",
      hasChildren: false,
    });
  });

  it("answers for a ticket that is not on the board at all", () => {
    expect(groupOf(new Map(), "7").members).toMatchObject([{ key: "7", number: 7, readable: false }]);
    expect(groupOf(new Map(), "nonsense").members).toMatchObject([{ key: "nonsense", number: 0, readable: false }]);
  });
});

describe("the work order", () => {
  it("puts blockers first and goes by number among the rest, the default repository before others", () => {
    const family = { parent: "100" };
    const board = boardOf(
      leaf("zeta/x#3", family),
      leaf("acme/x#3", family),
      leaf("3", family),
      leaf("1", { ...family, blockedBy: ["4"] }),
      leaf("4", family),
      leaf("10", family),
    );
    expect(keysOf(board, "10")).toEqual(["3", "acme/x#3", "zeta/x#3", "4", "1", "10"]);
  });

  it("is not held up by closed blockers", () => {
    const board = boardOf(
      leaf("1", { blockedBy: ["2"] }),
      leaf("2", { closed: true }),
      leaf("3", { blockedBy: ["1"] }),
    );
    expect(keysOf(board, "3")).toEqual(["1", "2", "3"]);
  });

  it("takes what is free before it cuts a ring, and cuts at the ring's smallest", () => {
    const family = { parent: "100" };
    const board = boardOf(
      leaf("1", { ...family, blockedBy: ["2"] }),
      leaf("2", { ...family, blockedBy: ["3"] }),
      leaf("3", { ...family, blockedBy: ["1"] }),
      leaf("9", family),
    );
    expect(keysOf(board, "3")).toEqual(["9", "1", "3", "2"]);
  });

  it("does not cut a ring that another ring holds up", () => {
    const board = boardOf(
      leaf("1", { blockedBy: ["2", "5"] }),
      leaf("2", { blockedBy: ["1"] }),
      leaf("5", { blockedBy: ["6"] }),
      leaf("6", { blockedBy: ["5"] }),
    );
    expect(keysOf(board, "1")).toEqual(["5", "6", "1", "2"]);
  });

  it("looks again at what is left of a ring after it was cut", () => {
    // 1 holds up the ring 5–6, which holds up the ring 3–4, which holds up 1. Without 1, only 5–6 is held up by nobody.
    const board = boardOf(
      leaf("1", { blockedBy: ["4"] }),
      leaf("3", { blockedBy: ["4", "6"] }),
      leaf("4", { blockedBy: ["3"] }),
      leaf("5", { blockedBy: ["6", "1"] }),
      leaf("6", { blockedBy: ["5"] }),
    );
    expect(keysOf(board, "3")).toEqual(["1", "5", "6", "3", "4"]);
  });
});

describe("cycles", () => {
  it("are paths in blocking order from the smallest ticket, one for each knot, sorted", () => {
    const board = boardOf(
      leaf("2", { blockedBy: ["3"] }),
      leaf("3", { blockedBy: ["4"] }),
      leaf("4", { blockedBy: ["2"] }),
      leaf("1", { blockedBy: ["1", "4"] }),
      leaf("8", { blockedBy: ["9", "2"] }),
      leaf("9", { blockedBy: ["8"] }),
    );
    expect(groupOf(board, "9").cycles).toEqual([["1"], ["2", "4", "3"], ["8", "9"]]);
  });

  it("are not made of closed tickets", () => {
    const board = boardOf(leaf("1", { blockedBy: ["2"] }), leaf("2", { blockedBy: ["1"], closed: true }));
    expect(groupOf(board, "1").cycles).toEqual([]);
  });

  it("show a ring that runs through a container", () => {
    const board = boardOf(leaf("1", { blockedBy: ["2"] }), leaf("2", { blockedBy: ["1"], hasChildren: true }));
    expect(groupOf(board, "1")).toMatchObject({ members: [{ key: "1" }], cycles: [["1", "2"]] });
  });

  it("show the shortest way round", () => {
    const board = boardOf(
      leaf("1", { blockedBy: ["3", "4"] }),
      leaf("2", { blockedBy: ["1"] }),
      leaf("3", { blockedBy: ["2"] }),
      leaf("4", { blockedBy: ["1"] }),
    );
    expect(groupOf(board, "1").cycles).toEqual([["1", "4"]]);
  });
});

describe("the cap", () => {
  const chain = boardOf(...[1, 2, 3, 4, 5].map((n) => leaf(String(n), n > 1 ? { blockedBy: [String(n - 1)] } : {})));

  it("cuts a group that is larger, keeping what is nearest to the ticket that was asked about", () => {
    const group = groupOf(chain, "4", 3);
    expect(group.truncated).toBe(true);
    expect(group.members.map(({ key }) => key)).toEqual(["3", "4", "5"]);
  });

  it("leaves a group alone that just fits", () => {
    expect(groupOf(chain, "4", 5)).toMatchObject({ truncated: false });
    expect(groupOf(chain, "4", 5).members).toHaveLength(5);
  });

  it("does not count containers", () => {
    const board = boardOf(
      leaf("1", { blockedBy: ["10", "11"] }),
      leaf("10", { hasChildren: true }),
      leaf("11", { hasChildren: true }),
      leaf("2", { blockedBy: ["11"] }),
    );
    expect(groupOf(board, "1", 2)).toMatchObject({ truncated: false, members: [{ key: "1" }, { key: "2" }] });
  });

  it("is 500 where nothing is said, below a container too", () => {
    const children = Array.from({ length: 501 }, (_, n) => leaf(String(n + 2), { parent: "1" }));
    const group = groupOf(boardOf(leaf("1", { hasChildren: true }), ...children), "1");
    expect(group.truncated).toBe(true);
    expect(group.members).toHaveLength(500);
    expect(group.members.at(-1)?.key).toBe("501");
  });
});

describe("very long boards", () => {
  const many = 100_000;
  const numbers = Array.from({ length: many }, (_, n) => n + 1);

  it("orders a chain of 100,000 blockers without running out of stack", () => {
    const board = boardOf(...numbers.map((n) => leaf(String(n), n < many ? { blockedBy: [String(n + 1)] } : {})));
    const group = groupOf(board, "1", Infinity);
    expect(group.members.map(({ number }) => number)).toEqual(numbers.toReversed());
    expect(group.cycles).toEqual([]);
  });

  it("finds a ring of 100,000 and orders it", () => {
    const board = boardOf(...numbers.map((n) => leaf(String(n), { blockedBy: [String(n === 1 ? many : n - 1)] })));
    const group = groupOf(board, "500", Infinity);
    expect(group.members.map(({ number }) => number)).toEqual(numbers);
    expect(group.cycles).toEqual([numbers.map(String)]);
  });

  it("gets through 100,000 rings that hang together, the same from both ends", () => {
    const linked = (n: number) => [n - 1, n + 1].filter((other) => other >= 1 && other <= many).map(String);
    const board = boardOf(...numbers.map((n) => leaf(String(n), { blockedBy: linked(n) })));
    const group = groupOf(board, "1", Infinity);
    expect(new Set(group.members).size).toBe(many);
    expect(group.cycles).toEqual([["1", "2"]]);
    expect(groupOf(board, String(many), Infinity)).toEqual(group);
  });

  it("gets through a family of 100,000", () => {
    const board = boardOf(...numbers.map((n) => leaf(String(n), { parent: "0" })));
    expect(groupOf(board, "77", Infinity).members.map(({ number }) => number)).toEqual(numbers);
  });
});

describe("any board", () => {
  it("gives the same group in the same order to every member", () => {
    fc.assert(
      fc.property(boards, (tickets) => {
        const board = boardOf(...tickets);
        for (const ticket of tickets) {
          if (ticket.hasChildren) continue;
          const group = groupOf(board, ticket.key);
          for (const member of group.members) expect(groupOf(board, member.key)).toEqual(group);
        }
      }),
    );
  });

  it("does not depend on the order of the board", () => {
    fc.assert(
      fc.property(boards, fc.integer({ min: 1, max: 8 }), (tickets, cap) => {
        for (const { key } of tickets) {
          const group = groupOf(boardOf(...tickets), key, cap);
          expect(groupOf(boardOf(...tickets.toReversed()), key, cap)).toEqual(group);
        }
      }),
    );
  });

  it("holds what a slow, plain search finds", () => {
    fc.assert(
      fc.property(boards, (tickets) => {
        for (const { key } of tickets) {
          const found = groupOf(boardOf(...tickets), key).members.map((member) => member.key);
          expect(found.toSorted()).toEqual([...slowGroup(tickets, key)].toSorted());
        }
      }),
    );
  });

  it("is ordered as the rule says, worked out step by step", () => {
    fc.assert(
      fc.property(boards, (tickets) => {
        for (const { key } of tickets) {
          const { members } = groupOf(boardOf(...tickets), key);
          expect(members.map((member) => member.key)).toEqual(slowOrder(members));
        }
      }),
    );
  });

  it("names every knot exactly once, as a way round that is really there", () => {
    fc.assert(
      fc.property(boards, (tickets) => {
        for (const asked of tickets.filter((ticket) => !ticket.hasChildren)) {
          const board = boardOf(...tickets);
          const { cycles } = groupOf(board, asked.key);
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
          closed: fc.boolean(),
          parent: fc.option(fc.constantFrom("10", "11", "5"), { freq: 2 }),
          hasChildren: fc.boolean().map((yes) => yes && key === "5"),
          blockedBy: fc.array(fc.constantFrom(...KEYS), { maxLength: 3 }),
        })
        .map((facts) => leaf(key, facts)),
    ),
  ),
);

function keysOf(board: ReadonlyMap<Key, GroupTicket>, key: Key): Key[] {
  return groupOf(board, key).members.map((member) => member.key);
}

function slowGroup(tickets: readonly GroupTicket[], asked: Key): Set<Key> {
  const containers = new Set(tickets.filter((ticket) => ticket.hasChildren).map(({ key }) => key));
  const below = tickets.filter((ticket) => ticket.parent === asked).map(({ key }) => key);
  const found = containers.has(asked) ? below : [...slowConnected(tickets, asked)];
  return new Set(found.filter((key) => !containers.has(key)));
}

/** Adds whatever is linked with what is there already, until nothing is added. */
function slowConnected(tickets: readonly GroupTicket[], asked: Key): Set<Key> {
  const found = new Set([asked]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const a of tickets) {
      for (const blocker of a.blockedBy) {
        if (found.has(a.key)) found.add(blocker);
        if (found.has(blocker)) found.add(a.key);
      }
      if (a.parent === null || !found.has(a.key)) continue;
      for (const b of tickets) if (b.parent === a.parent) found.add(b.key);
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
