import { describe, expect, it } from "vitest";
import { MACHINE, machineWith, STATES, TICKETS } from "../../../test/support/engine/boards.ts";
import { shortestPath, type Step } from "./paths.ts";

describe("the shortest way between two states", () => {
  it("names each step with its label, its guards and who may take it", () => {
    expect(shortestPath(MACHINE, "Ready for Plan", "Plan in Review")).toEqual([
      {
        from: "Ready for Plan",
        to: "Plan in Progress",
        label: "Start planning",
        guards: [{ type: "group_convergence", target: "Ready for Plan", policy: "enforce" }],
        takers: [{ command: "ralph_plan", via: { intent: "lock" } }],
        human: true,
      },
      {
        from: "Plan in Progress",
        to: "Plan in Review",
        label: "Submit plan",
        guards: [],
        takers: [{ command: "ralph_plan", via: { intent: "complete" } }],
        human: true,
      },
    ]);
  });

  it("is empty from a state to itself, and null where there is none", () => {
    expect(shortestPath(MACHINE, "Backlog", "Backlog")).toEqual([]);
    expect(shortestPath(MACHINE, "Done", "Backlog")).toBeNull();
    expect(shortestPath(MACHINE, "Somewhere", "Backlog")).toBeNull();
    expect(shortestPath(MACHINE, "Backlog", "Somewhere")).toBeNull();
  });

  it("is a chain of edges, as long as the fewest there are", () => {
    const fewest = edgesNeeded();
    for (const from of STATES) {
      for (const to of STATES) {
        const path = shortestPath(MACHINE, from, to);
        expect(path?.length ?? null).toBe(fewest(from, to));
        path?.forEach((step, index) => {
          expect(TICKETS.edges).toContainEqual(expect.objectContaining({ from: step.from, to: step.to }));
          expect(step.from).toBe(index === 0 ? from : path[index - 1]?.to);
        });
        if (path && path.length > 0) expect(path.at(-1)?.to).toBe(to);
      }
    }
  });
});

describe("who may take a step", () => {
  it("are commands that name a state where no intent leads there", () => {
    expect(takers("Backlog", "Research Needed")).toEqual({ ralph_triage: { to_state: "Research Needed" } });
    expect(takers("In Progress", "In Review")).toEqual({
      ralph_impl: { intent: "complete" },
      ralph_hero: { to_state: "In Review" },
    });
  });

  it("are all commands where an intent is bound to no state", () => {
    const shown = ["triage", "split", "research", "plan", "review", "impl", "hero"].map((name) => `ralph_${name}`);
    expect(takers("Research Needed", "Human Needed")).toEqual(
      Object.fromEntries(shown.map((name) => [name, { intent: "escalate" }])),
    );
  });

  it("are those whose own mapping leads there", () => {
    expect(takers("Plan in Review", "Ready for Plan")).toEqual({ ralph_review: { intent: "reject" } });
    expect(takers("Plan in Review", "In Progress")).toEqual({
      ralph_review: { intent: "complete" },
      ralph_impl: { intent: "lock" },
    });
  });

  it("are not commands in a state that they don't expect, unless that is only warned about", () => {
    // reject is bound to no state; triage names one, and does not expect to find the ticket here.
    expect(takers("Research in Progress", "Ready for Plan")).toEqual({
      ralph_research: { intent: "complete" },
      ralph_review: { intent: "reject" },
    });
    const lax = machineWith({ inputs: "warn" });
    expect(takers("Research in Progress", "Ready for Plan", lax)).toEqual({
      ralph_triage: { to_state: "Ready for Plan" },
      ralph_research: { intent: "complete" },
      ralph_review: { intent: "reject" },
    });
  });

  it("are only people where a gate is enforced", () => {
    expect(takers("Human Needed", "Backlog")).toEqual({});
    // review's reject would lead there from any state.
    expect(takers("Human Needed", "Ready for Plan")).toEqual({});
    expect(shortestPath(MACHINE, "Human Needed", "Backlog")).toMatchObject([
      { human: true, label: "Back to the backlog" },
    ]);
  });
});

function takers(from: string, to: string, machine = MACHINE): Record<string, unknown> {
  const [step, ...more]: readonly Step[] = shortestPath(machine, from, to) ?? [];
  expect(more).toEqual([]);
  return Object.fromEntries(step?.takers.map(({ command, via }) => [command, via]) ?? []);
}

/** By relaxing every edge as often as there are states. */
function edgesNeeded(): (from: string, to: string) => number | null {
  const found = new Map<string, number>(STATES.map((state) => [`${state}|${state}`, 0]));
  for (const _ of STATES) {
    for (const edge of TICKETS.edges) {
      for (const start of STATES) {
        const so = found.get(`${start}|${edge.from}`);
        const far = found.get(`${start}|${edge.to}`) ?? Infinity;
        if (so !== undefined && so + 1 < far) found.set(`${start}|${edge.to}`, so + 1);
      }
    }
  }
  return (from, to) => found.get(`${from}|${to}`) ?? null;
}
