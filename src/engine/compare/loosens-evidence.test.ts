import { describe, expect, it } from "vitest";
import { shipped } from "../../workflows/shipped.ts";
import type { EdgeSpec, GuardSpec, Workflow } from "../workflow/format.ts";
import { loosens } from "./loosens.ts";

const PROOF = shipped("ticket-proof").workflow;
const PLAIN = shipped("ticket").workflow;

function withEdge(from: string, to: string, change: (edge: EdgeSpec) => EdgeSpec): Workflow {
  const edges = PROOF.edges.map((edge) =>
    edge.from === from && edge.to === to ? change(structuredClone(edge)) : edge,
  );
  return { ...PROOF, edges };
}

function withGuard(
  from: string,
  to: string,
  type: GuardSpec["type"],
  change: (guard: GuardSpec) => GuardSpec | null,
): Workflow {
  return withEdge(from, to, (edge) => ({
    ...edge,
    guards: (edge.guards ?? []).flatMap((guard) => (guard.type === type ? (change(guard) ?? []) : guard)),
  }));
}

const HAND_IN = ["In Progress", "In Review"] as const;
const ACCEPT = ["In Review", "Done"] as const;
const as = <T extends GuardSpec["type"]>(guard: GuardSpec, _: T) => guard as Extract<GuardSpec, { type: T }>;

describe("a workflow with proof", () => {
  it("loosens nothing of the plain one", () => {
    expect(loosens(PLAIN, PROOF)).toEqual([]);
  });

  it.each<[string, Workflow, string]>([
    [
      "a guard that is gone",
      withGuard(...HAND_IN, "facts", () => null),
      'guard gone: "In Progress" → "In Review" no longer asks for work and tests, at least witnessed, unless codeless',
    ],
    [
      "a guard that only warns",
      withGuard(...HAND_IN, "room", (guard) => ({ ...guard, policy: "warn" })),
      "room for 8: enforce → warn",
    ],
    [
      "fewer facts",
      withGuard(...HAND_IN, "facts", (guard) => ({ ...as(guard, "facts"), facts: ["work"] })),
      "work and tests, at least witnessed, unless codeless → work, at least witnessed, unless codeless",
    ],
    [
      "a lower level",
      withGuard(...HAND_IN, "facts", (guard) => ({ ...as(guard, "facts"), atLeast: "reported" })),
      "→ work and tests, at least reported",
    ],
    [
      "another fact that waives",
      withGuard(...ACCEPT, "facts", (guard) => ({ ...as(guard, "facts"), unless: "review" })),
      "unless codeless → landed, at least witnessed, unless review",
    ],
    [
      "more rounds",
      withGuard("In Review", "In Progress", "rounds", (guard) => ({ ...as(guard, "rounds"), max: 4 })),
      "at most 3 rounds of agents → at most 4 rounds of agents",
    ],
    [
      "more room",
      withGuard(...HAND_IN, "room", (guard) => ({ ...as(guard, "room"), max: 9 })),
      "room for 8 → room for 9",
    ],
    [
      "hands told apart by agent",
      withGuard(...ACCEPT, "other_hands", (guard) => ({ ...as(guard, "other_hands"), by: "agent" })),
      ", by agent",
    ],
    [
      "hands of fewer states",
      withGuard(...ACCEPT, "other_hands", (guard) => ({ type: guard.type as "other_hands" })),
      "→ other hands",
    ],
    [
      "a person no longer asked for",
      withGuard("Backlog", "Done", "other_hands", (guard) => ({ ...as(guard, "other_hands"), by: "connection" })),
      "a person → other hands",
    ],
    [
      "fewer paths",
      withGuard(...ACCEPT, "untouched", (guard) => ({ ...as(guard, "untouched"), paths: ["x"] })),
      'untouched ".github/**", unless review → untouched "x"',
    ],
    [
      "no commit",
      withEdge(...HAND_IN, ({ takes: _, ...edge }) => edge),
      '"In Progress" → "In Review" no longer takes a commit',
    ],
    [
      "another commit on the way",
      withEdge(...ACCEPT, (edge) => ({ ...edge, takes: "commit" })),
      '"In Review" → "Done" takes a new commit now',
    ],
    [
      "another command",
      { ...PROOF, checks: { tests: { ...PROOF.checks?.["tests"], run: "true" } } },
      'check tests: run "npm test" → "true"',
    ],
    [
      "fewer tests",
      { ...PROOF, checks: { tests: { setup: "npm ci", run: "npm test", counts: "auto", min: 0 } } },
      "check tests: min 1 → 0",
    ],
    ["no check", { ...PROOF, checks: {} }, "check gone: tests"],
    ["another base", { ...PROOF, base: "dev" }, 'base: "main" → "dev"'],
    [
      "pull requests without a ticket",
      { ...PROOF, merge: { from: "In Review", to: "Done", withoutTicket: "success" } },
      "without a ticket",
    ],
    [
      "more exempt authors",
      {
        ...PROOF,
        merge: { from: "In Review", to: "Done", withoutTicket: "failure", exempt: ["dependabot[bot]", "me"] },
      },
      'lets "me" through',
    ],
    ["named checks where all counted", checked({ test: "ci" }), 'only "test" count as checks'],
    [
      "tickets that go by themselves past nothing",
      { ...PROOF, follow: [{ fact: "checks", from: "In Progress", to: "In Review" }] },
      'tickets go from "In Progress" to "In Review" by themselves once checks is true',
    ],
    ["no merge lock", without("merge"), "the merge lock is gone"],
    [
      "a new way past a guard",
      { ...PROOF, edges: [...PROOF.edges, { from: "In Progress", to: "Done" }] },
      'new edge "In Progress" → "Done", around',
    ],
  ])("is loosened by %s", (_, after, words) => {
    expect(loosens(PROOF, after).join("\n")).toContain(words);
  });

  it.each<[string, Workflow]>([
    ["a higher level", withGuard(...HAND_IN, "facts", (guard) => ({ ...as(guard, "facts"), atLeast: "attested" }))],
    [
      "more facts",
      withGuard(...HAND_IN, "facts", (guard) => ({ ...as(guard, "facts"), facts: ["work", "tests", "pr"] })),
    ],
    [
      "nothing that waives",
      withGuard(...HAND_IN, "facts", (guard) => ({
        type: "facts",
        facts: as(guard, "facts").facts,
        atLeast: "witnessed",
      })),
    ],
    ["less room", withGuard(...HAND_IN, "room", (guard) => ({ ...as(guard, "room"), max: 2 }))],
    ["a person", withGuard(...ACCEPT, "other_hands", (guard) => ({ ...as(guard, "other_hands"), by: "person" }))],
    [
      "more paths",
      withGuard(...ACCEPT, "untouched", (guard) => ({ ...as(guard, "untouched"), paths: [".github/**", "x"] })),
    ],
    [
      "more time for a check",
      { ...PROOF, checks: { tests: { setup: "npm ci", run: "npm test", counts: "auto", min: 1, seconds: 1800 } } },
    ],
    ["more tests", { ...PROOF, checks: { tests: { setup: "npm ci", run: "npm test", counts: "auto", min: 5 } } }],
    ["a remote that is pinned", { ...PROOF, remote: "https://example.org/a.git" }],
  ])("is not loosened by %s", (_, after) => {
    expect(loosens(PROOF, after)).toEqual([]);
  });
});

it("is loosened where a check on GitHub is left out, or comes from another app", () => {
  const before = checked({ test: "ci", lint: "ci" });
  const words = loosens(before, checked({ test: "me" })).join("\n");
  expect(words).toContain('"test" comes from "me" now, and not from "ci"');
  expect(words).toContain('"lint" need not pass any more');
  expect(loosens(before, checked({ test: "ci", lint: "ci", docs: "ci" }))).toEqual([]);
});

function checked(checks: Record<string, string>): Workflow {
  return { ...PROOF, merge: { from: "In Review", to: "Done", withoutTicket: "failure", checks } };
}

function without(part: "merge"): Workflow {
  const { [part]: _, ...rest } = PROOF;
  return rest;
}
