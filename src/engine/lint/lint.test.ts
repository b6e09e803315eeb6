import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SHIPPED, shipped } from "../../workflows/shipped.ts";
import { lint } from "./lint.ts";
import type { EdgeSpec, Workflow } from "../workflow/format.ts";

const BROKEN = join(import.meta.dirname, "../../../test/fixtures/workflows/broken");

describe("on the shipped workflows", () => {
  it.each(SHIPPED)("says of %s exactly what is true of it", (name) => {
    expect(lint(shipped(name).workflow)).toMatchSnapshot();
  });

  it("finds nothing worse than notes in any of them", () => {
    const severities = SHIPPED.flatMap((name) => lint(shipped(name).workflow)).map(({ severity }) => severity);
    expect(new Set(severities)).toEqual(new Set(["note"]));
  });

  it("knows that triage can't escalate from where it is expected", () => {
    const { workflow } = shipped("ticket");
    const escalates = lint(workflow).filter(({ reason }) => reason.includes("ralph_triage's escalate"));
    expect(escalates).toHaveLength(1);
    const edges = [...workflow.edges, { from: "Backlog", to: "Human Needed" }];
    expect(lint({ ...workflow, edges }).filter(({ reason }) => reason.includes("ralph_triage"))).toEqual([]);
  });

  it("counts a router as complete that only some types can come to", () => {
    const { workflow } = shipped("skill");
    const edges = workflow.edges.map((edge) =>
      edge.when?.type === "item_type" && edge.when.value === "bugfix" ? { ...edge, to: "brainstorm-exploring" } : edge,
    );
    expect(lint({ ...workflow, edges })).toMatchObject([
      {
        code: "router_not_exhaustive",
        pointer: "/states/item-type-router",
        reason: expect.stringMatching(/type "bugfix"$/),
      },
      { code: "unreachable_state", pointer: "/states/systematic-debugging" },
    ]);
  });
});

describe("on a workflow with one fault", () => {
  it.each(readdirSync(BROKEN))("finds it, and nothing else: %s", (file) => {
    const workflow: Workflow = JSON.parse(readFileSync(join(BROKEN, file), "utf8"));
    const findings = lint(workflow);
    const [kind = ""] = file.replace(/\.json$/, "").split("--");
    expect(findings.map(({ code }) => code)).toEqual([kind.replaceAll("-", "_")]);
    expect(findings).toMatchSnapshot();
  });
});

describe("in general", () => {
  it("puts errors first, and the ninth edge before the tenth", () => {
    const edges = Array.from({ length: 11 }, () => ({ from: "a", to: "b" }));
    const findings = lint({ ...SMALL, states: { a: {}, b: { terminal: true } }, edges, outcomes: { lost: "a" } });
    expect(findings.map(({ pointer }) => pointer)).toEqual([
      "/outcomes/lost",
      ...Array.from({ length: 10 }, (_, index) => `/edges/${index + 1}`),
    ]);
  });

  it("escapes names in a pointer", () => {
    const states = { a: {}, "to/do~": {}, b: { terminal: true } };
    const findings = lint({
      ...SMALL,
      states,
      edges: [
        { from: "a", to: "b" },
        { from: "to/do~", to: "b" },
      ],
    });
    expect(findings).toMatchObject([{ code: "unreachable_state", pointer: "/states/to~1do~0" }]);
  });

  it("takes a state called constructor for a state, and knows that toString is none", () => {
    const states = { a: {}, constructor: { terminal: true } };
    expect(lint({ ...SMALL, states, edges: [{ from: "a", to: "constructor" }] })).toEqual([]);
    expect(lint({ ...SMALL, states, edges: [{ from: "a", to: "toString" }] })).toMatchObject([
      { code: "undeclared_state", pointer: "/edges/0/to" },
    ]);
  });

  it("lets unexpected moves pass where the workflow only warns of them", () => {
    const workflow = readBroken("intent-always-refused--expected");
    expect(lint({ ...workflow, inputs: "warn" }).map(({ code }) => code)).toEqual(["intent_not_from_inputs"]);
  });

  it("judges a thousand states and twenty commands without keeping anybody waiting", () => {
    const workflow = makeLarge({ states: 1000, edgesEach: 5, commands: 20 });
    const began = performance.now();
    const findings = lint(workflow);
    const took = performance.now() - began;
    process.stdout.write(
      `linted 1,000 states, ${workflow.edges.length} edges and 20 commands in ${took.toFixed(0)} ms\n`,
    );
    expect(findings.length).toBeGreaterThan(0);
  });

  it("stops suggesting names when a file is full of wrong ones", () => {
    const { states } = makeLarge({ states: 1000, edgesEach: 0, commands: 0 });
    const edges = Array.from({ length: 5000 }, (_, index) => ({ from: "s0", to: `S ${index}?` }));
    const findings = lint({ ...SMALL, start: "s0", states, edges });
    const guesses = findings.filter(({ suggestion }) => suggestion.startsWith("Did you mean"));
    expect(findings).toHaveLength(5000);
    expect(guesses.length).toBeGreaterThan(0);
    expect(guesses.length).toBeLessThan(1000);
  });
});

describe("about commands", () => {
  const states = { a: {}, b: {}, c: { human: true }, d: { terminal: true } };
  const edges = link("a b", "b c", "c d", "b d");

  it("says nothing of what is refused where nothing is refused", () => {
    const commands = { idle: { inputs: [], outputs: [] } };
    expect(codes({ ...SMALL, states, edges, commands })).toEqual(["command_never_acts"]);
    expect(codes({ ...SMALL, states, edges, commands, mode: "observe" })).toEqual([]);
  });

  it("does not propose an edge out of a state that only people leave", () => {
    const commands = { ask: { inputs: ["c"], outputs: ["c"] } };
    const intents = { end: { description: "end it", all: "d" } };
    const [finding] = lint({ ...SMALL, states, edges, commands, intents, humanGates: { c: "enforce" } });
    expect(finding?.suggestion).toBe(
      'It works from "b". Let the command expect a state that agents may move a ticket out of, if it should work there too.',
    );
  });

  it("does not propose an edge out of an end either", () => {
    const commands = { ask: { inputs: ["b", "d"], outputs: ["a", "d"] } };
    const [finding] = lint({ ...SMALL, states, edges, commands });
    expect(finding).toMatchObject({
      pointer: "/commands/ask/outputs/0",
      suggestion: expect.stringMatching(/^Add an edge to "a" from "b",/),
    });
  });

  it("says that a command expects nothing", () => {
    const commands = { end: { inputs: [], outputs: [] } };
    const intents = { end: { description: "end it", all: "d" } };
    expect(lint({ ...SMALL, states, edges, commands, intents })[0]?.reason).toMatch(/in every state: it expects none$/);
  });

  it("asks for one way into a lock state from where the command is expected, not for all", () => {
    const commands = { work: { inputs: ["a"], outputs: ["d"], lock: "b" } };
    const more = { ...SMALL, states: { ...states, e: {} }, edges: [...edges, ...link("a e", "e b")], commands };
    expect(codes(more)).toEqual([]);
    const without = { ...more, edges: more.edges.filter(({ from, to }) => from !== "a" || to !== "b") };
    expect(codes(without)).toEqual(["lock_not_from_inputs"]);
    expect(codes({ ...without, inputs: "warn" })).toEqual([]);
  });

  it("lets a command lock where it already expects the ticket", () => {
    const commands = { work: { inputs: ["b"], outputs: ["d"], lock: "b" } };
    expect(codes({ ...SMALL, states, edges, commands })).toEqual([]);
  });
});

describe("about places and words", () => {
  const states = { a: {}, b: { terminal: true } };

  it("puts 9 before 10, and both before words that begin with a number", () => {
    const names = ["10", "9", "1b", "a1"];
    const odd = Object.fromEntries(names.map((name) => [name, {}]));
    const edges = [...link("a b"), ...names.flatMap((name) => link(`${name} b`))];
    const found = lint({ ...SMALL, states: { ...states, ...odd }, edges });
    expect(found.map(({ pointer }) => pointer)).toEqual(["/states/9", "/states/10", "/states/1b", "/states/a1"]);
  });

  it("points from every repetition to the first", () => {
    const found = lint({ ...SMALL, states, edges: link("a b", "a b", "a b") });
    expect(found.map(({ reason }) => reason.slice(-8))).toEqual(["/edges/0", "/edges/0"]);
  });

  it("takes `always` for no condition", () => {
    const edges: EdgeSpec[] = [...link("a b"), { from: "a", to: "b", when: { type: "always" } }];
    expect(codes({ ...SMALL, states, edges })).toEqual(["duplicate_edge"]);
  });

  it("asks a guard for a target only where it has one", () => {
    const edges: EdgeSpec[] = [{ from: "a", to: "b", guards: [{ type: "no_open_blockers" }] }];
    expect(codes({ ...SMALL, states, edges })).toEqual([]);
  });

  it("reports a misspelt state of the pipeline once, where there are positions too", () => {
    const position = { phases: [{ phase: "A", step: "a", states: ["a"], unknown: true }], rest: "A" };
    const workflow = { ...SMALL, states, edges: link("a b"), pipeline: ["a", "bb"], position };
    expect(lint(workflow).map(({ pointer }) => pointer)).toEqual(["/pipeline/1"]);
  });

  it("lets a group rest at a gate", () => {
    const phase = { phase: "A", step: "a", states: ["a"], unknown: true, gate: { state: "a", phase: "GATE" } };
    const position = { phases: [phase], rest: "GATE" };
    expect(codes({ ...SMALL, states, edges: link("a b"), position })).toEqual([]);
  });

  it("names the skill that was meant", () => {
    const workflow = {
      ...SMALL,
      states: { ...states, a: { skill: "write" } },
      edges: link("a b"),
      skills: { writ: {} },
    };
    expect(lint(workflow)[0]?.suggestion).toBe('Did you mean "write"?');
  });
});

describe("about routers", () => {
  const states = { a: { skill: "begin" }, end: { terminal: true } };

  it("asks nothing of conditions in a workflow without skills", () => {
    const edges: EdgeSpec[] = [{ from: "a", to: "b", when: { type: "items_remaining" } }];
    expect(codes({ ...SMALL, states: { a: {}, b: { terminal: true } }, edges })).toEqual(["condition_ignored"]);
  });

  it("lets ways part and meet again", () => {
    const edges = [...fork("r1", "r2", "r3"), ...link("a r1", "r2 r4", "r3 r4", "r4 end")];
    expect(codes({ ...SMALL, states: { ...states, r1: {}, r2: {}, r3: {}, r4: {} }, edges })).toEqual([]);
  });

  it("lets a way lead round past a skill", () => {
    const edges = [...fork("r1", "a", "r2"), ...link("a r1", "r2 end")];
    expect(codes({ ...SMALL, states: { ...states, r1: {}, r2: {} }, edges })).toEqual([]);
  });

  it("names the circle, and not the way to it", () => {
    const edges = [...link("a r1", "r1 r2", "r3 r2"), ...fork("r2", "r3", "end")];
    const found = lint({ ...SMALL, states: { ...states, r1: {}, r2: {}, r3: {} }, edges });
    expect(found).toMatchObject([
      { code: "router_cycle", pointer: "/states/r2", reason: expect.stringMatching(/: r2 → r3 → r2$/) },
    ]);
  });

  it("finds a router that leads to itself", () => {
    const edges = [...link("a r1"), ...fork("r1", "r1", "end")];
    expect(codes({ ...SMALL, states: { ...states, r1: {} }, edges })).toEqual(["router_cycle"]);
  });

  it("cuts a long circle short", () => {
    const routers = Array.from({ length: 9 }, (_, index) => `r${index}`);
    const ring = (size: number): string => {
      const names = routers.slice(0, size);
      const edges = [
        ...link("a r0"),
        ...fork("r0", "r1", "end"),
        ...names.slice(1).flatMap((name, at) => link(`${name} ${names[at + 2] ?? "r0"}`)),
      ];
      const all = { ...states, ...Object.fromEntries(names.map((name) => [name, {}])) };
      return lint({ ...SMALL, states: all, edges })[0]?.reason.split(": ")[1] ?? "";
    };
    expect(ring(8)).toBe("r0 → r1 → r2 → r3 → r4 → r5 → r6 → r7 → r0");
    expect(ring(9)).toBe("r0 → r1 → r2 → r3 → r4 → r5 → r6 → … → r0");
  });
});

const SMALL = { name: "small", version: 1, title: "Small", mode: "enforce", start: "a" } as const;

/** "a b" is an edge from a to b. */
function link(...pairs: readonly string[]): EdgeSpec[] {
  return pairs.map((pair) => {
    const [from = "", to = ""] = pair.split(" ");
    return { from, to };
  });
}

/** Where batches remain the one way, else the other. */
function fork(from: string, one: string, other: string): EdgeSpec[] {
  return [{ from, to: one, when: { type: "batches_remaining" } }, ...link(`${from} ${other}`)];
}

function codes(workflow: Workflow): string[] {
  return lint(workflow).map(({ code }) => code);
}

function readBroken(name: string): Workflow {
  const workflow: Workflow = JSON.parse(readFileSync(join(BROKEN, `${name}.json`), "utf8"));
  return workflow;
}

function makeLarge(size: { states: number; edgesEach: number; commands: number }): Workflow {
  const name = (index: number): string => `s${index % size.states}`;
  const states = Array.from({ length: size.states }, (_, index) => index);
  const commands = Array.from({ length: size.commands }, (_, index) => [
    `c${index}`,
    { inputs: [name(index * 40), name(index * 40 + 7)], outputs: [name(index * 40 + 1)], lock: name(index * 40 + 2) },
  ]);
  const edges = states
    .slice(0, -1)
    .flatMap((from) =>
      Array.from({ length: size.edgesEach }, (_, step) => ({ from: name(from), to: name(from * (step + 1) + 1) })),
    );
  return {
    ...SMALL,
    start: "s0",
    states: Object.fromEntries(
      states.map((index) => [name(index), index === size.states - 1 ? { terminal: true } : {}]),
    ),
    edges,
    commands: Object.fromEntries(commands),
    intents: {
      stop: { description: "stop", all: name(size.states - 1) },
      back: { description: "back", all: "s0", expected: true },
      on: { description: "on", all: name(500) },
    },
  };
}
