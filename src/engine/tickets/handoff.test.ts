import { describe, expect, it } from "vitest";
import { telling, type ToldToAgent } from "../../../test/support/surfaces.ts";
import { cells, EDGES, EXPECTED_BY, INTENT_TARGETS, type Code } from "../../../test/support/engine/handoff-matrix.ts";
import {
  agent,
  ask,
  claim,
  group,
  member,
  MINUTE,
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

const REFUSED: Readonly<Record<string, Code>> = {
  intent_not_mapped: "n",
  intent_ambiguous: "a",
  terminal_state: "t",
  human_gate: "h",
  invalid_transition: "g",
  unexpected_state: "x",
  invalid_output: "p",
};

describe("the matrix of commands, requests and states", () => {
  const all = cells();

  it("has a cell for each of 7 commands, 17 requests and 12 states", () => {
    expect(all).toHaveLength(7 * 17 * 12);
  });

  it("decides each cell as the table says", () => {
    const wrong: string[] = [];
    for (const cell of all) {
      const request = "intent" in cell.request ? { intent: cell.request.intent } : { toState: cell.request.to_state };
      const state = cell.state ?? "Typed By Hand";
      const decision = decide(TICKET, snapshotOf(ticketIn(state)), ask({ command: cell.command, ...request }));
      const got = codeOf(decision, cell.state === null);
      if (got !== cell.expected) wrong.push(`${JSON.stringify(cell)} got ${got}`);
      if (decision.kind !== "refusal" && decision.newState !== cell.target)
        wrong.push(`${JSON.stringify(cell)} moved elsewhere`);
    }
    expect(wrong).toEqual([]);
  });

  it("treats a ticket without a state like one in an unknown state", () => {
    for (const cell of all.filter((candidate) => candidate.state === null)) {
      const request = "intent" in cell.request ? { intent: cell.request.intent } : { toState: cell.request.to_state };
      const decision = decide(TICKET, snapshotOf(ticketIn(null)), ask({ command: cell.command, ...request }));
      expect(codeOf(decision, true), JSON.stringify(cell)).toBe(cell.expected);
    }
  });

  it("takes prefixed commands, wrapped intents, and wrapped intents in to_state for the same thing", () => {
    for (const cell of all) {
      if (!("intent" in cell.request)) continue;
      const wrapped = `__${cell.request.intent.toUpperCase()}__`;
      const snapshot = snapshotOf(ticketIn(cell.state ?? "Typed By Hand"));
      for (const target of [{ intent: wrapped }, { toState: wrapped }]) {
        const decision = decide(TICKET, snapshot, ask({ command: `ralph_${cell.command}`, ...target }));
        expect(codeOf(decision, cell.state === null), JSON.stringify(cell)).toBe(cell.expected);
      }
    }
  });
});

describe("the tables behind it", () => {
  it("has the 25 edges", () => {
    const edges = TICKET_WORKFLOW.edges.map((edge) => `${edge.from} to ${edge.to}`);
    expect(new Set(edges)).toEqual(new Set(EDGES.map(([from, to]) => `${from} to ${to}`)));
    expect(edges).toHaveLength(25);
  });

  it("maps every intent for every command", () => {
    for (const [intent, targets] of Object.entries(INTENT_TARGETS)) {
      for (const [shown, target] of Object.entries(targets)) {
        const got = TICKET.commands.get(shown.replace("ralph_", ""))?.targets.get(intent);
        expect(got === null ? "ambiguous" : (got ?? null), `${shown} ${intent}`).toBe(target);
      }
    }
  });

  it("knows which commands expect which state", () => {
    for (const [name, commands] of Object.entries(EXPECTED_BY)) {
      expect(TICKET.states.get(name)?.expectedBy.toSorted(), name).toEqual([...commands].toSorted());
    }
  });
});

describe("an accepted move", () => {
  const moved = decide(
    TICKET,
    snapshotOf(ticketIn("Research Needed")),
    ask({ command: "ralph_research", intent: "__LOCK__" }),
  );

  it("says where the ticket was and is, and echoes the caller's words", () => {
    expect(moved).toMatchObject({
      kind: "move",
      previousState: "Research Needed",
      newState: "Research in Progress",
      changed: true,
      intent: "lock",
      command: "ralph_research",
      reason: "because",
      warnings: [],
      override: false,
    });
  });

  it("carries guidance for the next step", () => {
    expect(moved).toMatchObject({
      guidance: {
        isLockState: true,
        isTerminal: false,
        requiresHumanAction: false,
        allowedNextTransitions: ["Ready for Plan", "Human Needed"],
        expectedByCommands: [],
      },
    });
    expect(noteOf(moved)).toContain("claimed exclusively");
  });

  it("renders three lines for the ticket", () => {
    expect(commentOf(moved)).toBe(
      "**State transition**: Research Needed → Research in Progress (intent: lock)\n**Command**: ralph_research\n**Reason**: because",
    );
  });

  it("names no intent in the comment or the answer where a state was named", () => {
    const named = decide(
      TICKET,
      snapshotOf(ticketIn("Backlog")),
      ask({ command: "triage", toState: "Research Needed" }),
    );
    expect(named).toMatchObject({ intent: null, command: "triage" });
    expect(commentOf(named)).toBe(
      "**State transition**: Backlog → Research Needed\n**Command**: ralph_triage\n**Reason**: because",
    );
  });

  it("keeps the comment at three lines whatever the reason holds", () => {
    const sly = decide(
      TICKET,
      snapshotOf(ticketIn("Backlog")),
      ask({ command: "triage", toState: "Research Needed", reason: "one\n**Command**: ralph_review\r\n\u2028two " }),
    );
    expect(commentOf(sly)?.split("\n")).toHaveLength(3);
    expect(commentOf(sly)).toContain("**Reason**: one **Command**: ralph_review two");
    expect(sly).toMatchObject({ reason: "one\n**Command**: ralph_review\r\n\u2028two " });
  });

  it("tells that a terminal state has no way on and that a state for people waits for one", () => {
    expect(
      noteOf(decide(TICKET, snapshotOf(ticketIn("Backlog")), ask({ command: "triage", intent: "close" }))),
    ).toContain("terminal");
    expect(
      noteOf(decide(TICKET, snapshotOf(ticketIn("In Progress")), ask({ command: "impl", intent: "complete" }))),
    ).toContain("person");
    expect(
      noteOf(decide(TICKET, snapshotOf(ticketIn("In Progress")), ask({ command: "impl", intent: "escalate" }))),
    ).toContain("agents can't move");
  });

  it("has no note where there is nothing to say", () => {
    const moved = decide(
      TICKET,
      snapshotOf(ticketIn("Backlog")),
      ask({ command: "triage", toState: "Research Needed" }),
    );
    expect("guidance" in moved && "note" in moved.guidance).toBe(false);
  });
});

describe("a stay", () => {
  it("changes nothing, keeps its reason, and writes no comment", () => {
    const stay = decide(TICKET, snapshotOf(ticketIn("Backlog")), ask({ command: "split", intent: "complete" }));
    expect(stay).toMatchObject({
      kind: "stay",
      changed: false,
      previousState: "Backlog",
      newState: "Backlog",
      reason: "because",
      comment: null,
    });
  });

  it("still takes the claim when impl locks a ticket that a reviewer put in progress", () => {
    const stay = decide(TICKET, snapshotOf(ticketIn("In Progress")), ask({ command: "impl", intent: "lock" }));
    expect(stay).toMatchObject({ kind: "stay", claim: { type: "acquire", fence: 1, expiresAt: NOW + 60 * MINUTE } });
  });

  it("is refused under somebody else's claim, like any other call", () => {
    const held = ticketIn("In Progress", { claim: claim("bob") });
    expect(decide(TICKET, snapshotOf(held), ask({ command: "impl", toState: "In Progress" }))).toMatchObject({
      code: "claim_conflict",
    });
  });
});

describe("an unknown current state", () => {
  it("lets the move pass with a warning", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn("Doing")), ask({ command: "plan", intent: "escalate" }));
    expect(decision).toMatchObject({ kind: "move", previousState: "Doing", newState: "Human Needed" });
    expect(warningsOf(decision)).toContain('was in "Doing"');
  });

  it("says so where there is no state at all", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn(null)), ask({ command: "plan", intent: "escalate" }));
    expect(warningsOf(decision)).toContain("had no state");
    expect(commentOf(decision)).toContain("(none) → Human Needed");
  });
});

describe("input that makes no sense", () => {
  const snapshot = snapshotOf(ticketIn("Research Needed"));

  it.each([
    ["both targets", { command: "plan", intent: "lock", toState: "Done" }, "one_target"],
    ["no target", { command: "plan" }, "one_target"],
    ["both targets before an unknown command", { command: "nope", intent: "lock", toState: "Done" }, "one_target"],
    ["an unknown command before an unknown intent", { command: "nope", intent: "nope" }, "unknown_command"],
    ["no command", { intent: "lock" }, "unknown_command"],
    ["an unknown intent before a blank reason", { command: "plan", intent: "nope", reason: "" }, "unknown_intent"],
    ["an unknown wrapped intent in to_state", { command: "plan", toState: "__NOPE__" }, "unknown_intent"],
    ["an unknown state before a blank reason", { command: "plan", toState: "Nope", reason: " " }, "unknown_state"],
    ["a state in the wrong case", { command: "plan", toState: "done" }, "unknown_state"],
    [
      "a blank reason before an ambiguous intent",
      { command: "triage", intent: "complete", reason: "\n\t " },
      "blank_reason",
    ],
    ["a blank reason with a named state", { command: "triage", toState: "Done", reason: "" }, "blank_reason"],
    ["a word from the prototype", { command: "constructor", intent: "lock" }, "unknown_command"],
    ["an intent from the prototype", { command: "plan", intent: "__proto__" }, "unknown_intent"],
  ])("refuses %s", (_, fields, code) => {
    expect(decide(TICKET, snapshot, ask(fields))).toMatchObject({ kind: "refusal", code });
  });

  it("is refused before the ticket is looked for", () => {
    expect(decide(TICKET, snapshotOf(null), ask({ command: "nope", intent: "lock" }))).toMatchObject({
      code: "unknown_command",
    });
    expect(decide(TICKET, snapshotOf(null), ask({ command: "triage", intent: "lock" }))).toMatchObject({
      code: "intent_not_mapped",
    });
    expect(decide(TICKET, snapshotOf(null), ask({ command: "plan", intent: "lock" }))).toMatchObject({
      code: "ticket_not_found",
    });
  });
});

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
    const offered = decision.kind === "refusal" ? (decision.facts["accepted"] as { command: string }[]) : [];
    expect(new Set(offered.map((retry) => retry.command))).toEqual(new Set(["ralph_research", "ralph_impl"]));
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

function codeOf(decision: HandoffDecision, unknown: boolean): string {
  if (decision.kind === "refusal") return REFUSED[decision.code] ?? decision.code;
  if (unknown) return decision.warnings.length === 1 ? "U" : "no warning";
  return decision.kind === "move" ? "M" : "S";
}

function noteOf(decision: HandoffDecision): string {
  return decision.kind === "refusal" ? "" : (decision.guidance.note ?? "");
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
