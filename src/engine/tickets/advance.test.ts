import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import {
  groupWith,
  leaf,
  MACHINE,
  machineWith,
  PIPELINE,
  STATES,
  TICKETS,
} from "../../../test/support/engine/boards.ts";
import {
  factsForAdvance,
  decideAdvance as decideAdvanceUntold,
  type Advance,
  type AdvanceChild,
  type AdvanceSnapshot,
  type Moment,
} from "./advance.ts";
import { compile, type Machine } from "../workflow/compile.ts";
import type { ClaimFacts, Group, GroupTicket, Key } from "../facts.ts";
import { isRefusal } from "../refusal.ts";
import type { GuardSpec, Workflow } from "../workflow/format.ts";

const SOMEBODY = { kind: "agent", identity: { connection: "orc", agent: null } } as const;
const decideAdvance = telling(decideAdvanceUntold);

const NOW = Date.UTC(2026, 0, 2);

describe("the target", () => {
  it.each(["Human Needed", "Canceled", "in progres"])("must be in the pipeline order: %s", (target) => {
    const refusal = refused(parentIn("Done"), target);
    expect(refusal).toMatchObject({ code: "unknown_target", facts: { targets: PIPELINE } });
  });

  it.each(["Research in Progress", "Plan in Progress", "Done"])("is never a lock or the end: %s", (target) => {
    const refusal = refused(parentIn("Done"), target);
    expect(refusal.code).toBe("target_not_allowed");
    expect(refusal.facts).toMatchObject({
      targets: ["Backlog", "Research Needed", "Ready for Plan", "Plan in Review", "In Progress", "In Review"],
    });
    expect(refusal.error).toMatch(/Recovery: retry with targetState set to "In Review", .* or "Backlog"\./);
  });

  it("is not ahead of the parent", () => {
    const refusal = refused(parentIn("Plan in Progress"), "Plan in Review");
    expect(refusal.code).toBe("target_ahead_of_parent");
    expect(refusal.error).toContain(
      'Recovery: retry with targetState set to "Ready for Plan", "Research Needed" or "Backlog".',
    );
  });

  it.each(["Human Needed", "Canceled", "Somewhere", null])("needs a parent in the order, not in %s", (state) => {
    const refusal = refused(parentIn(state), "Backlog");
    expect(refusal).toMatchObject({ code: "parent_outside_order", error: expect.stringContaining("Recovery:") });
  });

  it("is refused where the workflow moves no children", () => {
    const machine = machineWith({ propagation: "off" });
    expect(decideAdvance(machine, parentIn("In Review"), "In Review")).toMatchObject({ code: "propagation_off" });
  });

  it("may be an earlier state than the parent's", () => {
    const answer = advance(parentIn("Done", child("1", "Backlog")), "In Review");
    expect(answer.moves).toMatchObject([{ key: "1", number: 1, from: "Backlog", to: "In Review" }]);
  });
});

describe("the children", () => {
  it("may be none at all", () => {
    expect(advance(parentIn("In Review"), "In Review")).toEqual({ kind: "advance", moves: [], skipped: [] });
  });

  it("move up when they are earlier in the order, by number and repository", () => {
    const children = [child("acme/api#1", "Backlog"), child("9", "Plan in Review"), child("1", "Research in Progress")];
    expect(advance(parentIn("In Progress", ...children), "In Progress")).toMatchObject({
      moves: [
        { key: "1", number: 1, from: "Research in Progress", to: "In Progress" },
        { key: "acme/api#1", number: 1, repo: "acme/api", from: "Backlog", to: "In Progress" },
        { key: "9", number: 9, from: "Plan in Review", to: "In Progress" },
      ],
      skipped: [],
    });
  });

  it.each<[string, Partial<GroupTicket>, string, RegExp]>([
    ["is there already", { state: "In Progress" }, "In Progress", /in "In Progress" already/],
    ["is past it", { state: "In Review" }, "In Review", /past "In Progress" already/],
    ["is done", { state: "Done" }, "Done", /"Done" is terminal/],
    ["is canceled", { state: "Canceled" }, "Canceled", /"Canceled" is terminal/],
    ["needs a person", { state: "Human Needed" }, "Human Needed", /"Human Needed" is outside .*person/],
    ["has no state", { state: null }, "unknown", /has no state/],
    ["has an unknown state", { state: "Somewhere" }, "unknown", /does not know .*"Somewhere"/],
    ["could not be read", { state: "Backlog", readable: false }, "unknown", /could not be read/],
    ["was closed", { state: "Backlog", closed: true }, "Backlog", /closed/],
  ])("stay when one %s", (_, facts, currentState, reason) => {
    const answer = advance(
      parentIn("In Progress", { ...child("7", "Backlog"), ticket: leaf("7", facts) }),
      "In Progress",
    );
    expect(answer).toMatchObject({ moves: [], skipped: [{ key: "7", number: 7, currentState }] });
    expect(answer.skipped[0]?.reason).toMatch(reason);
  });

  it("are not taken from under a live claim, which is named", () => {
    const held = child("1", "Research in Progress", { claim: claimUntil(NOW + 1) });
    const { skipped } = advance(parentIn("In Progress", held), "In Progress");
    expect(skipped[0]?.reason).toContain("laptop/alice");
    expect(skipped[0]?.reason).toContain("2026-01-02T00:00:00.001Z");
  });

  it("move when the claim has run out", () => {
    const left = child("1", "Research in Progress", { claim: claimUntil(NOW) });
    expect(advance(parentIn("In Progress", left), "In Progress").moves).toHaveLength(1);
  });

  it("are not taken from under a person who put one into a lock state by hand", () => {
    const kept = child("1", "Research in Progress", { reservedUntil: NOW + 1 });
    expect(advance(parentIn("In Progress", kept), "In Progress").skipped).toHaveLength(1);
    const freed = child("1", "Research in Progress", { reservedUntil: NOW });
    expect(advance(parentIn("In Progress", freed), "In Progress").moves).toHaveLength(1);
  });

  it("do not jump the queue: what was linked after the parent got there stays", () => {
    const late = child("1", "Backlog", { linked: moment(101) });
    const snapshot = {
      ...parentIn("In Progress", late),
      parent: { key: "100", state: "In Progress", firstThere: moment(100) },
    };
    const { moves, skipped } = advance(snapshot, "In Progress");
    expect(moves).toEqual([]);
    expect(skipped[0]?.reason).toContain('linked after its parent had first come as far as "In Progress"');
    expect(advance(snapshot, "In Progress", machineWith({ propagation: "any" })).moves).toHaveLength(1);
    const { propagation: _, ...silent } = TICKETS;
    expect(advance(snapshot, "In Progress", compile(silent)).moves).toEqual([]);
  });

  it.each([
    [100, 100],
    [99, 100],
    [null, 100],
    [101, null],
  ])("move when linked at %s to a parent that got there at %s", (linkedAt, enteredAt) => {
    const snapshot = parentIn("In Progress", child("1", "Backlog", { linked: moment(linkedAt) }));
    expect(
      advance(
        { ...snapshot, parent: { key: "100", state: "In Progress", firstThere: moment(enteredAt) } },
        "In Progress",
      ).moves,
    ).toHaveLength(1);
  });

  it("stay where no edges lead forward", () => {
    const machine = machineWith({ edges: TICKETS.edges.filter((edge) => edge.to !== "Plan in Progress") });
    const { skipped } = advance(parentIn("In Progress", child("1", "Backlog")), "In Progress", machine);
    expect(skipped[0]?.reason).toBe('No edges lead forward from "Backlog" to "In Progress".');
  });

  it("do not get past a state that only people move tickets out of", () => {
    const machine = machineWith({ humanGates: { "Plan in Review": "enforce" } });
    const children = [child("1", "Ready for Plan"), child("2", "Plan in Review")];
    const { moves, skipped } = advance(parentIn("In Progress", ...children), "In Progress", machine);
    expect(moves).toEqual([]);
    for (const { reason } of skipped) expect(reason).toContain('Only a person moves a ticket out of "Plan in Review"');
    expect(advance(parentIn("In Progress", child("1", "Backlog")), "Plan in Review", machine).moves).toHaveLength(1);
  });
});

describe("guards on the way", () => {
  const outsider = leaf("50", { state: "Backlog" });

  it("count children that move in the same step as arrived", () => {
    const children = [child("1", "Backlog"), child("2", "Research Needed"), child("3", "Ready for Plan")];
    const answer = advance(together(parentIn("In Progress", ...children)), "In Progress");
    expect(answer.moves.map(({ key }) => key)).toEqual(["1", "2", "3"]);
    expect(answer.moves[0]?.guards).toMatchObject([{ type: "group_convergence", met: true, policy: "enforce" }]);
  });

  it("hold everybody when a member of the group is not there", () => {
    const children = [child("1", "Backlog"), child("2", "Ready for Plan")];
    const answer = advance(together(parentIn("In Progress", ...children), outsider), "In Progress");
    expect(answer.moves).toEqual([]);
    expect(answer.skipped.map(({ key }) => key)).toEqual(["1", "2"]);
    expect(answer.skipped[0]?.reason).toContain("#50 (Backlog)");
  });

  it("are not met on the way round over a siding", () => {
    // Three edges lead from Backlog over Human Needed to In Progress, and none of them is guarded.
    const answer = advance(together(parentIn("In Progress", child("1", "Backlog")), outsider), "In Progress");
    expect(answer.moves).toEqual([]);
  });

  it("are not in the way of a target before them", () => {
    const children = [child("1", "Backlog"), child("2", "Research Needed")];
    const answer = advance(together(parentIn("In Progress", ...children), outsider), "Ready for Plan");
    expect(answer.moves.map(({ key, guards }) => [key, guards])).toEqual([
      ["1", []],
      ["2", []],
    ]);
  });

  it("hold those, too, who counted on one that stays", () => {
    // 2 can't move (claimed), so the group of 1 and 2 is not complete; 3 shares a group with 1 alone.
    const children = [
      child("1", "Backlog"),
      child("2", "Backlog", { claim: claimUntil(NOW + 60_000) }),
      child("3", "Backlog"),
      child("4", "Backlog"),
    ];
    const [one, two, three, four] = children.map(({ ticket }) => ticket);
    if (!one || !two || !three || !four) throw new Error("four children");
    const groups = new Map([
      ["1", groupWith(one, two)],
      ["3", groupWith(one, three)],
      ["4", groupWith(four)],
    ]);
    const answer = advance({ ...parentIn("In Progress", ...children), groups }, "In Progress");
    expect(answer.moves.map(({ key }) => key)).toEqual(["4"]);
    expect(answer.skipped.map(({ key }) => key)).toEqual(["1", "2", "3"]);
    expect(answer.skipped[0]?.reason).toContain("#2 (Backlog)");
    expect(answer.skipped[1]?.reason).toContain("laptop/alice");
    expect(answer.skipped[2]?.reason).toContain("#1 (Backlog)");
  });

  it("fail when the group was not read, or not all of it", () => {
    const snapshot = parentIn("In Progress", child("1", "Backlog"));
    expect(advance({ ...snapshot, groups: new Map() }, "In Progress").moves).toEqual([]);
    const groups = new Map([["1", { ...groupWith(leaf("1")), truncated: true }]]);
    expect(advance({ ...snapshot, groups }, "In Progress").moves).toEqual([]);
  });

  it.each(["warn", "off"] as const)("do not hold anybody under the policy %s", (policy) => {
    const machine = guarded("Ready for Plan", "Plan in Progress", {
      type: "group_convergence",
      target: "Ready for Plan",
      policy,
    });
    const answer = advance(together(parentIn("In Progress", child("1", "Backlog")), outsider), "In Progress", machine);
    expect(answer.moves).toHaveLength(1);
    expect(answer.moves[0]?.guards).toMatchObject(policy === "off" ? [] : [{ met: false, policy: "warn" }]);
  });

  it("hold a child that is blocked, where the workflow asks for that", () => {
    const machine = guarded("Plan in Review", "In Progress", { type: "no_open_blockers" });
    const children = [child("1", "Plan in Review", { openBlockers: ["8"] }), child("2", "Plan in Review")];
    const answer = advance(parentIn("In Progress", ...children), "In Progress", machine);
    expect(answer.moves.map(({ key }) => key)).toEqual(["2"]);
    expect(answer.skipped[0]?.reason).toContain("#8");
  });
});

describe("the facts that advancing needs", () => {
  it("are those of the guards between the start of the order and the target", () => {
    expect(factsForAdvance(MACHINE, "Ready for Plan")).toEqual({ group: false, blockers: false });
    expect(factsForAdvance(MACHINE, "Plan in Review")).toEqual({ group: true, blockers: false });
    expect(factsForAdvance(MACHINE, "Somewhere")).toEqual({ group: false, blockers: false });
    const blockers = guarded("Plan in Review", "In Progress", { type: "no_open_blockers" });
    expect(factsForAdvance(blockers, "In Review")).toEqual({ group: true, blockers: true });
    const off = guarded("Ready for Plan", "Plan in Progress", {
      type: "group_convergence",
      target: "Ready for Plan",
      policy: "off",
    });
    expect(factsForAdvance(off, "In Review")).toEqual({ group: false, blockers: false });
  });
});

describe("any children", () => {
  const children = fc.array(
    fc.record({
      state: fc.constantFrom<string | null>(...STATES, null, "Somewhere"),
      linked: fc.option(fc.nat(20).map((at) => ({ at, seq: 0 }))),
      claim: fc.option(fc.integer({ min: NOW - 2, max: NOW + 2 }).map(claimUntil)),
      closed: fc.boolean(),
    }),
  );

  it("are each moved or skipped, and never backward, out of an end, or from under a claim", () => {
    fc.assert(
      fc.property(children, fc.constantFrom(...STATES), fc.constantFrom(...STATES), (all, at, target) => {
        const list = all.map(({ state, closed, ...more }, n) => ({
          ...child(String(n + 1), state, more),
          ticket: leaf(String(n + 1), { state, closed, parent: "100" }),
        }));
        const snapshot = {
          ...together(parentIn(at, ...list)),
          parent: { key: "100", state: at, firstThere: moment(10) },
        };
        const answer = decideAdvance(MACHINE, snapshot, target);
        const order = (state: string | null | undefined) => PIPELINE.findIndex((name) => name === state);
        if (isRefusal(answer)) return;
        expect(order(target)).toBeLessThanOrEqual(order(at));
        const seen = [...answer.moves, ...answer.skipped].map(({ key }) => Number(key));
        expect(seen.toSorted((a, b) => a - b)).toEqual(list.map((_, n) => n + 1));
        for (const move of answer.moves) {
          const moved = list.find(({ ticket }) => ticket.key === move.key);
          expect(move).toMatchObject({ from: moved?.ticket.state, to: target });
          expect(order(move.from)).toBeGreaterThanOrEqual(0);
          expect(order(move.from)).toBeLessThan(order(target));
          expect(moved?.ticket.claim?.expiresAt ?? 0).toBeLessThanOrEqual(NOW);
          expect(moved?.linked?.at ?? 0).toBeLessThanOrEqual(10);
          expect(moved?.ticket.closed).toBe(false);
        }
      }),
    );
  });

  it("leave a group behind that the guard would let on: nothing that moved past it waits for anybody", () => {
    fc.assert(
      fc.property(children, (all) => {
        const list = all.map(({ state, claim }, n) => child(String(n + 1), state, { claim }));
        const { moves } = advance(together(parentIn("In Progress", ...list)), "In Progress");
        const early = new Set(["Backlog", "Research Needed", "Research in Progress", "Ready for Plan"]);
        const passed = moves.some(({ from }) => early.has(from));
        const states = list.map(({ ticket }) =>
          moves.some(({ key }) => key === ticket.key) ? "In Progress" : ticket.state,
        );
        const late = states.filter((state) => state === null || !["Canceled", ...PIPELINE.slice(3)].includes(state));
        if (passed && list.length > 1) expect(late).toEqual([]);
      }),
    );
  });
});

type ChildFacts = Partial<AdvanceChild> & Partial<Pick<GroupTicket, "claim" | "reservedUntil">>;

function child(key: Key, state: string | null, facts: ChildFacts = {}): AdvanceChild {
  const { claim = null, reservedUntil = null, ...more } = facts;
  return {
    ticket: leaf(key, { state, parent: "100", claim, reservedUntil }),
    linked: null,
    openBlockers: [],
    ...more,
  };
}

/** Every child has a group of its own. */
function parentIn(state: string | null, ...children: readonly AdvanceChild[]): AdvanceSnapshot {
  const groups = new Map(children.map(({ ticket }) => [ticket.key, groupWith(ticket)]));
  return { now: NOW, actor: SOMEBODY, parent: { key: "100", state, firstThere: null }, children, groups };
}

/** All children are one group, with others. */
function together(snapshot: AdvanceSnapshot, ...others: readonly GroupTicket[]): AdvanceSnapshot {
  const group: Group = groupWith(...snapshot.children.map(({ ticket }) => ticket), ...others);
  return { ...snapshot, groups: new Map(snapshot.children.map(({ ticket }) => [ticket.key, group])) };
}

function moment(at: number | null): Moment | null {
  return at === null ? null : { at, seq: 0 };
}

function claimUntil(expiresAt: number): ClaimFacts {
  return { holder: { connection: "laptop", agent: "alice" }, fence: 1, since: 0, expiresAt };
}

/** The shipped workflow with other guards on one edge. */
function guarded(from: string, to: string, guard: GuardSpec): Machine {
  const edges: Workflow["edges"] = TICKETS.edges.map((edge) =>
    edge.from === from && edge.to === to ? { ...edge, guards: [guard] } : edge,
  );
  return machineWith({ edges });
}

function advance(snapshot: AdvanceSnapshot, target: string, machine: Machine = MACHINE): Advance {
  const answer = decideAdvance(machine, snapshot, target);
  if (isRefusal(answer)) throw new Error(answer.error);
  return answer;
}

function refused(snapshot: AdvanceSnapshot, target: string): Refusal {
  const answer = decideAdvance(MACHINE, snapshot, target);
  if (!isRefusal(answer)) throw new Error("it was not refused");
  return answer;
}
