import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { EDGES, EXPECTED_BY, INTENT_TARGETS } from "../test/support/engine/handoff-matrix.ts";
import * as library from "./library.ts";
import type { WorkflowState } from "./library.ts";

const STATES = Object.keys(EXPECTED_BY).filter(library.isValidState);

/** As a program in JavaScript would call it. */
const nowhere = "Nowhere" as WorkflowState;

describe("the ticket workflow's functions", () => {
  it("know every edge, and no other", () => {
    for (const from of STATES) {
      const targets = EDGES.filter(([start]) => start === from).map(([, to]) => to);
      expect(library.getAllowedTransitions(from).toSorted(), from).toEqual(targets.toSorted());
      for (const to of STATES)
        expect(library.isValidTransition(from, to), `${from} to ${to}`).toBe(targets.includes(to));
    }
    expect(library.isValidTransition(nowhere, "Done")).toBe(false);
    expect(library.getAllowedTransitions(nowhere)).toEqual([]);
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
      expect(ask("constructor" as WorkflowState)).toBe(false);
    }
  });

  it("know who expects a state", () => {
    for (const state of STATES) expect(library.getExpectedByCommands(state)).toEqual(EXPECTED_BY[state]);
    expect(STATES).toHaveLength(11);
    expect(library.getExpectedByCommands(nowhere)).toEqual([]);
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

  it("loads a file of one's own; one that can't be used is told of, or thrown where that is wanted", () => {
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

      const none = join(folder, "none.json");
      const said: string[] = [];
      const machine = library.loadStateMachine(none, { warn: (message) => said.push(message) });
      expect(machine.workflow.name).toBe("ticket");
      expect(said).toEqual([expect.stringMatching(/could not be used: .*no such file.* The shipped one is used\.$/)]);
      expect(() => library.loadStateMachine(none, { strict: true })).toThrow("no such file");
      vi.stubEnv("SIGNALBOX_STRICT", "1");
      expect(() => library.loadStateMachine(none)).toThrow("no such file");
    } finally {
      vi.unstubAllEnvs();
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
      transitions: [{ to: "log-batch-complete" }],
    });
    expect(library.getState("batch-router")).toEqual({
      id: "batch-router",
      skill: null,
      transitions: [
        { to: "execute-batch", condition: { type: "batches_remaining" } },
        { to: "workflow-complete", condition: { type: "no_batches_remaining" } },
      ],
    });
    expect(library.getState("item-type-router")?.transitions[0]).toEqual({
      to: "clear-pre-rough",
      condition: { type: "item_type", value: "code" },
    });
    expect(library.getState("nope")).toBeUndefined();
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
    expect(library.evaluateCondition({ type: "item_type", value: "task" }, context)).toBe(true);
  });

  it("take a run as get_run answers it", () => {
    const item = { number: 1, title: "one", type: "code", documented: true };
    const batches: library.TaskBatch[] = [
      { id: "0", tasks: [{ id: "a", status: "completed", dependsOn: [] }], status: "completed" },
      { id: "1", tasks: [{ id: "b", status: "pending", dependsOn: ["a"] }], status: "pending" },
    ];
    const run = { state: "batch-router", items: [item], batches, currentBatch: 1, totalItems: 1, documentedItems: 1 };
    const context = library.buildTransitionContext({ ...run, currentItem: null });
    expect(context).toEqual({ itemsRemaining: 0, batchesRemaining: 1 });
    expect(library.getNextState("batch-router", context)).toBe("execute-batch");
    expect(library.buildTransitionContext({ ...run, currentItem: 1 })).toHaveProperty("currentItemType", "code");
  });
});

describe("the types", () => {
  it("name the shipped states, so that a wrong one does not compile", () => {
    expectTypeOf(library.getAllowedTransitions("Backlog")).toEqualTypeOf<readonly WorkflowState[]>();
    expectTypeOf<"Backlog">().toExtend<WorkflowState>();
    // @ts-expect-error there is no such state
    const wrong: WorkflowState = "Backlogg";
    // @ts-expect-error a wrong state is not asked about
    expect(library.isValidTransition("Backlogg", "Done")).toBe(false);
    const typed: string = "Backlog";
    // @ts-expect-error nor a text that nobody checked
    library.isLockState(typed);
    if (library.isValidState(typed)) expect(library.isLockState(typed)).toBe(false);
    // @ts-expect-error nor such a command
    const command: library.RalphCommand = "ralph_deploy";
    expect([wrong, command]).toHaveLength(2);
  });
});
