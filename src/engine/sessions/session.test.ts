import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import session from "../../../workflows/session.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import {
  completeSession as completeSessionUntold,
  reportableStates,
  updateSessionState as updateSessionStateUntold,
} from "./session.ts";
import type { Workflow } from "../workflow/format.ts";

const completeSession = telling(completeSessionUntold);
const updateSessionState = telling(updateSessionStateUntold);

const observing = compile(session as Workflow);
const enforcing = compile({ ...(session as Workflow), mode: "enforce" });

// Rows are where a session is, columns what is reported of it.
// + in order, = the same again, o out of order, n not to be reported, x the session is completed.
const REPORTS = `
              idle  analyzing  implementing  testing  committing  reviewing  done  failed
idle           n        +           o           o         o           o       n      n
analyzing      n        =           +           o         o           o       n      n
implementing   n        o           =           +         o           o       n      n
testing        n        o           +           =         +           o       n      n
committing     n        o           o           o         =           +       n      n
reviewing      n        o           o           o         o           =       n      n
done           x        x           x           x         x           x       x      x
failed         x        x           x           x         x           x       x      x
`;

const OUTCOMES = `
              success  failure  timeout
idle             o        +        +
analyzing        o        +        +
implementing     o        +        +
testing          o        +        +
committing       +        +        +
reviewing        +        +        +
done             x        x        x
failed           x        x        x
`;

const ENDS: Readonly<Record<string, string>> = { success: "done", failure: "failed", timeout: "failed" };

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  idle: ["analyzing", "failed"],
  analyzing: ["implementing", "failed"],
  implementing: ["testing", "failed"],
  testing: ["implementing", "committing", "failed"],
  committing: ["reviewing", "done", "failed"],
  reviewing: ["done", "failed"],
};

describe("updateSessionState", () => {
  for (const [current, reported, mark] of cells(REPORTS)) {
    it(`answers ${mark} when ${reported} is reported at ${current}`, () => {
      const observed = updateSessionState(observing, current, reported);
      const enforced = updateSessionState(enforcing, current, reported);
      const expected = EXPECTED[current];
      const inOrder = { kind: "step", from: current, to: reported, outOfOrder: false, expected, warnings: [] };
      if (mark === "+" || mark === "=") {
        expect(observed).toEqual(inOrder);
        expect(enforced).toEqual(inOrder);
      } else if (mark === "o") {
        expect(observed).toEqual({ ...inOrder, outOfOrder: true, warnings: [expect.any(String)] });
        expect(enforced).toMatchObject({ code: "out_of_order", facts: { from: current, to: reported, expected } });
      } else {
        const code = mark === "n" ? "not_reportable" : "session_completed";
        const facts = mark === "n" ? { state: reported } : { from: current };
        expect(observed).toMatchObject({ kind: "refusal", code, facts });
        expect(enforced).toEqual(observed);
      }
    });
  }

  it("names the expected next states in its warning, and the call for each", () => {
    const step = updateSessionState(observing, "testing", "reviewing");
    if (step.kind === "refusal") throw new Error(step.error);
    expect(step.warnings[0]).toBe(
      `Out of order: "reviewing" does not follow "testing". It is recorded as reported and marked. ` +
        `From "testing" the expected next states are ` +
        `"implementing" (update_session_state with state "implementing"), ` +
        `"committing" (update_session_state with state "committing") or ` +
        `"failed" (complete_ralph_session with outcome "failure" or "timeout").`,
    );
  });

  it("says in an enforcing workflow what would be in order, and following it succeeds", () => {
    for (const [current, reported, mark] of cells(REPORTS)) {
      if (mark !== "o") continue;
      const refusal = updateSessionState(enforcing, current, reported) as Refusal;
      const states = [...refusal.recovery.matchAll(/update_session_state with state "(\w+)"/g)].map(
        (match) => match[1],
      );
      const outcomes = [...refusal.recovery.matchAll(/"(success|failure|timeout)"/g)].map((match) => match[1]);
      expect(states.length + outcomes.length).toBeGreaterThan(1);
      for (const state of states)
        expect(updateSessionState(enforcing, current, state ?? "")).toMatchObject({ kind: "step" });
      for (const outcome of outcomes) {
        expect(completeSession(enforcing, current, outcome ?? "")).toMatchObject({ kind: "step" });
      }
    }
  });

  it("calls a completed session already completed", () => {
    expect(updateSessionState(observing, "done", "testing")).toHaveProperty(
      "error",
      expect.stringContaining("already completed"),
    );
  });

  it("lists the states that can be reported where one is unknown", () => {
    expect(updateSessionState(observing, "idle", "implementin")).toMatchObject({
      code: "unknown_state",
      facts: {
        states: ["analyzing", "implementing", "testing", "committing", "reviewing"],
        nearest: "implementing",
      },
      recovery: expect.stringContaining("analyzing, implementing, testing, committing or reviewing"),
    });
    expect(updateSessionState(observing, "idle", "implementin")).toHaveProperty(
      "error",
      expect.stringContaining(`"implementin". Did you mean "implementing"?\n`),
    );
    const odd = updateSessionState(observing, "idle", "constructor") as Refusal;
    expect(odd).toMatchObject({ code: "unknown_state", error: expect.stringContaining(`"constructor".\n`) });
    expect(odd.facts).not.toHaveProperty("nearest");
    expect(reportableStates(observing)).toEqual(["analyzing", "implementing", "testing", "committing", "reviewing"]);
  });

  it("points from an end to the call that ends a session", () => {
    expect(updateSessionState(observing, "testing", "failed")).toMatchObject({
      facts: { state: "failed", outcomes: ["failure", "timeout"] },
      recovery: expect.stringContaining(`complete_ralph_session, outcome "failure" or "timeout"`),
    });
    expect(updateSessionState(observing, "testing", "idle")).toMatchObject({
      recovery: expect.stringMatching(/^Instead, report one of analyzing/),
    });
  });

  it("says so where nothing is expected", () => {
    const states = { a: {}, b: {}, c: {} };
    const dead = compile({ ...(session as Workflow), start: "a", states, edges: [{ from: "a", to: "b" }] });
    expect(updateSessionState(dead, "b", "c")).toMatchObject({
      warnings: [expect.stringContaining(`From "b" no next state is expected.`)],
    });
  });

  it.each([observing, enforcing])("lets a session out of a state that the workflow no longer has", (machine) => {
    const marked = { outOfOrder: true, expected: [], warnings: [expect.stringContaining(`"daydreaming"`)] };
    expect(updateSessionState(machine, "daydreaming", "testing")).toMatchObject({ to: "testing", ...marked });
    expect(completeSession(machine, "daydreaming", "failure")).toMatchObject({ to: "failed", ...marked });
  });
});

describe("completeSession", () => {
  for (const [current, outcome, mark] of cells(OUTCOMES)) {
    it(`answers ${mark} when ${current} ends in ${outcome}`, () => {
      const observed = completeSession(observing, current, outcome);
      const enforced = completeSession(enforcing, current, outcome);
      const to = ENDS[outcome];
      const inOrder = { kind: "step", from: current, to, outOfOrder: false, warnings: [], outcome };
      if (mark === "+") {
        expect(observed).toEqual({ ...inOrder, expected: EXPECTED[current] });
        expect(enforced).toEqual(observed);
      } else if (mark === "o") {
        expect(observed).toMatchObject({
          ...inOrder,
          outOfOrder: true,
          warnings: [expect.stringContaining("Out of order")],
        });
        expect(enforced).toMatchObject({ code: "out_of_order", facts: { outcomes: ["failure", "timeout"] } });
        expect(enforced).not.toHaveProperty("outcome");
      } else {
        expect(observed).toMatchObject({
          code: "session_completed",
          error: expect.stringContaining("already completed"),
        });
        expect(enforced).toEqual(observed);
      }
    });
  }

  it("lists the outcomes where one is unknown", () => {
    expect(completeSession(observing, "testing", "sucess")).toMatchObject({
      code: "unknown_outcome",
      facts: { outcomes: ["success", "failure", "timeout"], nearest: "success" },
      recovery: expect.stringContaining("success, failure or timeout"),
    });
    expect(completeSession(observing, "testing", "sucess")).toHaveProperty(
      "error",
      expect.stringContaining(`"sucess". Did you mean "success"?\n`),
    );
    const odd = completeSession(observing, "testing", "toString") as Refusal;
    expect(odd).toMatchObject({ code: "unknown_outcome", error: expect.stringContaining(`"toString".\n`) });
    expect(odd.facts).not.toHaveProperty("nearest");
  });

  it("says so where a workflow declares no outcomes", () => {
    const { outcomes: _, ...without } = session as Workflow;
    expect(completeSession(compile(without), "testing", "success")).toMatchObject({
      code: "unknown_outcome",
      recovery: expect.stringContaining("declares no outcomes"),
    });
  });
});

function cells(table: string): readonly (readonly [string, string, string])[] {
  const [head = "", ...rows] = table.trim().split("\n");
  const columns = head.trim().split(/\s+/);
  return rows.flatMap((row) => {
    const [name = "", ...marks] = row.trim().split(/\s+/);
    return marks.map((mark, i) => [name, columns[i] ?? "", mark] as const);
  });
}
