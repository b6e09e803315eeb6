import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import { MACHINE, machineWith, STATES } from "../../../test/support/engine/boards.ts";
import type { Machine } from "../workflow/compile.ts";
import { ESTIMATES } from "../facts.ts";
import {
  checkPick as checkPickUntold,
  comparePickOrder,
  fitsEstimate,
  isPickable,
  type Pickable,
  type PickOrder,
  type PickRequest,
} from "./pick.ts";
import { isRefusal } from "../refusal.ts";

const checkPick = telling(checkPickUntold);

/** Where agents find work: not where tickets have ended, nor where only a person moves them on. */
const OPEN = STATES.filter((state) => !["Done", "Canceled", "Human Needed"].includes(state));

describe("the order of picking", () => {
  it("is P0 to P3, then none; then the oldest; then the number and the repository", () => {
    const wanted: PickOrder[] = [
      { priority: "P0", createdAt: 9, number: 9 },
      { priority: "P1", createdAt: 9, number: 8 },
      { priority: "P2", createdAt: 1, number: 7 },
      { priority: "P2", createdAt: 2, number: 2 },
      { priority: "P2", createdAt: 2, number: 3 },
      { priority: "P2", createdAt: 2, number: 3, repo: "acme/api" },
      { priority: "P2", createdAt: 2, number: 3, repo: "acme/web" },
      { priority: "P3", createdAt: 0, number: 1 },
      { priority: null, createdAt: 0, number: 0 },
    ];
    expect(wanted.toReversed().toSorted(comparePickOrder)).toEqual(wanted);
  });

  it("is a total order", () => {
    const row = fc.record(
      {
        priority: fc.constantFrom("P0" as const, "P1" as const, "P2" as const, "P3" as const, null),
        createdAt: fc.nat(2),
        number: fc.nat(2),
        repo: fc.constantFrom("acme/api", "acme/web"),
      },
      { requiredKeys: ["priority", "createdAt", "number"] },
    );
    fc.assert(
      fc.property(row, row, row, (a, b, c) => {
        const ab = Math.sign(comparePickOrder(a, b));
        expect(ab + Math.sign(comparePickOrder(b, a))).toBe(0);
        expect(ab === 0).toBe(JSON.stringify(ordered(a)) === JSON.stringify(ordered(b)));
        if (ab <= 0 && comparePickOrder(b, c) <= 0) expect(comparePickOrder(a, c)).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe("an estimate", () => {
  it("fits up to the limit, and no estimate always does", () => {
    const fitting = ESTIMATES.filter((estimate) => fitsEstimate(estimate, "M"));
    expect(fitting).toEqual(["XS", "S", "M"]);
    expect(ESTIMATES.every((estimate) => fitsEstimate(estimate, "XL"))).toBe(true);
    expect(ESTIMATES.every((max) => fitsEstimate(null, max))).toBe(true);
  });
});

describe("a ticket that can be picked", () => {
  const good: Pickable = {
    state: "Ready for Plan",
    closed: false,
    locked: false,
    openBlockers: 0,
    kind: "work" as const,
    estimate: "S",
  };
  const wanted = { state: "Ready for Plan", maxEstimate: "S" } as const;

  it("is in the state, open, free, small enough and no container", () => {
    expect(isPickable(good, wanted)).toBe(true);
  });

  it.each<[string, Partial<Pickable>]>([
    ["in another state", { state: "Backlog" }],
    ["without a state", { state: null }],
    ["closed", { closed: true }],
    ["locked", { locked: true }],
    ["blocked", { openBlockers: 1 }],
    ["a container", { kind: "container" as const }],
    ["what only waits to be closed", { kind: "finished" as const }],
    ["too large", { estimate: "M" }],
  ])("is not one that is %s", (_, facts) => {
    expect(isPickable({ ...good, ...facts }, wanted)).toBe(false);
  });
});

describe("asking for work", () => {
  it("takes any state that agents work in, and S where no limit is given", () => {
    for (const state of OPEN) {
      expect(checkPick(MACHINE, { workflowState: state })).toMatchObject({
        kind: "pick",
        state,
        maxEstimate: "S",
        command: null,
      });
    }
    expect(checkPick(MACHINE, { workflowState: "Backlog", maxEstimate: "XL" })).toMatchObject({ maxEstimate: "XL" });
  });

  it("is told which state suits which role when the state is unknown", () => {
    const refusal = refused({ workflowState: "Ready for Planning" });
    expect(refusal).toMatchObject({
      code: "unknown_state",
      facts: {
        states: OPEN,
        nearest: "Ready for Plan",
        roles: [
          { role: "researchers", command: "ralph_research", workflowState: "Research Needed" },
          { role: "planners", command: "ralph_plan", workflowState: "Ready for Plan" },
          { role: "reviewers", command: "ralph_review", workflowState: "Plan in Review" },
          { role: "implementers", command: "ralph_impl", workflowState: "In Progress" },
        ],
      },
    });
    for (const state of OPEN) expect(refusal.error).toContain(state);
    expect(refusal.error).toContain("Research Needed for researchers, Ready for Plan for planners");
    expect(refusal.error).toContain('Recovery: retry with workflowState="Ready for Plan"');
  });

  it("is told to go by its role when nothing is near", () => {
    expect(refused({ workflowState: "zzz" }).recovery).toContain("the state that suits your role");
  });

  it.each(["Done", "Canceled"])("finds nothing to do in %s", (state) => {
    expect(refused({ workflowState: state })).toMatchObject({ code: "terminal_state", facts: { states: OPEN } });
  });

  it("is refused an estimate that does not exist, with those that do", () => {
    const refusal = refused({ workflowState: "Backlog", maxEstimate: "XXL" });
    expect(refusal).toMatchObject({ code: "unknown_estimate", facts: { estimates: ["XS", "S", "M", "L", "XL"] } });
    expect(refusal.error).toContain("XS, S, M, L and XL");
    expect(refusal.recovery).toContain('retry with maxEstimate="XL"');
  });

  it("is refused a command that does not exist, with those that do", () => {
    const refusal = refused({ workflowState: "Backlog", command: "reserch" });
    expect(refusal.code).toBe("unknown_command");
    expect(refusal.error).toMatch(/^Unknown command "reserch"/);
    for (const name of ["triage", "split", "research", "plan", "review", "impl", "hero"]) {
      expect(refusal.error).toContain(`ralph_${name}`);
    }
    expect(refusal.recovery).toBe('retry with command="ralph_research".');
  });
});

describe("picking and claiming in one step", () => {
  it.each([
    ["research", "Research Needed"],
    ["ralph_research", "Research in Progress"],
    ["plan", "Ready for Plan"],
    ["plan", "Plan in Progress"],
    ["impl", "Plan in Review"],
    ["impl", "In Progress"],
  ])("is open to %s from %s", (command, workflowState) => {
    expect(checkPick(MACHINE, { workflowState, command, claim: true })).toMatchObject({
      kind: "pick",
      command: { lock: expect.any(String) },
    });
  });

  it("is open nowhere else", () => {
    const open = new Set<string>();
    for (const command of ["triage", "split", "research", "plan", "review", "impl", "hero"]) {
      for (const workflowState of OPEN) {
        const answer = checkPick(MACHINE, { workflowState, command, claim: true });
        if (!isRefusal(answer)) open.add(`${command} ${workflowState}`);
        else expect(answer.error).toContain("Recovery: retry");
      }
    }
    expect([...open]).toEqual([
      "research Research Needed",
      "research Research in Progress",
      "plan Ready for Plan",
      "plan Plan in Progress",
      "impl Plan in Review",
      "impl In Progress",
    ]);
  });

  it("needs a command, and says which would do", () => {
    const refusal = refused({ workflowState: "Ready for Plan", claim: true });
    expect(refusal).toMatchObject({ code: "command_required", facts: { commands: ["ralph_plan"] } });
    expect(refusal.recovery).toContain('command="ralph_plan"');
    expect(refused({ workflowState: "Backlog", claim: true }).error).toContain("No command can lock");
  });

  it("needs a command with a lock, and says which would do", () => {
    const refusal = refused({ workflowState: "Research Needed", claim: true, command: "triage" });
    expect(refusal).toMatchObject({ code: "no_lock", facts: { commands: ["ralph_research"] } });
  });

  it("needs a state that the lock can be taken from, and says which", () => {
    const refusal = refused({ workflowState: "Research Needed", claim: true, command: "plan" });
    expect(refusal).toMatchObject({
      code: "no_claim_from_state",
      facts: {
        lock: "Plan in Progress",
        states: ["Ready for Plan", "Plan in Progress"],
        commands: ["ralph_research"],
      },
    });
    expect(refusal.recovery).toContain('workflowState="Ready for Plan"');
  });

  it("does not promise what a gate, or the states that a command expects, would refuse", () => {
    const gated = machineWith({ humanGates: { "Plan in Review": "enforce" } });
    const impl = { command: "impl", claim: true };
    const refusal = refused({ workflowState: "Plan in Review", ...impl }, gated);
    expect(refusal.code).toBe("human_gate");
    expect(refusal.facts["states"]).not.toContain("Plan in Review");
    expect(refusal.error).not.toContain("Plan in Review for reviewers");
    expect(refused({ workflowState: "Human Needed" }).code).toBe("human_gate");
    // An edge leads from In Review to In Progress, but impl does not expect In Review.
    expect(refused({ workflowState: "In Review", ...impl }).code).toBe("no_claim_from_state");
    const lax = machineWith({ inputs: "warn" });
    expect(checkPick(lax, { workflowState: "In Review", ...impl })).toMatchObject({ kind: "pick" });
  });
});

function ordered({ priority, createdAt, number, repo }: PickOrder): unknown {
  return [priority, createdAt, number, repo ?? null];
}

function refused(request: PickRequest, machine: Machine = MACHINE): Refusal {
  const answer = checkPick(machine, request);
  if (!isRefusal(answer)) throw new Error("it was not refused");
  return answer;
}
