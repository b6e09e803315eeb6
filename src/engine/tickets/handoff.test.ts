import { describe, expect, it } from "vitest";
import { telling } from "../../../test/support/surfaces.ts";
import { cells, EDGES, EXPECTED_BY, INTENT_TARGETS, type Code } from "../../../test/support/engine/handoff-matrix.ts";
import {
  ask,
  claim,
  group,
  member,
  MINUTE,
  NOW,
  snapshotOf,
  TICKET,
  TICKET_WORKFLOW,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import { decide as decideUntold, type HandoffDecision } from "./handoff.ts";

const decide = telling(decideUntold);

const REFUSED: Readonly<Record<string, Code>> = {
  intent_not_mapped: "n",
  intent_ambiguous: "a",
  terminal_state: "t",
  human_gate: "h",
  invalid_transition: "g",
  reject_goes_back: "b",
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

  it("treats a ticket without a state like a new one, and gives it one", () => {
    for (const cell of all.filter((candidate) => candidate.state === "Backlog")) {
      const request = "intent" in cell.request ? { intent: cell.request.intent } : { toState: cell.request.to_state };
      const decision = decide(TICKET, snapshotOf(ticketIn(null)), ask({ command: cell.command, ...request }));
      const expected = cell.expected === "S" ? "M" : cell.expected;
      expect(codeOf(decision, false), JSON.stringify(cell)).toBe(expected);
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

  it("binds the guards of every edge into the target", () => {
    const late = group(member("7", "Doing"), member("8", "Backlog"));
    const decision = decide(
      TICKET,
      { ...snapshotOf(ticketIn("Doing")), group: late },
      ask({ command: "plan", intent: "lock" }),
    );
    expect(decision).toMatchObject({ code: "not_converged" });
    expect(decision.kind === "refusal" && decision.facts["blocking"]).toContainEqual({ key: "8", state: "Backlog" });
  });

  it("says so where there is no state at all", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn(null)), ask({ command: "plan", intent: "cancel" }));
    expect(warningsOf(decision)).toContain("had no state");
    expect(commentOf(decision)).toContain("(none) → Canceled");
  });

  it("says what a ticket without a state counts as, where that is why it is refused", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn(null)), ask({ command: "plan", intent: "lock" }));
    expect(decision).toMatchObject({ code: "invalid_transition" });
    expect(decision.kind === "refusal" && decision.facts["allowed"]).toContain("Ready for Plan");
    expect(decision.kind === "refusal" && decision.error).toContain('has no state, and counts as one in "Backlog"');
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
