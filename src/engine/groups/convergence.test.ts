import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import {
  groupWith,
  inStates,
  leaf,
  MACHINE,
  machineWith,
  PIPELINE,
  STATES,
} from "../../../test/support/engine/boards.ts";
import { convergenceFacts, convergenceOf as convergenceOfUntold, type Convergence } from "./convergence.ts";
import type { Group, Key } from "../facts.ts";
import { hasReached } from "./members.ts";
import { isRefusal } from "../refusal.ts";

const convergenceOf = telling(convergenceOfUntold);

describe("reaching a state", () => {
  it("means at or past it in pipeline order", () => {
    const reached = PIPELINE.filter((state) => hasReached(MACHINE, state, "Plan in Progress"));
    expect(reached).toEqual(["Plan in Progress", "Plan in Review", "In Progress", "In Review", "Done"]);
  });

  it("is never true of what stands outside the order, or of what is unknown", () => {
    for (const state of ["Human Needed", "Canceled", "Nowhere", null]) {
      expect(hasReached(MACHINE, state, "Backlog")).toBe(false);
    }
    expect(hasReached(MACHINE, "Done", "Human Needed")).toBe(false);
    expect(hasReached(MACHINE, "Done", "Nowhere")).toBe(false);
  });
});

describe("convergence of a group", () => {
  it("has come together when all are there", () => {
    expect(converge(inStates("Ready for Plan", "In Progress", "Done"), "Ready for Plan")).toEqual({
      converged: true,
      targetState: "Ready for Plan",
      total: 3,
      ready: 3,
      blocking: [],
      recommendation: "proceed",
    });
  });

  it("names who is missing, where they are and how far away", () => {
    const group = groupWith(
      leaf("1", { state: "Backlog", title: "Late" }),
      leaf("2", { state: "Plan in Review" }),
      leaf("acme/api#1", { state: "Research in Progress", title: "Later" }),
    );
    expect(converge(group, "Plan in Review")).toEqual({
      converged: false,
      targetState: "Plan in Review",
      total: 3,
      ready: 1,
      blocking: [
        { number: 1, title: "Late", currentState: "Backlog", distanceToTarget: 3 },
        { number: 1, repo: "acme/api", title: "Later", currentState: "Research in Progress", distanceToTarget: 3 },
      ],
      recommendation: "wait",
    });
  });

  it("does not count what was canceled", () => {
    expect(converge(inStates("Ready for Plan", "Canceled", "Backlog"), "Ready for Plan")).toMatchObject({
      converged: false,
      total: 2,
      ready: 1,
      blocking: [{ number: 3 }],
    });
    expect(converge(inStates("Canceled", "Canceled"), "Done")).toMatchObject({ converged: true, total: 0, ready: 0 });
  });

  it("asks for a person when a member needs one, though there is a way", () => {
    expect(converge(inStates("Ready for Plan", "Human Needed"), "Ready for Plan")).toMatchObject({
      converged: false,
      blocking: [{ number: 2, currentState: "Human Needed", distanceToTarget: 1 }],
      recommendation: "escalate",
    });
  });

  it("asks for a person when a member can't get there", () => {
    const machine = machineWith({ edges: [{ from: "Backlog", to: "Research Needed" }] });
    expect(convergenceOf(machine, inStates("Backlog", "Done"), "1", "Done")).toMatchObject({
      blocking: [{ number: 1, distanceToTarget: null }],
      recommendation: "escalate",
    });
  });

  it.each([null, "Somewhere"])("asks for a person when a member is in an unknown state (%s)", (state) => {
    expect(converge(inStates("Done", state), "Ready for Plan")).toMatchObject({
      blocking: [{ number: 2, currentState: "unknown", distanceToTarget: null }],
      recommendation: "escalate",
    });
  });

  it("counts a member that can't be read as blocking, whatever is said of its state", () => {
    const group = groupWith(leaf("1", { state: "Done" }), leaf("2", { state: "Done", closed: true, readable: false }));
    expect(converge(group, "Backlog")).toMatchObject({
      converged: false,
      blocking: [{ number: 2, currentState: "unknown", distanceToTarget: null }],
      recommendation: "escalate",
    });
  });

  it("does not wait for what was closed by hand", () => {
    const group = groupWith(leaf("1", { state: "Backlog", closed: true }), leaf("2", { state: "Ready for Plan" }));
    expect(converge(group, "Ready for Plan")).toMatchObject({ converged: true, total: 2, ready: 2 });
  });

  it("converges trivially without a group, in whatever state", () => {
    for (const state of [...STATES, null, "Somewhere"]) {
      expect(converge(inStates(state), "Done")).toEqual({
        converged: true,
        targetState: "Done",
        total: 1,
        ready: 1,
        blocking: [],
        recommendation: "proceed",
      });
    }
  });

  it("does not take a container with one leaf for a ticket without a group", () => {
    expect(converge(inStates("Backlog"), "Done", "99")).toMatchObject({ converged: false, total: 1, ready: 0 });
    expect(convergenceFacts(MACHINE, inStates("Backlog"), "99", "Done").met).toBe(false);
  });

  it("never converges when not all of the group was read", () => {
    const group: Group = { ...inStates("Done", "Done"), truncated: true };
    expect(converge(group, "Backlog")).toMatchObject({ converged: false, recommendation: "wait", truncated: true });
    const stuck: Group = { ...inStates("Done", "Human Needed"), truncated: true };
    expect(converge(stuck, "Backlog")).toMatchObject({ converged: false, recommendation: "escalate" });
    const one: Group = { ...inStates("Done"), truncated: true };
    expect(converge(one, "Backlog")).toMatchObject({ converged: false });
  });

  it("reports rings of blockers", () => {
    expect(converge({ ...inStates("Done", "Done"), cycles: [["1", "2"]] }, "Done")).toMatchObject({
      cycles: [["1", "2"]],
    });
  });
});

describe("a target that can't be reached", () => {
  it.each(["Human Needed", "Canceled"])("is refused outside the pipeline order: %s", (target) => {
    const refusal = convergenceOf(MACHINE, inStates("Backlog"), "1", target);
    expect(refusal).toMatchObject({ kind: "refusal", code: "unknown_target", facts: { targets: PIPELINE } });
    expect(errorOf(refusal)).toContain("outside the pipeline order");
    expect(errorOf(refusal)).toMatch(/Recovery: retry with targetState .*Backlog.*Done/);
  });

  it("is refused with the one that was probably meant", () => {
    const refusal = convergenceOf(MACHINE, inStates("Backlog"), "1", "ready-for-plan");
    expect(refusal).toMatchObject({ code: "unknown_target", facts: { nearest: "Ready for Plan" } });
    expect(errorOf(refusal)).toContain('Recovery: retry with targetState="Ready for Plan"');
  });

  it("is every state where the workflow has no order", () => {
    const refusal = convergenceOf(machineWith({ pipeline: [] }), inStates("Backlog"), "1", "Backlog");
    expect(refusal).toMatchObject({ code: "unknown_target", facts: { targets: [] } });
  });
});

describe("the facts of a guard", () => {
  it("agree with the answer", () => {
    expect(convergenceFacts(MACHINE, inStates("Backlog", "Done", null), "2", "Ready for Plan")).toEqual({
      met: false,
      blocking: [
        { key: "1", state: "Backlog" },
        { key: "3", state: null },
      ],
      truncated: false,
    });
    expect(convergenceFacts(MACHINE, inStates("Backlog"), "1", "Ready for Plan").met).toBe(true);
    const truncated = { ...inStates("Done", "Done"), truncated: true };
    expect(convergenceFacts(MACHINE, truncated, "1", "Done")).toEqual({ met: false, blocking: [], truncated: true });
  });
});

describe("any group", () => {
  const states = fc.constantFrom<string | null>(...STATES, null, "Somewhere");
  const targets = fc.constantFrom(...PIPELINE);

  it("is never undone by a member that advances along the pipeline", () => {
    fc.assert(
      fc.property(fc.array(states, { minLength: 1 }), targets, fc.nat(), fc.nat(8), (all, target, who, steps) => {
        const at = who % all.length;
        const index = PIPELINE.findIndex((state) => state === all[at]);
        const onward = index < 0 ? all[at] : PIPELINE[Math.min(index + steps, PIPELINE.length - 1)];
        const before = converge(inStates(...all), target);
        const after = converge(inStates(...all.with(at, onward ?? null)), target);
        expect(after.ready).toBeGreaterThanOrEqual(before.ready);
        if (before.converged) expect(after.converged).toBe(true);
      }),
    );
  });

  it("proceeds exactly when nobody blocks, and the numbers add up", () => {
    fc.assert(
      fc.property(fc.array(states, { minLength: 2 }), targets, (all, target) => {
        const answer = converge(inStates(...all), target);
        const counted = all.filter((state) => state !== "Canceled");
        const index = PIPELINE.indexOf(target);
        const there = counted.filter((state) => PIPELINE.findIndex((name) => name === state) >= index);
        expect(answer).toMatchObject({ total: counted.length, ready: there.length });
        expect(answer.blocking).toHaveLength(counted.length - there.length);
        expect(answer.converged).toBe(there.length === counted.length);
        expect(answer.recommendation === "proceed").toBe(answer.converged);
      }),
    );
  });
});

function converge(group: Group, target: string, asked: Key = "1"): Convergence {
  const answer = convergenceOf(MACHINE, group, asked, target);
  if (isRefusal(answer)) throw new Error(answer.error);
  return answer;
}

function errorOf(answer: Convergence | Refusal): string {
  return isRefusal(answer) ? answer.error : "";
}
