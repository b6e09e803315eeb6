import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupWith, inStates, leaf, MACHINE, member, PIPELINE, STATES } from "../../../test/support/engine/boards.ts";
import { HELD, NOW, STEPS, position } from "../../../test/support/engine/positions.ts";
import { ESTIMATES, type Actor, type Group } from "../facts.ts";
import type { Position } from "./position.ts";

describe("what comes next", () => {
  const next = (group: Group, actor?: Actor) =>
    position(group, MACHINE, actor).next.map(
      ({ number, command, intent, to_state, to }) => `${number} ${command} ${intent ?? to_state} > ${to}`,
    );

  it.each<[string | null, string[]]>([
    ["Backlog", ["ralph_triage Research Needed > Research Needed", "ralph_triage Ready for Plan > Ready for Plan"]],
    [null, ["ralph_triage Research Needed > Research Needed", "ralph_triage Ready for Plan > Ready for Plan"]],
    ["Research Needed", ["ralph_research lock > Research in Progress"]],
    ["Research in Progress", ["ralph_research lock > Research in Progress"]],
    ["Ready for Plan", ["ralph_plan lock > Plan in Progress"]],
    ["Plan in Progress", ["ralph_plan lock > Plan in Progress"]],
    ["Plan in Review", []],
    ["In Progress", ["ralph_impl lock > In Progress"]],
    ["In Review", []],
    ["Human Needed", []],
    ["Done", []],
    ["Canceled", []],
  ])("begins the work that is due in %s, and neither reports nor approves anything", (state, calls) => {
    expect(next(inStates(state))).toEqual(calls.map((call) => `1 ${call}`));
  });

  it("splits what is too large", () => {
    expect(next(groupWith(leaf("1", { estimate: "L" })))[0]).toBe("1 ralph_split complete > Backlog");
  });

  it("waits for whoever holds a ticket, and says for whom", () => {
    const group = groupWith(leaf("1", { state: "In Progress", ...HELD }), leaf("2", { state: "In Progress" }));
    expect(next(group)).toEqual(["2 ralph_impl lock > In Progress"]);
    expect(position(group).waiting).toEqual([{ number: 1, holder: "ann", until: "1970-01-01T00:16:40.001Z" }]);
    const dragged = groupWith(leaf("1", { state: "Plan in Progress", reservedUntil: NOW + 1 }));
    expect(position(dragged)).toMatchObject({ phase: "REVIEW", next: [], waiting: [{ number: 1, holder: null }] });
  });

  it("is tried: what a guard refuses is not there", () => {
    expect(next(inStates("Ready for Plan", "Research Needed"))).toEqual([
      "2 ralph_research lock > Research in Progress",
    ]);
  });

  it("is for what this connection may act as", () => {
    const planner: Actor = { kind: "agent", identity: { connection: "p", agent: null }, commands: ["plan"] };
    expect(next(inStates("Research Needed", "In Progress"), planner)).toEqual([]);
    expect(next(inStates("Ready for Plan"), planner)).toEqual(["1 ralph_plan lock > Plan in Progress"]);
  });

  it("is at most five calls, in work order", () => {
    const states = Array.from({ length: 9 }, () => "Research Needed");
    expect(next(inStates(...states)).map((call) => call[0])).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("prepares what is blocked, and builds it only after its blockers", () => {
    const second = (state: string): Group => ({
      ...inStates(),
      members: [
        member(leaf("1", { state })),
        member(leaf("2", { state, blockedBy: ["1"] }), { openBlockers: ["1"], waitsFor: ["1"] }),
      ],
    });
    expect(next(second("Research Needed"))).toHaveLength(2);
    expect(next(second("Ready for Plan"))).toHaveLength(2);
    expect(next(second("In Progress"))).toEqual(["1 ralph_impl lock > In Progress"]);
  });

  it("closes what is finished first, and leaves the phase to the others", () => {
    const group = {
      ...inStates(),
      members: [member(leaf("2", { state: "In Progress" })), member(leaf("5"), { finished: true })],
    };
    expect(next(group)).toEqual(["5 ralph_hero close > Done", "2 ralph_impl lock > In Progress"]);
    expect(position(group).phase).toBe("IMPLEMENT");
  });

  it("is COMPLETE where only finished containers are left; a person sees to those that no edge closes", () => {
    const finished = (state: string): Group => ({
      ...inStates(),
      members: [member(leaf("5", { state }), { finished: true })],
    });
    expect(position(finished("Backlog"))).toMatchObject({
      phase: "COMPLETE",
      remainingPhases: [],
      complete: false,
      attention: [],
      next: [{ number: 5, command: "ralph_hero", intent: "close", to: "Done" }],
    });
    expect(position(finished("Ready for Plan"))).toMatchObject({
      phase: "COMPLETE",
      next: [],
      attention: [{ number: 5 }],
    });
  });
});

describe("any group", () => {
  const members = fc.array(
    fc.record({
      state: fc.constantFrom<string | null>(...STATES, null, "Somewhere", "constructor", ""),
      estimate: fc.constantFrom(null, ...ESTIMATES),
      closed: fc.boolean(),
      readable: fc.boolean(),
    }),
  );
  const PHASES = ["SPLIT", "TRIAGE", "RESEARCH", "PLAN", "REVIEW", "HUMAN_GATE", "IMPLEMENT", "TERMINAL"];

  it("has one of the declared phases, and remaining steps that end the list", () => {
    fc.assert(
      fc.property(members, fc.boolean(), (all, truncated) => {
        const group = { ...groupWith(...all.map((facts, n) => leaf(String(n + 1), facts))), truncated };
        const answer = position(group);
        expect(PHASES).toContain(answer.phase);
        expect(answer.remainingPhases).toEqual(STEPS.slice(STEPS.length - answer.remainingPhases.length));
        expect(answer.reason).not.toBe("");
        expect(answer.issues).toHaveLength(all.length);
        if (answer.complete) expect(answer).toMatchObject({ phase: "TERMINAL", remainingPhases: [], attention: [] });
        if (!answer.convergence.required) expect(answer.convergence).toMatchObject({ met: true, blocking: [] });
      }),
    );
  });

  it("is not further on than any of its active members alone", () => {
    const rank = (answer: Position) => STEPS.length - answer.remainingPhases.length;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIPELINE.slice(0, -1), null), { minLength: 1 }), (states) => {
        const alone = states.map((state) => rank(position(inStates(state))));
        expect(rank(position(inStates(...states)))).toBe(Math.min(...alone));
      }),
    );
  });
});
