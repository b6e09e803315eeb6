import { describe, expect, it } from "vitest";
import { telling, type ToldToAgent } from "../../../test/support/surfaces.ts";
import {
  agent,
  ask,
  claim,
  group,
  member,
  NOW,
  person,
  snapshotOf,
  TICKET,
  TICKET_WORKFLOW,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import { compile } from "../workflow/compile.ts";
import { decide as decideUntold, factsFor, type HandoffDecision } from "./handoff.ts";

const decide = telling(decideUntold);

describe("the order of checks on the ticket", () => {
  it("asks whether it is on the board, then where it is, then who holds it", () => {
    const held = ticketIn("Done", { claim: claim("bob"), onBoard: false });
    const request = ask({ command: "plan", intent: "lock", fromState: "Backlog" });
    expect(decide(TICKET, snapshotOf(held), request)).toMatchObject({ code: "not_on_board" });
    expect(decide(TICKET, snapshotOf({ ...held, onBoard: true }), request)).toMatchObject({ code: "state_changed" });
    expect(decide(TICKET, snapshotOf({ ...held, onBoard: true }), { ...request, fromState: "Done" })).toMatchObject({
      code: "claim_conflict",
    });
  });

  it("refuses a move of a ticket that was seen without a state and has one by now", () => {
    const request = ask({ command: "plan", intent: "lock", fromState: null });
    const refusal = decide(TICKET, snapshotOf(ticketIn("Ready for Plan")), request);
    expect(refusal).toMatchObject({ code: "state_changed" });
    expect(refusal).toHaveProperty("error", expect.stringContaining("to have no state, but"));
  });

  it("accepts a from_state that is true", () => {
    const request = ask({ command: "plan", intent: "lock", fromState: "Ready for Plan" });
    expect(decide(TICKET, snapshotOf(ticketIn("Ready for Plan")), request)).toMatchObject({ kind: "move" });
  });
});

describe("a connection that is limited to some commands", () => {
  it("is refused as any other, and told what it may do", () => {
    const decision = decide(
      TICKET,
      snapshotOf(ticketIn("Ready for Plan")),
      ask({ command: "plan", intent: "lock", actor: agent("ann", ["research", "ralph_impl"]) }),
    );
    expect(decision).toMatchObject({
      code: "command_not_allowed",
      facts: { commands: ["ralph_research", "ralph_impl"] },
    });
    expect(errorOf(decision)).toContain("may act as ralph_research or ralph_impl");
    expect(decision).toMatchObject({ facts: { accepted: [] } });
    expect(errorOf(decision)).toContain("ralph_plan's turn");
    expect(errorOf(decision)).toContain('pick_actionable_issue (workflowState="Research Needed")');
  });

  it("is offered the beginning of work that it may do in place of another's", () => {
    const decision = decide(
      TICKET,
      snapshotOf(ticketIn("In Progress")),
      ask({ command: "plan", intent: "lock", actor: agent("ann", ["research", "ralph_impl"]) }),
    );
    expect(decision).toMatchObject({
      code: "command_not_allowed",
      facts: { accepted: [{ command: "ralph_impl", intent: "lock", newState: "In Progress" }] },
    });
  });

  it("may be named with or without the prefix", () => {
    for (const word of ["plan", "ralph_plan"]) {
      const request = ask({ command: "ralph_plan", intent: "lock", actor: agent("ann", [word]) });
      expect(decide(TICKET, snapshotOf(ticketIn("Ready for Plan")), request)).toMatchObject({ kind: "move" });
    }
  });
});

describe("expected states", () => {
  it("can be a warning instead", () => {
    const lenient = compile({ ...TICKET_WORKFLOW, inputs: "warn" });
    const decision = decide(
      lenient,
      snapshotOf(ticketIn("Plan in Review")),
      ask({ command: "research", intent: "complete" }),
    );
    expect(decision).toMatchObject({ kind: "move", newState: "Ready for Plan" });
    expect(warningsOf(decision)).toContain("ralph_research expects Research Needed");
  });
});

describe("guards", () => {
  const locking = ask({ command: "plan", intent: "lock" });
  const behind = group(member("7", "Ready for Plan"), member("8", "Research Needed"));

  it("are asked for only where an edge into the target has one", () => {
    expect(factsFor(TICKET, locking)).toEqual({ group: true, blockers: false });
    expect(factsFor(TICKET, ask({ command: "plan", toState: "Plan in Progress" }))).toEqual({
      group: true,
      blockers: false,
    });
    expect(factsFor(TICKET, ask({ command: "research", intent: "lock" }))).toEqual({ group: false, blockers: false });
    expect(factsFor(TICKET, ask({ command: "nope", intent: "lock" }))).toEqual({ group: false, blockers: false });
    expect(factsFor(guarded("off"), locking)).toEqual({ group: false, blockers: false });
    expect(factsFor(blockerGuarded("enforce"), locking)).toEqual({ group: false, blockers: true });
  });

  it("refuse planning while a member of the group is behind, and name it", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn("Ready for Plan"), { group: behind }), locking);
    expect(decision).toMatchObject({
      code: "not_converged",
      facts: { blocking: [{ key: "8", state: "Research Needed" }] },
    });
    expect(errorOf(decision)).toContain("#8 (Research Needed)");
  });

  it("let planning start once all have arrived, and record what they saw", () => {
    const together = group(member("7", "Ready for Plan"), member("8", "In Review"), member("9", "Canceled"));
    expect(decide(TICKET, snapshotOf(ticketIn("Ready for Plan"), { group: together }), locking)).toMatchObject({
      kind: "move",
      guards: [{ type: "group_convergence", met: true, blocking: [] }],
    });
  });

  it("fail on a group that was cut off or not read", () => {
    const cut = { ...group(member("7", "Ready for Plan"), member("8", "Ready for Plan")), truncated: true };
    expect(decide(TICKET, snapshotOf(ticketIn("Ready for Plan"), { group: cut }), locking)).toMatchObject({
      code: "not_converged",
    });
    const unread = { now: NOW, ticket: ticketIn("Ready for Plan") };
    expect(decide(TICKET, unread, locking)).toMatchObject({ code: "not_converged" });
  });

  it("warn where the workflow says so, and are silent where they are off", () => {
    const snapshot = snapshotOf(ticketIn("Ready for Plan"), { group: behind });
    expect(warningsOf(decide(guarded("warn"), snapshot, locking))).toContain("waiting for #8");
    expect(decide(guarded("off"), snapshot, locking)).toMatchObject({ kind: "move", guards: [], warnings: [] });
  });

  it("can demand that no blocker is open", () => {
    const snapshot = snapshotOf(ticketIn("Ready for Plan"), { openBlockers: ["3", "a/b#4"] });
    const decision = decide(blockerGuarded("enforce"), snapshot, locking);
    expect(decision).toMatchObject({ code: "open_blockers" });
    expect(errorOf(decision)).toContain("blocked by #3 and a/b#4");
    expect(decide(blockerGuarded("enforce"), snapshotOf(ticketIn("Ready for Plan")), locking)).toMatchObject({
      kind: "move",
    });
    expect(decide(blockerGuarded("enforce"), { now: NOW, ticket: ticketIn("Ready for Plan") }, locking)).toMatchObject({
      code: "open_blockers",
    });
  });
});

describe("a person", () => {
  it("moves along any edge, as nobody's command", () => {
    const decision = decide(
      TICKET,
      snapshotOf(ticketIn("Human Needed")),
      ask({ toState: "In Progress", actor: person() }),
    );
    expect(decision).toMatchObject({ kind: "move", command: null, intent: null, override: false });
    expect(commentOf(decision)).toBe(
      "**State transition**: Human Needed → In Progress\n**Person**: Maria\n**Reason**: because",
    );
  });

  it("is held to the graph without an override, and told about it", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn("Backlog")), ask({ toState: "In Review", actor: person() }));
    expect(decision).toMatchObject({ code: "invalid_transition" });
    expect(errorOf(decision)).toContain("override");
    expect(decide(TICKET, snapshotOf(ticketIn("Done")), ask({ toState: "Backlog", actor: person() }))).toMatchObject({
      code: "terminal_state",
    });
  });

  it("may override the graph, terminal states included, and it shows", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn("Done")), ask({ toState: "Backlog", actor: person(true) }));
    expect(decision).toMatchObject({ kind: "move", override: true });
    expect(commentOf(decision)).toContain("Done → Backlog (override)");
  });

  it("is not said to have overridden anything where an edge leads there", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn("Backlog")), ask({ toState: "Done", actor: person(true) }));
    expect(decision).toMatchObject({ kind: "move", override: false });
  });

  it("can't override a ticket into the terminal state that it is in", () => {
    expect(decide(TICKET, snapshotOf(ticketIn("Done")), ask({ toState: "Done", actor: person(true) }))).toMatchObject({
      code: "terminal_state",
    });
  });

  it("is held to guards, and may override those too", () => {
    const behind = { group: group(member("7", "Ready for Plan"), member("8", "Backlog")) };
    const snapshot = snapshotOf(ticketIn("Ready for Plan"), behind);
    expect(decide(TICKET, snapshot, ask({ toState: "Plan in Progress", actor: person() }))).toMatchObject({
      code: "not_converged",
    });
    const forced = decide(TICKET, snapshot, ask({ toState: "Plan in Progress", actor: person(true) }));
    expect(forced).toMatchObject({ kind: "move", override: true });
    expect(warningsOf(forced)).toContain("Overridden");
  });

  it("needs a state that exists and a reason", () => {
    const snapshot = snapshotOf(ticketIn("Backlog"));
    expect(decide(TICKET, snapshot, ask({ toState: "Nope", actor: person() }))).toMatchObject({
      code: "unknown_state",
    });
    expect(decide(TICKET, snapshot, ask({ intent: "close", actor: person() }))).toMatchObject({
      code: "unknown_state",
    });
    expect(decide(TICKET, snapshot, ask({ toState: "Done", reason: "", actor: person() }))).toMatchObject({
      code: "blank_reason",
    });
  });
});

function guarded(policy: "warn" | "off") {
  const edges = TICKET_WORKFLOW.edges.map((edge) =>
    edge.guards ? { ...edge, guards: edge.guards.map((guard) => ({ ...guard, policy })) } : edge,
  );
  return compile({ ...TICKET_WORKFLOW, edges });
}

function blockerGuarded(policy: "enforce" | "warn") {
  const edges = TICKET_WORKFLOW.edges.map((edge) =>
    edge.guards ? { ...edge, guards: [{ type: "no_open_blockers" as const, policy }] } : edge,
  );
  return compile({ ...TICKET_WORKFLOW, edges });
}

function commentOf(decision: HandoffDecision): string | null {
  return decision.kind === "refusal" ? null : decision.comment;
}

function warningsOf(decision: HandoffDecision): string {
  return decision.kind === "refusal" ? "" : decision.warnings.join("\n");
}

function errorOf(decision: ToldToAgent<HandoffDecision>): string {
  return decision.kind === "refusal" ? decision.error : "";
}
