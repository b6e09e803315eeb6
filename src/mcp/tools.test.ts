import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { EXAMPLES } from "../../scripts/tools-page.ts";
import { isRefusal } from "../engine/refusal.ts";
import { tell } from "../engine/surfaces/tell.ts";
import { shipped } from "../workflows/shipped.ts";
import { checkArguments } from "./arguments.ts";
import { instructionsFor } from "./instructions.ts";
import { TOOLS } from "./all-tools.ts";
import { makeRegistry } from "./registry.ts";
import { makeServerFactory } from "./server.ts";
import type { Toolset } from "./tool.ts";

const SNAPS = join(import.meta.dirname, "__toolsnaps__");
const ALL: ReadonlySet<Toolset> = new Set<Toolset>(["tickets", "decisions", "sessions", "runs"]);
const ACCEPT =
  "What clients see of this tool has changed. Where that is meant: npx vitest run src/mcp/tools.test.ts --update";

interface Listed {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly annotations?: object;
  readonly inputSchema: { readonly additionalProperties?: unknown; readonly required?: readonly string[] };
  readonly outputSchema?: object;
}

/** As a server lists them that was told nothing. */
function listTools(prefix = ""): readonly Listed[] {
  const unused = (): never => {
    throw new Error("a list needs no store and no caller");
  };
  const listed: Listed[] = [];
  const factory = makeServerFactory({
    version: "0.0.0",
    machine: shipped("ticket"),
    sessions: shipped("session"),
    registry: makeRegistry({ prefix, toolsets: [...ALL] }),
    skills: [],
    openApp: unused,
    callerOf: unused,
    log: unused,
    extend: (_, own) => listed.push(...(own.listTools().tools as Listed[])),
  });
  void factory({ era: "modern" });
  return listed;
}

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe("each tool as clients see it", () => {
  const listed = listTools();

  it.each(listed)("$name is what was agreed on", async (tool) => {
    await expect(`${JSON.stringify(tool, null, 2)}\n`, ACCEPT).toMatchFileSnapshot(join(SNAPS, `${tool.name}.json`));
  });

  it("has a snapshot, and no snapshot has lost its tool", () => {
    expect(readdirSync(SNAPS).toSorted()).toEqual(listed.map(({ name }) => `${name}.json`).toSorted());
  });

  it("has a title, a description and hints, and takes no arguments but its own", () => {
    for (const tool of listed) {
      expect(tool.title).toBeTruthy();
      expect(tool.description).toBeTruthy();
      expect(tool.annotations).toMatchObject({ openWorldHint: false });
      // Without a hint that it only reads, a tool writes; then it says that it destroys nothing.
      expect(Object.keys(tool.annotations ?? {})).toContainEqual(
        expect.stringMatching(/^(readOnlyHint|destructiveHint)$/),
      );
      expect(tool.inputSchema.additionalProperties).toBe(false);
      expect(tool.outputSchema).toMatchObject({ type: "object" });
    }
  });

  it("has an example in the documents that fits it", () => {
    expect(Object.keys(EXAMPLES)).toEqual(TOOLS.map(({ name }) => name));
    for (const tool of TOOLS) {
      const checked = checkArguments(tool, EXAMPLES[tool.name]);
      expect(isRefusal(checked) ? tell(checked, "mcp").error : "fits").toBe("fits");
    }
  });
});

describe("what every client pays for", () => {
  it("is at most 28 kB of tools, 14 kB without output schemas, and 2 KB of instructions", () => {
    const listed = listTools();
    const sizes = {
      tools: bytes({ tools: listed }),
      withoutOutputs: bytes({ tools: listed.map(({ outputSchema: _, ...rest }) => rest) }),
      instructions: Buffer.byteLength(instructionsFor(shipped("ticket"), (name) => name, ALL)),
    };
    process.stdout.write(`bytes: ${JSON.stringify(sizes)}\n`);
    expect(sizes.tools).toBeLessThanOrEqual(28_000);
    expect(sizes.withoutOutputs).toBeLessThanOrEqual(14_000);
    expect(sizes.instructions).toBeLessThan(2048);
    expect(Buffer.byteLength(instructionsFor(shipped("ticket"), (name) => `ralph_hero__${name}`, ALL))).toBeLessThan(
      2048,
    );
  });
});

describe("the instructions", () => {
  const words = (...toolsets: Toolset[]): string =>
    instructionsFor(shipped("ticket"), (name) => `box_${name}`, new Set(toolsets));

  it("say once what the arguments mean that stand on many tools without a word", () => {
    for (const name of ["number", "request_id", "agent", "project and session"]) {
      expect(words(...ALL)).toContain(name);
    }
  });

  it("name no tool that is not listed", () => {
    expect(words(...ALL)).toContain("box_complete_skill");
    expect(words("tickets", "decisions", "sessions")).not.toMatch(/box_complete_skill|box_get_run/);
    expect(words("tickets", "decisions", "runs")).not.toMatch(/_session/);
  });
});

describe("a tool's name", () => {
  it("is listed with the prefix, and found with it, with the older one, and bare as refusals say it", () => {
    expect(listTools("box_").map(({ name }) => name)).toContain("box_handoff_ticket");
    const { find, bareName } = makeRegistry({ prefix: "box_", toolsets: ["tickets"] });
    for (const name of ["box_get_ticket", "ralph_hero__get_ticket", "get_ticket"]) {
      expect(find(name)?.name).toBe("get_ticket");
    }
    expect(find("pick_actionable_issue")).toBeUndefined();
    expect(find("toString")).toBeUndefined();
    for (const name of ["box_get_issue", "ralph_hero__get_issue", "get_issue"])
      expect(bareName(name)).toBe("get_issue");
  });
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

describe("arguments", () => {
  const handoff = TOOLS.find(({ name }) => name === "handoff_ticket");
  if (!handoff) throw new Error("there is no handoff_ticket");

  it.each([
    [{ number: "1", command: "plan", reason: "x" }, "number: Invalid input: expected number, received string"],
    [{ command: "plan", reason: "x" }, "number is missing"],
    [{ number: 0, command: "plan", reason: "x" }, "number: Too small: expected number to be >0"],
    [["x"], "Invalid input: expected object, received array"],
    ["x", "Invalid input: expected object, received string"],
    [null, "number is missing; command is missing; reason is missing"],
    [{ number: 1, command: null, reason: "x" }, "command: Invalid input: expected string, received null"],
    [
      { number: 1, command: "plan", reason: "x", reqest_id: "1" },
      '"reqest_id" is no argument of it, did you mean request_id?',
    ],
    [
      { number: 1, command: "x".repeat(2000), reason: "x" },
      "command is too long: 2000 characters, and 1000 are taken.",
    ],
    [{ number: 1, ["y".repeat(2000)]: 1 }, "a name of 2000 characters is no argument of it"],
    [{ number: 1, ["y".repeat(2000)]: "x".repeat(2000) }, "is too long: 2000 characters"],
    [{ number: nested(100_000) }, "number is nested more than 64 levels deep"],
  ])("are refused in words: %#", (given, says) => {
    const checked = checkArguments(handoff, given);
    const { error = "taken" } = isRefusal(checked) ? tell(checked, "mcp") : {};
    expect(error).toContain(says);
    expect(error).not.toMatch(/x{90}|y{90}/);
    if (isRefusal(checked)) expect(JSON.stringify(checked.facts).length).toBeLessThan(2_000);
  });
});
