import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile, type Machine } from "../engine/workflow/compile.ts";
import { lint } from "../engine/lint/lint.ts";
import { isLegacy } from "./legacy-shape.ts";
import { checkWorkflow, parseWorkflow, readWorkflow, type LoadedWorkflow, type WorkflowProblem } from "./load.ts";
import { shipped } from "./shipped.ts";

const FILE = join(import.meta.dirname, "../../test/fixtures/workflows/older/ticket.json");

const SMALL_STATES = {
  Busy: { allowed_transitions: ["Over"], is_lock_state: true },
  New: { allowed_transitions: ["Busy"] },
  Over: { is_terminal: true },
};

interface Older {
  states: Record<string, Record<string, unknown>>;
  commands: Record<string, Record<string, unknown>>;
  semantic_states: Record<string, Record<string, string | null>>;
}

describe("an older file that says what the shipped workflow says", () => {
  it("gives the same machine, but for the words", () => {
    expect(tables(compile(load(readOlder()).workflow))).toEqual(tables(shipped("ticket")));
  });

  it("has what the older shape could not say from the shipped workflow", () => {
    const { workflow } = load(readOlder());
    const roles = Object.values(workflow.commands ?? {}).map(({ role }) => role?.name);
    expect(roles).toEqual(Object.values(shipped("ticket").workflow.commands ?? {}).map(({ role }) => role?.name));
    const { pipeline, position, lease, humanGates, planReview, propagation, inputs, mode } = shipped("ticket").workflow;
    expect(workflow).toMatchObject({ pipeline, position, lease, humanGates, planReview, propagation, inputs, mode });
    expect(workflow.edges).toEqual(shipped("ticket").workflow.edges);
    expect(Object.values(workflow.states).map(({ phase }) => phase)).toEqual(
      Object.values(shipped("ticket").workflow.states).map(({ phase }) => phase),
    );
  });

  it("keeps its own words", () => {
    const { workflow } = load(readOlder());
    expect(workflow.description).toBe("The ticket workflow as it was once written down");
    expect(workflow.states["Backlog"]?.description).toBe("Waits for triage");
    expect(workflow.commands?.["triage"]?.description).toBe("Sorts what is new");
    expect(workflow.commands?.["split"]?.description).toBe(shipped("ticket").commands.get("split")?.description);
    expect(workflow.intents?.["lock"]?.description).toBe(shipped("ticket").intents.get("lock")?.description);
  });

  it("is judged like the shipped one, with places in the older file", () => {
    const { findings } = load(readOlder());
    const ours = lint(shipped("ticket").workflow);
    expect(findings.map(({ code, reason }) => [code, reason])).toEqual(ours.map(({ code, reason }) => [code, reason]));
    expect(new Set(findings.map(({ pointer }) => pointer))).toEqual(
      new Set([
        "/commands/ralph_triage/valid_output_states/4",
        "/semantic_states/__CANCEL__/*",
        "/semantic_states/__CLOSE__/*",
        "/semantic_states/__ESCALATE__/*",
        "/semantic_states/__REJECT__/*",
      ]),
    );
  });

  it("may give its states as a list", () => {
    const older = readOlder();
    const states = Object.entries(older.states).map(([name, spec]) => ({ name, ...spec }));
    expect(load({ ...older, states }).hash).toBe(load(older).hash);
  });

  it("is read from disk like any other", () => {
    expect(readWorkflow(FILE)).toMatchObject({ ok: true, hash: load(readOlder()).hash });
  });

  it("loses the phase of what is too large together with the command that splits it", () => {
    const older = readOlder();
    delete older.commands["ralph_split"];
    delete older.semantic_states["__COMPLETE__"]?.["ralph_split"];
    expect(load(older).workflow.position?.phases.map(({ phase }) => phase)).not.toContain("SPLIT");
  });

  it("is another workflow with one state more, one less, or another end", () => {
    const more = readOlder();
    more.states["Parked"] = { allowed_transitions: ["Backlog"] };
    more.states["Human Needed"] = { allowed_transitions: ["Backlog", "Parked"] };
    const other = readOlder();
    other.states["In Review"] = { is_terminal: true };
    const less = readOlder();
    delete less.states["Canceled"];
    delete less.semantic_states["__CANCEL__"];
    less.states["Backlog"] = { allowed_transitions: ["Research Needed", "Done"] };
    less.commands["ralph_triage"] = { valid_input_states: ["Backlog"], valid_output_states: ["Done"] };
    for (const older of [more, other, less]) expect(load(older).workflow.pipeline).toBeUndefined();
  });

  it("keeps no gate on a state that it does not leave to people", () => {
    const older = readOlder();
    delete older.states["In Review"]?.["requires_human_action"];
    expect(load(older).workflow.humanGates).toEqual({ "Plan in Review": "advise", "Human Needed": "enforce" });
  });
});

describe("an older file with states of its own", () => {
  it("starts where nothing leads to, and has defaults for the rest", () => {
    const { workflow } = load(SMALL);
    expect(workflow).toEqual({
      name: "ticket",
      version: 1,
      title: "Ticket",
      mode: "enforce",
      start: "New",
      states: { Busy: { lock: true }, New: {}, Over: { terminal: true } },
      edges: [
        { from: "Busy", to: "Over" },
        { from: "New", to: "Busy" },
      ],
      commandPrefix: "ralph_",
      commands: { work: { inputs: ["New"], outputs: ["Over"], lock: "Busy" } },
      intents: {
        lock: {
          description: shipped("ticket").intents.get("lock")?.description,
          acquires: true,
          expected: true,
          commands: { work: "Busy" },
        },
        hurry: { description: "hand the ticket on: hurry", all: "Over" },
      },
      inputs: "enforce",
      lease: { seconds: 1200, graceSeconds: 120 },
      propagation: "linked-before",
    });
  });

  it("starts at its first state where all are led to", () => {
    const states = { ...SMALL.states, Over: { is_terminal: true }, Busy: { allowed_transitions: ["Over", "New"] } };
    expect(load({ ...SMALL, states }).workflow.start).toBe("Busy");
  });

  it("keeps command names whole where they share no prefix", () => {
    const commands = { ...SMALL.commands, rest: { valid_input_states: ["New"], valid_output_states: ["Busy"] } };
    const { workflow } = load({ ...SMALL, commands });
    expect(workflow.commandPrefix).toBeUndefined();
    expect(Object.keys(workflow.commands ?? {})).toEqual(["ralph_work", "rest"]);
    expect(workflow.intents?.["lock"]?.commands).toEqual({ ralph_work: "Busy" });
  });
});

describe("an older file with a fault", () => {
  it.each([
    [
      "a transition to nowhere",
      { ...SMALL, states: { ...SMALL.states, New: { allowed_transitions: ["Bsuy2"] } } },
      "/states/New/allowed_transitions/0",
    ],
    [
      "a lock that is no state",
      { ...SMALL, semantic_states: {}, commands: { ralph_work: { valid_input_states: [], lock_state: "Lost" } } },
      "/commands/ralph_work/lock_state",
    ],
    [
      "an intent of nobody",
      { ...SMALL, semantic_states: { ...SMALL.semantic_states, __CLOSE__: { ralph_x: "Over" } } },
      "/semantic_states/__CLOSE__/ralph_x",
    ],
    [
      "a target that is no state",
      { ...SMALL, semantic_states: { ...SMALL.semantic_states, __CLOSE__: { "*": "Ovr" } } },
      "/semantic_states/__CLOSE__/*",
    ],
    ["a flag that is no flag", { ...SMALL, states: { New: { is_terminal: "yes" } } }, "/states/New/is_terminal"],
    ["a mapping that is no mapping", { ...SMALL, semantic_states: { __LOCK__: "Busy" } }, "/semantic_states/__LOCK__"],
    ["no states", { ...SMALL, states: {} }, "/states"],
    ["no states at all", { semantic_states: {} }, "/states"],
    ["an empty list of states", { ...SMALL, states: [] }, "/states"],
    ["a state without a name", { ...SMALL, states: [{ allowed_transitions: [] }] }, "/states/0/name"],
    [
      "a state that stands twice",
      { ...SMALL, states: [{ name: "New" }, { name: "New", is_terminal: true }] },
      "/states/1",
    ],
    ["a name with an escape sequence", { ...SMALL, states: [{ name: "\u001b[2J" }] }, "/states/0"],
    ["a state called __proto__, by value", { ...SMALL, states: [{ name: "__proto__" }] }, "/states/0"],
    [
      "a command called __proto__, behind its prefix",
      { ...SMALL, commands: { ralph___proto__: { valid_input_states: [] } } },
      "/commands/ralph___proto__",
    ],
  ])("is told its place: %s", (_, value, place) => {
    expect(problemOf(value)).toMatchObject({ place });
  });
});

it("answers any file of the older shape, and never with an exception", () => {
  const key = fc.constantFrom("states", "commands", "semantic_states", "description");
  fc.assert(
    fc.property(key, fc.jsonValue(), (name, value) => {
      checkWorkflow({ ...SMALL, [name]: value }, "f");
      checkWorkflow(
        { ...SMALL, states: { New: { allowed_transitions: value } }, semantic_states: { __LOCK__: value } },
        "f",
      );
    }),
    { numRuns: 500 },
  );
});

it.each([
  ["states with transitions", { states: SMALL_STATES }],
  ["commands with inputs", { states: [], commands: { ralph_a: {}, ralph_b: { valid_input_states: [] } } }],
  ["commands with outputs", { states: [], commands: { ralph_a: { valid_output_states: [] } } }],
  ["intents alone", { semantic_states: {} }],
])("knows the older shape by its %s", (_, value) => {
  expect(isLegacy(value)).toBe(true);
});

it.each([
  [null],
  [[]],
  ["states"],
  [{}],
  [{ states: { a: null }, commands: null }],
  [{ states: { a: { lock: true } } }],
])("does not take %j for the older shape", (value) => {
  expect(isLegacy(value)).toBe(false);
});

it("takes a file with edges for one of today's shape", () => {
  expect(problemOf({ ...SMALL, edges: [] }).reason).toMatch(/missing|unknown key/);
});

const SMALL = {
  states: SMALL_STATES,
  commands: { ralph_work: { valid_input_states: ["New"], valid_output_states: ["Over"] } },
  semantic_states: { __LOCK__: { ralph_work: "Busy" }, __HURRY__: { "*": "Over" } },
};

function readOlder(): Older {
  const older: Older = JSON.parse(readFileSync(FILE, "utf8"));
  return older;
}

/** Everything that the engine decides by. */
function tables(machine: Machine): unknown {
  return {
    prefix: machine.prefix,
    pipeline: machine.pipeline,
    states: [...machine.states].map(([name, state]) => [name, { ...state, description: null }]),
    commands: [...machine.commands].map(([name, command]) => [name, { ...command, description: null }]),
    intents: [...machine.intents],
  };
}

function load(value: unknown): LoadedWorkflow {
  const loaded = parseWorkflow(JSON.stringify(value), "f");
  if (!loaded.ok) throw new Error(loaded.problem.message);
  return loaded;
}

function problemOf(value: unknown): WorkflowProblem {
  const loaded = checkWorkflow(value, "f");
  if (loaded.ok) throw new Error("it was loaded");
  return loaded.problem;
}
