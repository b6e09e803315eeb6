import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { compile } from "../engine/workflow/compile.ts";
import { checkWorkflow, parseWorkflow, readWorkflow, type Loaded, type WorkflowProblem } from "./load.ts";
import { SHIPPED, shipped } from "./shipped.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-load-"));
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("a good file", () => {
  it.each(SHIPPED)("gives the shipped workflow %s as it is", (name) => {
    const loaded = readWorkflow(join(import.meta.dirname, `../../workflows/${name}.json`));
    expect(loaded).toMatchObject({ ok: true, workflow: shipped(name).workflow });
  });

  it("may begin with a byte order mark", () => {
    expect(readWorkflow(write(`\uFEFF${JSON.stringify(SMALL)}`))).toMatchObject({ ok: true, workflow: SMALL });
  });

  it("keeps what the linter warns of", () => {
    const loaded = checkWorkflow({ ...SMALL, pipeline: ["open", "open"] }, "f");
    expect(loaded).toMatchObject({ ok: true, findings: [{ code: "duplicate_pipeline_state" }] });
  });

  it("may call a state constructor", () => {
    const text = JSON.stringify(SMALL).replaceAll('"closed"', '"constructor"');
    const loaded = parseWorkflow(text, "f");
    expect(loaded).toMatchObject({ ok: true, findings: [] });
    expect(loaded.ok && compile(loaded.workflow).states.get("constructor")?.terminal).toBe(true);
  });
});

it("gives the same hash to the same workflow, however it is written", () => {
  const { states, edges, ...rest } = SMALL;
  const turned = { $schema: "https://example.org/workflow.schema.json", edges, ...rest, states };
  const one = checkWorkflow(SMALL, "f");
  expect(one).toMatchObject({ ok: true, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(hashOf(parseWorkflow(JSON.stringify(turned, null, 4), "g"))).toBe(hashOf(one));
});

describe("a file that can't be read", () => {
  it("is missing", () => {
    const path = join(folder, "nowhere.json");
    expect(problemOf(readWorkflow(path))).toMatchObject({
      file: path,
      place: "",
      reason: "there is no such file",
      message: `${path}: there is no such file. Check the path, and the folder it starts from.`,
    });
  });

  it("is a folder", () => {
    expect(problemOf(readWorkflow(folder)).reason).toBe("it is a folder");
  });

  it("lies below a file that is no folder", () => {
    expect(problemOf(readWorkflow(join(write("{}"), "x.json"))).reason).toBe("there is no such file");
  });

  it.skipIf(process.platform === "win32")("is a device, which is not waited for", () => {
    expect(problemOf(readWorkflow("/dev/zero")).reason).toBe("it is no ordinary file");
  });

  it.skipIf(process.platform === "win32")("is closed to this user", () => {
    const path = write("{}");
    chmodSync(path, 0o000);
    expect(problemOf(asNobody(() => readWorkflow(path))).reason).toBe("it can't be read (EACCES)");
  });

  it("has a name that no system would take", () => {
    expect(problemOf(readWorkflow("a\0b")).reason).toMatch(/^it can't be read/);
  });

  it("has ten megabytes, and is refused for its size before it is read", () => {
    const path = write(JSON.stringify({ ...SMALL, description: "x".repeat(10 * 1024 * 1024) }));
    expect(problemOf(readWorkflow(path)).reason).toBe("it is larger than 4 MB, which no workflow is");
  });

  it("is not UTF-8", () => {
    const path = join(folder, "latin1.json");
    writeFileSync(path, Buffer.from('{ "name": "caf\xe9" }', "latin1"));
    expect(problemOf(readWorkflow(path))).toMatchObject({
      reason: "it is not UTF-8 text",
      suggestion: "Save it as UTF-8.",
    });
  });
});

describe("a text that is not JSON", () => {
  it("is told with line and column", () => {
    expect(problemOf(readWorkflow(write('{\n  "name": "x",\n  "start": open\n}')))).toMatchObject({
      place: "3:12",
      reason: 'not JSON: expected a value, found "o"',
    });
  });

  it("may be empty", () => {
    expect(problemOf(parseWorkflow("", "f"))).toMatchObject({
      place: "1:1",
      reason: "not JSON: the text ends too early",
    });
  });

  it("counts from after the byte order mark", () => {
    expect(problemOf(parseWorkflow("\uFEFFx", "f")).place).toBe("1:1");
  });

  it("may say a state twice, which would lose the first", () => {
    const text = '{ "states": {\n  "open": {},\n  "open": { "terminal": true }\n} }';
    expect(problemOf(parseWorkflow(text, "f"))).toMatchObject({
      place: "3:3",
      reason: expect.stringContaining('"open" stands twice'),
    });
  });

  it("may be nested so deeply that recursion would overflow", () => {
    const deep = `${'{"states":'.repeat(300_000)}1${"}".repeat(300_000)}`;
    expect(problemOf(parseWorkflow(deep, "f")).reason).toBe("not JSON: nested more than 64 levels deep");
  });
});

describe("a value of the wrong shape", () => {
  it("is told with its place", () => {
    expect(problemOf(checkWorkflow({ ...SMALL, start: 3 }, "f"))).toMatchObject({
      place: "/start",
      reason: "expected a string, found a number",
      message: "f at /start: expected a string, found a number",
    });
  });

  it.each([
    ["null", null, "", "expected an object, found null"],
    ["a list", [], "", "expected an object, found an array"],
    ["no edges", without("edges"), "/edges", "it is missing"],
    ["another mode", { ...SMALL, mode: "strict" }, "/mode", '"strict" is not possible here'],
    ["a mode that is no word", { ...SMALL, mode: 1 }, "/mode", 'expected "enforce" or "observe", found a number'],
    ["version 1.5", { ...SMALL, version: 1.5 }, "/version", "expected a whole number, found a number"],
    ["version 0", { ...SMALL, version: 0 }, "/version", "must be at least 1"],
    ["an empty name", { ...SMALL, name: "" }, "/name", "must not be empty"],
    ["a name of 101 characters", { ...SMALL, name: "x".repeat(101) }, "/name", "must be at most 100 characters long"],
    [
      "a name with an escape sequence",
      { ...SMALL, name: "\u001b[31m" },
      "/name",
      "must not hold control characters, nor begin or end with a space",
    ],
    [
      "a name that ends with a space",
      { ...SMALL, name: "x " },
      "/name",
      "must not hold control characters, nor begin or end with a space",
    ],
    [
      "a long description",
      { ...SMALL, description: "x".repeat(2001) },
      "/description",
      "must be at most 2000 characters long",
    ],
    [
      "a bell in a description",
      { ...SMALL, description: "\u0007" },
      "/description",
      "must not hold control characters",
    ],
    [
      "a state with a bad name",
      { ...SMALL, states: { "a\nb": {} } },
      "/states/a\nb",
      "the name must not hold control characters, nor begin or end with a space",
    ],
    ["no time at all", { ...SMALL, lease: { seconds: 0, graceSeconds: 1 } }, "/lease/seconds", "must be at least 1"],
    [
      "a lease of ages",
      { ...SMALL, lease: { seconds: 1e9, graceSeconds: 1 } },
      "/lease/seconds",
      "must be at most 31622400",
    ],
    [
      "a condition of no type",
      { ...SMALL, edges: [{ from: "open", to: "closed", when: {} }] },
      "/edges/0/when/type",
      "it is missing",
    ],
  ])("may be %s", (_, value, place, reason) => {
    expect(problemOf(checkWorkflow(value, "f"))).toMatchObject({ place, reason: expect.stringContaining(reason) });
  });

  it("names the key that was meant", () => {
    const states = { ...SMALL.states, open: { lok: true } };
    expect(problemOf(checkWorkflow({ ...SMALL, states }, "f"))).toMatchObject({
      place: "/states/open/lok",
      reason: 'unknown key "lok"',
      suggestion: 'Did you mean "lock"?',
    });
  });

  it("lists the keys that there are where none is near", () => {
    const lease = { seconds: 1, graceSeconds: 1, colour: "red" };
    expect(problemOf(checkWorkflow({ ...SMALL, lease }, "f")).suggestion).toBe(
      "The keys here are seconds, states and graceSeconds.",
    );
  });

  it("names the type of condition or guard that was meant", () => {
    const edges = [{ from: "open", to: "closed", when: { type: "item_remaining" }, guards: [{ type: "blockers" }] }];
    expect(problemOf(checkWorkflow({ ...SMALL, edges }, "f"))).toMatchObject({
      place: "/edges/0/when/type",
      reason: expect.stringContaining('(also /edges/0/guards/0/type: "blockers" is not possible here)'),
      suggestion: 'Did you mean "items_remaining"?',
    });
  });

  it("tells the first few of many faults, and how many there are", () => {
    const { message } = problemOf(checkWorkflow({ a: 1, b: 2, c: 3, d: 4, ...SMALL }, "f"));
    expect(message).toBe(
      'f at /a: unknown key "a" (also /b: unknown key "b"; /c: unknown key "c"; 1 more). The keys here are ' +
        "$schema, name, version, title, description, mode, start, states, edges, pipeline, commandPrefix, commands, " +
        "intents, inputs, humanGates, planReview, lease, position, propagation, outcomes, silence, skills, " +
        "itemTypes, checks, merge, follow, base and remote.",
    );
  });

  it("does not count faults that it has told", () => {
    expect(problemOf(checkWorkflow({ a: 1, b: 2, c: 3, ...SMALL }, "f")).reason).toBe(
      'unknown key "a" (also /b: unknown key "b"; /c: unknown key "c")',
    );
  });

  it("may be a list where a table by name belongs", () => {
    expect(problemOf(checkWorkflow({ ...SMALL, states: [] }, "f")).reason).toBe("expected an object, found an array");
  });

  it("does not lose a state that is called __proto__: it is refused", () => {
    const text = JSON.stringify(SMALL).replaceAll('"closed"', '"__proto__"');
    expect(problemOf(parseWorkflow(text, "f"))).toMatchObject({
      place: "/states/__proto__",
      reason: `"__proto__" can't be a name`,
    });
  });

  it("finds __proto__ in any depth", () => {
    const text = JSON.stringify({ ...SMALL, skills: { a: { x: 1 } } }).replace('"x"', '"__proto__"');
    expect(problemOf(parseWorkflow(text, "f")).place).toBe("/skills/a/__proto__");
  });

  it("may be so deep that recursion would overflow", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    expect(problemOf(checkWorkflow(deep, "f")).reason).toBe("it is nested more than 64 levels deep");
  });

  it("puts its problem into one line that a terminal can be trusted with", () => {
    const { message } = problemOf(readWorkflow(join(folder, "a\n\u001b[31mb.json")));
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(problemOf(checkWorkflow({ ...SMALL, "\u001b[2J\n": 1 }, "f")).message).not.toMatch(/\p{Cc}/u);
  });
});

describe("a workflow that is wrong in meaning", () => {
  it("is refused with the linter's place and suggestion", () => {
    const edges = [{ from: "open", to: "closd" }];
    expect(problemOf(checkWorkflow({ ...SMALL, edges }, "f"))).toMatchObject({
      place: "/edges/0/to",
      reason: '"closd" is not a declared state',
      suggestion: 'Did you mean "closed"?',
      message: 'f at /edges/0/to: "closd" is not a declared state. Did you mean "closed"?',
    });
  });

  it("comes with everything that the linter found", () => {
    const value = { ...SMALL, start: "opn", pipeline: ["open", "open"] };
    expect(problemOf(checkWorkflow(value, "f")).findings).toMatchObject([
      { code: "undeclared_state", severity: "error" },
      { code: "duplicate_pipeline_state", severity: "warning" },
    ]);
  });
});

describe("any value at all", () => {
  it("is answered, and never with an exception", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void checkWorkflow(value, "f")));
    fc.assert(
      fc.property(
        fc.object({ withNullPrototype: true, withBigInt: true, withDate: true }),
        (value) => void checkWorkflow(value, "f"),
      ),
    );
  });

  it("is answered where it once was a workflow", () => {
    const places = fc.constantFrom(...Object.keys(shipped("ticket").workflow));
    fc.assert(
      fc.property(places, fc.jsonValue(), (key, value) => {
        const loaded = checkWorkflow({ ...shipped("ticket").workflow, [key]: value }, "f");
        if (!loaded.ok) expect(loaded.problem.reason).not.toBe("");
      }),
      { numRuns: 500 },
    );
  });
});

const SMALL = {
  name: "small",
  version: 1,
  title: "Small",
  mode: "enforce",
  start: "open",
  states: { open: {}, closed: { terminal: true } },
  edges: [{ from: "open", to: "closed" }],
};

function write(text: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "workflow.json");
  writeFileSync(path, text);
  return path;
}

function without(key: keyof typeof SMALL): unknown {
  return Object.fromEntries(Object.entries(SMALL).filter(([each]) => each !== key));
}

function problemOf(loaded: Loaded): WorkflowProblem {
  if (loaded.ok) throw new Error("it was loaded");
  return loaded.problem;
}

function hashOf(loaded: Loaded): string {
  if (!loaded.ok) throw new Error(loaded.problem.message);
  return loaded.hash;
}

/** Nothing is closed to root, so that root has to be somebody else for a moment. */
function asNobody<T>(step: () => T): T {
  if (process.getuid?.() !== 0) return step();
  chmodSync(folder, 0o755);
  process.seteuid?.(65_534);
  try {
    return step();
  } finally {
    process.seteuid?.(0);
  }
}
