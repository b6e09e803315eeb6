import { describe, expect, it } from "vitest";
import { groupWith, inStates, leaf, machineWith, TICKETS } from "../../../test/support/engine/boards.ts";
import { AGENT, HELD, STEPS, factsOf, position, positionOf } from "../../../test/support/engine/positions.ts";
import { compile } from "../workflow/compile.ts";
import { type Group, type GroupTicket } from "../facts.ts";

describe("the phase of one ticket", () => {
  it.each<[string | null, string, string | null, Partial<GroupTicket>?]>([
    [null, "TRIAGE", "triage"],
    ["Somewhere", "TRIAGE", "triage"],
    ["Backlog", "TRIAGE", "triage"],
    ["Research Needed", "RESEARCH", "research"],
    ["Research in Progress", "RESEARCH", "research"],
    ["Ready for Plan", "PLAN", "plan"],
    ["Plan in Progress", "REVIEW", "review", HELD],
    // Whoever held it died or gave it back: the phase that works it takes it up.
    ["Plan in Progress", "PLAN", "plan"],
    ["Research in Progress", "RESEARCH", "research", HELD],
    ["Plan in Review", "HUMAN_GATE", "review"],
    ["In Progress", "IMPLEMENT", "implement"],
    ["In Review", "TERMINAL", "pr"],
    ["Human Needed", "TERMINAL", null],
    ["Done", "TERMINAL", null],
    ["Canceled", "TERMINAL", null],
  ])("in %s is %s", (state, phase, step, facts = {}) => {
    const answer = position(groupWith(leaf("1", { state, ...facts })));
    expect(answer.phase).toBe(phase);
    expect(answer.remainingPhases).toEqual(step === null ? [] : STEPS.slice(STEPS.indexOf(step)));
    expect(answer.complete).toBe(state === "Done" || state === "Canceled");
    expect(answer.isGroup).toBe(false);
    expect(answer.groupPrimary).toBeNull();
    expect(answer.convergence).toEqual({ required: false, met: true, blocking: [] });
  });

  it.each(["M", "L", "XL"] as const)("of estimate %s is SPLIT in the states that split expects", (estimate) => {
    for (const state of ["Backlog", "Research Needed"]) {
      expect(position(groupWith(leaf("1", { state, estimate })))).toMatchObject({
        phase: "SPLIT",
        remainingPhases: STEPS,
      });
    }
    expect(position(groupWith(leaf("1", { state: "Ready for Plan", estimate }))).phase).toBe("PLAN");
    expect(position(groupWith(leaf("1", { state: null, estimate }))).phase).toBe("TRIAGE");
  });

  it.each(["XS", "S", null] as const)("of estimate %s is not split", (estimate) => {
    expect(position(groupWith(leaf("1", { state: "Research Needed", estimate }))).phase).toBe("RESEARCH");
  });
});

describe("the phase of a group", () => {
  it("is that of the least advanced member that is active", () => {
    expect(position(inStates("In Progress", "Research Needed", "Ready for Plan")).phase).toBe("RESEARCH");
    expect(position(inStates("Done", "In Progress", "Canceled")).phase).toBe("IMPLEMENT");
    expect(position(inStates("In Review", "In Progress")).phase).toBe("IMPLEMENT");
    expect(position(inStates("Backlog", null)).phase).toBe("TRIAGE");
  });

  it("is SPLIT before all others, an unknown state included", () => {
    const group = groupWith(leaf("1", { state: null }), leaf("2", { state: "Research Needed", estimate: "M" }));
    expect(position(group).phase).toBe("SPLIT");
  });

  it("is SPLIT first wherever the file has that phase", () => {
    const spec = TICKETS.position;
    const [split, ...others] = spec?.phases ?? [];
    const machine = machineWith({ position: { rest: "TERMINAL", phases: [...others, ...(split ? [split] : [])] } });
    const group = groupWith(leaf("1", { state: "Backlog" }), leaf("2", { state: "Backlog", estimate: "XL" }));
    expect(position(group, machine).phase).toBe("SPLIT");
  });

  it("is the human gate only when every active member waits in review", () => {
    expect(position(inStates("Plan in Review", "Plan in Review", "Done"))).toMatchObject({
      phase: "HUMAN_GATE",
      remainingPhases: ["review", "implement", "pr"],
    });
    expect(
      position(groupWith(leaf("1", { state: "Plan in Review" }), leaf("2", { state: "Plan in Progress", ...HELD })))
        .phase,
    ).toBe("REVIEW");
    expect(position(inStates("Plan in Review", "In Progress")).phase).toBe("REVIEW");
    expect(position(inStates("Plan in Review", "Human Needed")).phase).toBe("REVIEW");
  });

  it("is no gate where agents review plans, whatever the gates of states say", () => {
    const agents = machineWith({ planReview: "agent" });
    expect(position(inStates("Plan in Review"), agents)).toMatchObject({ phase: "REVIEW" });
    const enforced = machineWith({ planReview: "agent", humanGates: { "Plan in Review": "enforce" } });
    expect(position(inStates("Plan in Review"), enforced).phase).toBe("REVIEW");
  });

  it("is the human gate where nothing is said about who reviews", () => {
    const { planReview: _, ...silent } = TICKETS;
    expect(position(inStates("Plan in Review"), compile(silent)).phase).toBe("HUMAN_GATE");
  });

  it("does not wait for a member that was closed by hand", () => {
    const group = groupWith(leaf("1", { state: "Backlog", closed: true }), leaf("2", { state: "In Progress" }));
    expect(position(group).phase).toBe("IMPLEMENT");
    expect(position(groupWith(leaf("1", { state: null, closed: true }))).complete).toBe(true);
    expect(position(groupWith(leaf("1", { state: "Done", closed: true, readable: false }))).phase).toBe("TRIAGE");
  });

  it("is complete without members, and when nothing is active", () => {
    const done = { phase: "TERMINAL", complete: true, remainingPhases: [], attention: [] };
    expect(position(groupWith())).toMatchObject({ ...done, isGroup: false, groupPrimary: null, issues: [] });
    expect(position(inStates("Done", "Canceled"))).toMatchObject({ ...done, isGroup: true });
  });

  it("is not complete when not all of it was read", () => {
    expect(position({ ...inStates("Done"), truncated: true })).toMatchObject({
      complete: false,
      truncated: true,
      isGroup: true,
      groupPrimary: 1,
    });
  });
});

describe("members that need a person", () => {
  it("are listed beside others and do not hold the phase", () => {
    const group = groupWith(leaf("acme/api#4", { state: "Human Needed" }), leaf("5", { state: "In Progress" }));
    expect(position(group)).toMatchObject({
      phase: "IMPLEMENT",
      complete: false,
      attention: [{ number: 4, repo: "acme/api", state: "Human Needed", reason: expect.stringContaining("person") }],
    });
  });

  it("rest the group when nothing else is active", () => {
    expect(position(inStates("Human Needed", "Done"))).toMatchObject({
      phase: "TERMINAL",
      complete: false,
      remainingPhases: [],
      attention: [{ number: 1, state: "Human Needed" }],
    });
  });

  it("leave the wait for a merge as it is", () => {
    expect(position(inStates("Human Needed", "In Review"))).toMatchObject({
      phase: "TERMINAL",
      remainingPhases: ["pr"],
      attention: [{ number: 1 }],
    });
  });

  it("are those, too, that a workflow's phases do not take", () => {
    const machine = machineWith({
      position: { rest: "REST", phases: [{ phase: "A", step: "a", states: ["Backlog"] }] },
    });
    expect(position(inStates("In Progress", null), machine)).toMatchObject({
      phase: "REST",
      complete: false,
      attention: [
        { number: 1, state: "In Progress" },
        { number: 2, state: "unknown" },
      ],
    });
  });
});

describe("convergence in a position", () => {
  it.each(["Research Needed", "Research in Progress"])("is required of a group at RESEARCH (%s)", (state) => {
    expect(position(inStates("Ready for Plan", state)).convergence).toEqual({
      required: true,
      met: false,
      blocking: [{ number: 2, state }],
    });
  });

  it("is required, and met, when all are ready for the plan", () => {
    expect(position(inStates("Ready for Plan", "In Progress", "Canceled")).convergence).toEqual({
      required: true,
      met: true,
      blocking: [],
    });
  });

  it("is held up by a member that needs a person", () => {
    expect(position(inStates("Ready for Plan", "Human Needed")).convergence).toEqual({
      required: true,
      met: false,
      blocking: [{ number: 2, state: "Human Needed" }],
    });
  });

  it.each(["Backlog", "Plan in Progress", "Plan in Review", "In Progress", "In Review", "Done", "Human Needed"])(
    "is not required at other phases: %s",
    (state) => {
      const group = groupWith(leaf("1", { state, ...HELD }), leaf("2", { state, ...HELD }));
      expect(position(group).convergence).toEqual({ required: false, met: true, blocking: [] });
    },
  );

  it("is not met when not all of the group was read", () => {
    const group = { ...inStates("Ready for Plan", "Ready for Plan"), truncated: true };
    expect(position(group).convergence).toMatchObject({ required: true, met: false });
  });
});

describe("what a position shows", () => {
  it("lists all members in work order, the primary first", () => {
    const group = groupWith(
      leaf("acme/api#7", { state: "Done", estimate: "S", title: "First" }),
      leaf("3", { state: "Somewhere" }),
      leaf("4", { state: "In Progress", readable: false, title: "" }),
    );
    expect(position({ ...group, cycles: [["3", "4"]] })).toMatchObject({
      isGroup: true,
      groupPrimary: 7,
      cycles: [["3", "4"]],
      issues: [
        { number: 7, repo: "acme/api", title: "First", workflowState: "Done", estimate: "S" },
        { number: 3, title: "Ticket 3", workflowState: "unknown", estimate: null },
        { number: 4, title: "", workflowState: "unknown", estimate: null },
      ],
    });
    expect(position(group).issues[1]).not.toHaveProperty("repo");
    expect(position(group)).not.toHaveProperty("cycles");
  });

  it.each<[string, Group, RegExp]>([
    ["no state", inStates("Backlog", null), /^#2 has no workflow state; triage first\.$/],
    ["an unknown state", inStates("Oops"), /^#1 has no workflow state; triage first .*"Oops"/],
    ["an unreadable ticket", groupWith(leaf("a/b#1", { readable: false })), /^a\/b#1 has no workflow state; .* read/],
    ["an oversize ticket", groupWith(leaf("1", { estimate: "L" })), /#1 is estimated L.*split first/],
    ["one ticket", inStates("Ready for Plan"), /^#1 is in Ready for Plan: plan is next\.$/],
    [
      "a group",
      inStates("Research Needed", "Done", "Ready for Plan"),
      /#1 is in Research Needed, the least advanced of 2/,
    ],
    ["a group that waits", inStates("Research Needed", "Ready for Plan"), /together from "Ready for Plan"; .*#1\.$/],
    ["the gate", inStates("Plan in Review"), /#1 is in Plan in Review: .* person's review/],
    ["work in review", inStates("In Review"), /#1 is in In Review: the work waits for a person/],
    ["somebody needed", inStates("Human Needed", "Done"), /#1 is in Human Needed: it needs a person/],
    ["nothing active", inStates("Done"), /nothing left to do/],
    ["nothing active in what was read", { ...inStates("Done"), truncated: true }, /the rest is unknown/],
  ])("gives a reason for %s", (_, group, reason) => {
    expect(position(group).reason).toMatch(reason);
  });

  it("keeps the reason short for a large group", () => {
    expect(position(inStates(...Array.from({ length: 500 }, () => "Research Needed"))).reason.length).toBeLessThan(
      1000,
    );
  });

  it("is refused by a workflow without phases", () => {
    const { position: _, ...silent } = TICKETS;
    expect(positionOf(compile(silent), factsOf(inStates("Backlog")), AGENT)).toMatchObject({
      kind: "refusal",
      code: "no_position",
      error: expect.stringContaining("Recovery:"),
    });
  });
});
