import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";
import { EDGES, EXPECTED_BY, INTENT_TARGETS } from "../test/support/engine/handoff-matrix.ts";
import * as library from "./library.ts";
import type { WorkflowState } from "./library.ts";

const STATES = Object.keys(EXPECTED_BY);

describe("the ticket workflow's functions", () => {
  it("know every edge, and no other", () => {
    for (const from of STATES) {
      const targets = EDGES.filter(([start]) => start === from).map(([, to]) => to);
      expect(library.getAllowedTransitions(from).toSorted(), from).toEqual(targets.toSorted());
      for (const to of STATES)
        expect(library.isValidTransition(from, to), `${from} to ${to}`).toBe(targets.includes(to));
    }
    expect(library.isValidTransition("Nowhere", "Done")).toBe(false);
    expect(library.getAllowedTransitions("Nowhere")).toEqual([]);
  });

  it("resolve every intent, with null for ambiguous and for none", () => {
    for (const [intent, targets] of Object.entries(INTENT_TARGETS)) {
      for (const [command, target] of Object.entries(targets)) {
        const expected = target === "ambiguous" ? null : target;
        for (const word of [intent, `__${intent.toUpperCase()}__`]) {
          expect(library.resolveIntent(word, command), `${command} ${word}`).toBe(expected);
          expect(library.resolveIntent(word, command.replace("ralph_", ""))).toBe(expected);
        }
      }
    }
    expect(library.resolveIntent("nope", "plan")).toBeNull();
    expect(library.resolveIntent("lock", "nope")).toBeNull();
  });

  it("know the flags of the states", () => {
    expect(STATES.filter((state) => library.isLockState(state))).toEqual(["Research in Progress", "Plan in Progress"]);
    expect(STATES.filter((state) => library.isTerminal(state))).toEqual(["Done", "Canceled"]);
    expect(STATES.filter((state) => library.requiresHumanAction(state))).toEqual([
      "Plan in Review",
      "In Review",
      "Human Needed",
    ]);
    expect(library.isValidState("Backlog")).toBe(true);
    expect(library.isValidState("backlog")).toBe(false);
    for (const ask of [library.isLockState, library.isTerminal, library.requiresHumanAction, library.isValidState]) {
      expect(ask("constructor")).toBe(false);
    }
  });

  it("know who expects a state", () => {
    for (const [state, commands] of Object.entries(EXPECTED_BY)) {
      expect(library.getExpectedByCommands(state)).toEqual(commands);
    }
    expect(library.getExpectedByCommands("Nowhere")).toEqual([]);
  });

  it("hold known commands to their outputs and lock, and set no limits to others", () => {
    expect(library.isValidOutputForCommand("research", "Ready for Plan")).toBe(true);
    expect(library.isValidOutputForCommand("ralph_research", "Research in Progress")).toBe(true);
    expect(library.isValidOutputForCommand("research", "Done")).toBe(false);
    expect(library.isValidOutputForCommand("deploy", "Done")).toBe(true);
  });

  it("give commands their prefix", () => {
    expect(library.normalizeCommand("plan")).toBe("ralph_plan");
    expect(library.normalizeCommand("ralph_plan")).toBe("ralph_plan");
    expect(library.normalizeCommand("deploy")).toBe("deploy");
  });

  it("resolve a state or an intent, and throw a refusal's words", () => {
    expect(library.resolveState("__LOCK__", "plan")).toEqual({
      resolvedState: "Plan in Progress",
      wasIntent: true,
      originalState: "__LOCK__",
      command: "ralph_plan",
    });
    expect(library.resolveState("lock", "plan")).toMatchObject({ resolvedState: "Plan in Progress", wasIntent: true });
    expect(library.resolveState("Human Needed", "ralph_plan")).toEqual({
      resolvedState: "Human Needed",
      wasIntent: false,
      originalState: "Human Needed",
      command: "ralph_plan",
    });
    expect(() => library.resolveState("complete", "triage")).toThrow("ambiguous");
    expect(() => library.resolveState("lock", "triage")).toThrow("not valid for ralph_triage");
    expect(() => library.resolveState("__NOPE__", "plan")).toThrow("Unknown semantic intent");
    expect(() => library.resolveState("Nope", "plan")).toThrow("Unknown state");
    expect(() => library.resolveState("Done", "nope")).toThrow("Unknown command");
  });
});

describe("loadStateMachine", () => {
  it("gives the shipped workflow without a path", () => {
    const machine = library.loadStateMachine();
    expect(machine.workflow.name).toBe("ticket");
    expect(machine.isValidTransition("Backlog", "Done")).toBe(true);
  });

  it("loads a file of one's own, and says what is wrong with one that can't be used", () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-library-"));
    try {
      const good = join(folder, "good.json");
      writeFileSync(
        good,
        JSON.stringify({
          name: "bug",
          version: 1,
          title: "Bug",
          mode: "enforce",
          start: "Open",
          states: { Open: {}, Fixed: { terminal: true } },
          edges: [{ from: "Open", to: "Fixed" }],
        }),
      );
      expect(library.loadStateMachine(good).getAllowedTransitions("Open")).toEqual(["Fixed"]);
      expect(() => library.loadStateMachine(join(folder, "none.json"))).toThrow("no such file");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("the skill workflow's functions", () => {
  it("know 34 states and their skills", () => {
    expect(library.getWorkflowStates()).toHaveLength(34);
    expect(library.getState("execute-batch")).toEqual({
      id: "execute-batch",
      skill: "executing-plans",
      transitions: [{ from: "execute-batch", to: "log-batch-complete" }],
    });
    expect(library.getState("nope")).toBeNull();
    expect(library.getSkillForState("gather-goals")).toBe("gather-session-goals");
    expect(library.getSkillForState("batch-router")).toBeNull();
    expect(library.stateToSkill("cleanup")).toBe("collab-cleanup");
  });

  it("find the one state of a skill, and all of them", () => {
    expect(library.skillToState("executing-plans")).toBe("execute-batch");
    expect(library.skillToState("collab-clear")).toBeNull();
    expect(library.skillToState("nope")).toBeNull();
    expect(library.statesOfSkill("collab-clear")).toHaveLength(12);
  });

  it("route by facts", () => {
    const item = { number: 1, title: "one", type: "task", documented: false };
    const context = library.buildTransitionContext({ currentItem: 1, items: [item], tasks: [] });
    expect(context).toEqual({ currentItemType: "task", itemsRemaining: 1, batchesRemaining: 0 });
    expect(library.getNextState("item-type-router", context)).toBe("task-planning");
    expect(library.getNextState("batch-router", context)).toBe("workflow-complete");
    expect(library.getNextState("work-item-router", { ...context, currentItemType: "poem" })).toBeNull();
    expect(library.getNextState("done", context)).toBeNull();
    expect(library.evaluateCondition({ type: "items_remaining" }, context)).toBe(true);
  });
});

describe("the types", () => {
  it("name the shipped states, so that a wrong one does not compile", () => {
    expectTypeOf(library.getAllowedTransitions("Backlog")).toEqualTypeOf<readonly WorkflowState[]>();
    expectTypeOf<"Backlog">().toExtend<WorkflowState>();
    // @ts-expect-error there is no such state
    const wrong: WorkflowState = "Backlogg";
    // @ts-expect-error nor such a command
    const command: library.RalphCommand = "ralph_deploy";
    expect([wrong, command]).toHaveLength(2);
  });
});
