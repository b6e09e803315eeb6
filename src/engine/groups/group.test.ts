import { describe, expect, it } from "vitest";
import { boardOf, leaf, MACHINE, member } from "../../../test/support/engine/boards.ts";
import type { GroupTicket, Key } from "../facts.ts";
import { groupOf } from "./group.ts";

describe("what a member waits for", () => {
  const waits = (board: Map<Key, GroupTicket>, key: Key) => {
    const found = groupOf(MACHINE, board, key, { scope: "whole" }).members.find((one) => one.key === key);
    return { openBlockers: found?.openBlockers, waitsFor: found?.waitsFor };
  };

  it("is its open blockers", () => {
    const board = boardOf(leaf("1", { blockedBy: ["2", "3"] }), leaf("2"), leaf("3", { state: "Done", closed: true }));
    expect(waits(board, "1")).toEqual({ openBlockers: ["2"], waitsFor: ["2"] });
  });

  it("is nothing in a ring, also in one that runs through a container above it", () => {
    const ring = boardOf(leaf("1", { blockedBy: ["2"] }), leaf("2", { blockedBy: ["1"] }));
    expect(waits(ring, "1")).toEqual({ openBlockers: ["2"], waitsFor: [] });
    const above = boardOf(leaf("1"), leaf("2", { parent: "1" }), leaf("3", { parent: "2", blockedBy: ["1"] }));
    expect(waits(above, "3")).toEqual({ openBlockers: ["1"], waitsFor: [] });
  });
});

describe("who belongs to a group", () => {
  it("holds a lone ticket alone", () => {
    expect(groupOf(MACHINE, boardOf(leaf("1"), leaf("2")), "1")).toEqual({
      members: [member(leaf("1"))],
      cycles: [],
      truncated: false,
    });
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

  it("puts the open leaves of a container in its place, at any depth, wherever it is connected", () => {
    const board = boardOf(
      leaf("1", { blockedBy: ["10"] }),
      leaf("10"),
      leaf("2", { blockedBy: ["10"] }),
      leaf("11", { parent: "10" }),
      leaf("12", { parent: "11" }),
    );
    for (const key of ["1", "2", "12"]) expect(keysOf(board, key)).toEqual(["1", "2", "12"]);
  });

  it("is not left by making children: not by one's own, not by a sibling's, not by both", () => {
    const family = { parent: "9" };
    const siblings = [leaf("1", family), leaf("2", family)];
    expect(keysOf(boardOf(...siblings), "1")).toEqual(["1", "2"]);
    expect(keysOf(boardOf(...siblings, leaf("3", { parent: "2" })), "1")).toEqual(["1", "3"]);
    const both = boardOf(...siblings, leaf("3", { parent: "2" }), leaf("4", { parent: "1" }));
    expect(keysOf(both, "3")).toEqual(["3", "4"]);
    expect(keysOf(both, "4")).toEqual(["3", "4"]);
  });

  it("gives exactly the leaves below a container, at any depth, and nothing that is merely connected with them", () => {
    const board = boardOf(
      leaf("1"),
      leaf("2", { parent: "1" }),
      leaf("3", { parent: "2", blockedBy: ["8"] }),
      leaf("4", { parent: "1", blockedBy: ["3"] }),
      leaf("8"),
    );
    expect(keysOf(board, "1")).toEqual(["3", "4"]);
    expect(keysOf(board, "2")).toEqual(["3"]);
    expect(keysOf(board, "3")).toEqual(["8", "3", "4"]);
    const whole = groupOf(MACHINE, board, "2", { scope: "whole" });
    expect(whole.members.map(({ key }) => key)).toEqual(["8", "3", "4"]);
  });

  it("counts a container as itself once its children have ended, and as work where all were given up", () => {
    const done = leaf("2", { parent: "1", state: "Done", closed: true });
    const dropped = leaf("3", { parent: "1", state: "Canceled", closed: true });
    const finished = (...children: GroupTicket[]) =>
      groupOf(MACHINE, boardOf(leaf("1"), ...children), "1").members.map((own) => [own.key, own.finished]);
    expect(finished(done, dropped)).toEqual([
      ["1", true],
      ["2", false],
      ["3", false],
    ]);
    expect(finished(dropped)).toEqual([
      ["1", false],
      ["3", false],
    ]);
    // A child that was closed by hand has ended, whatever its state still says.
    expect(finished(leaf("2", { parent: "1", closed: true }))[0]).toEqual(["1", true]);
    expect(finished(done, leaf("4", { parent: "1" }))).toEqual([
      ["2", false],
      ["4", false],
    ]);
  });

  it("is not caught in containers that contain each other", () => {
    const board = boardOf(leaf("1", { parent: "2" }), leaf("2", { parent: "1" }), leaf("3", { parent: "2" }));
    expect(keysOf(board, "1")).toEqual(["3"]);
  });

  it("counts a blocker that is not there as an open member that could not be read", () => {
    const { members } = groupOf(MACHINE, boardOf(leaf("1", { blockedBy: ["acme/api#3", "2"] })), "1");
    expect(members.map(({ key }) => key)).toEqual(["2", "acme/api#3", "1"]);
    expect(members[0]).toMatchObject({ number: 2, state: null, title: "", readable: false, closed: false });
    expect(members[0]).not.toHaveProperty("repo");
    expect(members[1]).toMatchObject({ number: 3, repo: "acme/api", state: null, readable: false });
  });

  it("believes nothing that an unreadable ticket says of itself", () => {
    const hidden = leaf("2", { readable: false, state: "Done", closed: true, title: "Secret" });
    const { members } = groupOf(MACHINE, boardOf(leaf("1", { blockedBy: ["2"] }), hidden), "1");
    expect(members[0]).toMatchObject({
      key: "2",
      number: 2,
      state: null,
      closed: false,
      title: "",
    });
  });

  it("answers for a ticket that is not on the board at all", () => {
    expect(groupOf(MACHINE, new Map(), "7").members).toMatchObject([{ key: "7", number: 7, readable: false }]);
    expect(groupOf(MACHINE, new Map(), "nonsense").members).toMatchObject([
      { key: "nonsense", number: 0, readable: false },
    ]);
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
    expect(groupOf(MACHINE, board, "9").cycles).toEqual([["1"], ["2", "4", "3"], ["8", "9"]]);
  });

  it("are not made of closed tickets", () => {
    const board = boardOf(leaf("1", { blockedBy: ["2"] }), leaf("2", { blockedBy: ["1"], closed: true }));
    expect(groupOf(MACHINE, board, "1").cycles).toEqual([]);
  });

  it("show a ring that runs through a container", () => {
    const board = boardOf(leaf("1", { blockedBy: ["2"] }), leaf("2", { blockedBy: ["1"] }), leaf("3", { parent: "2" }));
    expect(groupOf(MACHINE, board, "1")).toMatchObject({
      members: [{ key: "1" }, { key: "3" }],
      cycles: [["1", "2"]],
    });
  });

  it("show the shortest way round", () => {
    const board = boardOf(
      leaf("1", { blockedBy: ["3", "4"] }),
      leaf("2", { blockedBy: ["1"] }),
      leaf("3", { blockedBy: ["2"] }),
      leaf("4", { blockedBy: ["1"] }),
    );
    expect(groupOf(MACHINE, board, "1").cycles).toEqual([["1", "4"]]);
  });
});

describe("the cap", () => {
  const chain = boardOf(...[1, 2, 3, 4, 5].map((n) => leaf(String(n), n > 1 ? { blockedBy: [String(n - 1)] } : {})));

  it("cuts a group that is larger, keeping what is nearest to the ticket that was asked about", () => {
    const group = groupOf(MACHINE, chain, "4", { cap: 3 });
    expect(group.truncated).toBe(true);
    expect(group.members.map(({ key }) => key)).toEqual(["3", "4", "5"]);
  });

  it("leaves a group alone that just fits", () => {
    expect(groupOf(MACHINE, chain, "4", { cap: 5 })).toMatchObject({ truncated: false });
    expect(groupOf(MACHINE, chain, "4", { cap: 5 }).members).toHaveLength(5);
  });

  it("does not count containers", () => {
    const board = boardOf(
      leaf("1", { blockedBy: ["10", "11"] }),
      leaf("10"),
      leaf("11"),
      leaf("2", { parent: "10" }),
      leaf("3", { parent: "11" }),
    );
    expect(groupOf(MACHINE, board, "1", { cap: 3 })).toMatchObject({ truncated: false });
    expect(groupOf(MACHINE, board, "1", { cap: 2 })).toMatchObject({ truncated: true });
  });

  it("is 500 where nothing is said, below a container too", () => {
    const children = Array.from({ length: 501 }, (_, n) => leaf(String(n + 2), { parent: "1" }));
    const group = groupOf(MACHINE, boardOf(leaf("1"), ...children), "1");
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
    const group = groupOf(MACHINE, board, "1", { cap: Infinity });
    expect(group.members.map(({ number }) => number)).toEqual(numbers.toReversed());
    expect(group.cycles).toEqual([]);
  });

  it("finds a ring of 100,000 and orders it", () => {
    const board = boardOf(...numbers.map((n) => leaf(String(n), { blockedBy: [String(n === 1 ? many : n - 1)] })));
    const group = groupOf(MACHINE, board, "500", { cap: Infinity });
    expect(group.members.map(({ number }) => number)).toEqual(numbers);
    expect(group.cycles).toEqual([numbers.map(String)]);
  });

  it("gets through 100,000 rings that hang together, the same from both ends", () => {
    const linked = (n: number) => [n - 1, n + 1].filter((other) => other >= 1 && other <= many).map(String);
    const board = boardOf(...numbers.map((n) => leaf(String(n), { blockedBy: linked(n) })));
    const group = groupOf(MACHINE, board, "1", { cap: Infinity });
    expect(new Set(group.members).size).toBe(many);
    expect(group.cycles).toEqual([["1", "2"]]);
    expect(groupOf(MACHINE, board, String(many), { cap: Infinity })).toEqual(group);
  });

  it("gets through a family of 100,000", () => {
    const board = boardOf(...numbers.map((n) => leaf(String(n), { parent: "0" })));
    expect(groupOf(MACHINE, board, "77", { cap: Infinity }).members.map(({ number }) => number)).toEqual(numbers);
  });
});

function keysOf(board: ReadonlyMap<Key, GroupTicket>, key: Key): Key[] {
  return groupOf(MACHINE, board, key).members.map((own) => own.key);
}
