import { describe, expect, it } from "vitest";
import { isRefusal } from "../engine/refusal.ts";
import { tell } from "../engine/surfaces/tell.ts";
import { readGraph, readTasks, type WrittenTasks } from "./task-graph.ts";

async function read(text: string): Promise<WrittenTasks> {
  const graph = await readGraph(text);
  if (isRefusal(graph)) throw new Error(tell(graph, "mcp").error);
  return graph;
}

async function refusal(text: string): Promise<string> {
  const graph = await readGraph(text);
  if (!isRefusal(graph)) throw new Error("it was read");
  expect(graph.recovery).toContain("Nothing was stored.");
  return tell(graph, "mcp").error;
}

describe("a task graph in YAML", () => {
  it("is read with block lists, quoted ids, and an id that does not come first", async () => {
    const { tasks, warnings } = await read(`
# What the item needs
tasks:
  - files:
      - src/a.ts
      - "src/b c.ts"
    id: "first: one"
    tests: [a.test.ts]
    description: >
      Folded
      words
  - id: 'second'
    depends-on:
      - "first: one"
    parallel: true
`);
    expect(warnings).toEqual([]);
    expect(tasks).toEqual([
      { id: "first: one", files: ["src/a.ts", "src/b c.ts"], tests: ["a.test.ts"], description: "Folded words\n" },
      { id: "second", dependsOn: ["first: one"], parallel: true },
    ]);
  });

  it("takes a number that stands for an id as it is written", async () => {
    const { tasks } = await read(
      "tasks:\n - id: 1.10\n - id: 0x1F\n - id: 007\n   depends-on: [1.10, 0x1F]\n   item: 2\n",
    );
    expect(tasks).toEqual([{ id: "1.10" }, { id: "0x1F" }, { id: "007", dependsOn: ["1.10", "0x1F"], item: 2 }]);
  });

  it("follows anchors, aliases and merges", async () => {
    const { tasks } = await read(
      "tasks:\n - &base\n   id: a\n   files: &files [x.ts]\n - id: b\n   files: *files\n - <<: *base\n   id: c\n",
    );
    expect(tasks).toEqual([
      { id: "a", files: ["x.ts"] },
      { id: "b", files: ["x.ts"] },
      { id: "c", files: ["x.ts"] },
    ]);
  });

  it("is read from JSON too, and from the fence that it stood in", async () => {
    const asJson = JSON.stringify({ tasks: [{ id: "a", dependsOn: [], parallel: false }] }, null, "\t");
    expect((await read(asJson)).tasks).toEqual([{ id: "a", dependsOn: [], parallel: false }]);
    expect((await read("```yaml\ntasks:\n  - id: a\n```\n")).tasks).toEqual([{ id: "a" }]);
    expect(await refusal("```yaml\ntasks:\n  - id: [a\n```\n")).toMatch(/line [345], column/);
  });

  it("says nothing of a field that is left empty, and takes one word for a list of it", async () => {
    const { tasks } = await read("tasks:\n  - id: a\n    depends-on:\n    files: ~\n  - id: b\n    depends_on: a\n");
    expect(tasks).toEqual([{ id: "a" }, { id: "b", dependsOn: ["a"] }]);
  });

  it("tells what it did not take over", async () => {
    const { warnings } = await read("title: x\ntasks:\n  - id: a\n    status: completed\n    dependson: [b]\n");
    expect(warnings).toEqual([
      'Beside tasks, graph holds "title": not read.',
      'Of task "a", "status" and "dependson" (did you mean "dependsOn"?) was not taken over.',
    ]);
  });

  it.each([
    ["tasks:\n  - id: a\n   files: [x]\n", /line 3, column \d+: /],
    ["tasks:\n  - id: a\n    id: b\n", /line 3, column 5: Map keys must be unique/],
    ["tasks:\n  - id: *nobody\n", /nobody/],
    ["tasks:\n  - id: a\n---\ntasks: []\n", /multiple documents/],
    ["tasks:\n  - id: !!js/function a\n", /line 2, column 9: Unresolved tag: "tag:yaml.org,2002:js\/function"/],
    ["tasks: !exec\n  - id: a\n", /Unresolved tag: "!exec"/],
    ["tasks:\n  - id: *Recovery:\n", /"Recovery/],
    ["", /a mapping with a list under "tasks:"/],
    ["tasks: none", /a mapping with a list under "tasks:"/],
    ["- id: a", /a mapping with a list under "tasks:"/],
    ["tasks:\n  - files: [x]\n", /task 1 of the list has no id/],
    ["tasks:\n  - a\n", /task 1 of the list is no mapping/],
    ["tasks:\n  - id: a\n    depends-on: [[b]]\n", /dependsOn of task "a" is no list of ids/],
    ["tasks:\n  - id: a\n    parallel: maybe\n", /parallel of task "a" is no true or false/],
    ["tasks:\n  - id: a\n    item: first\n", /item of task "a" is no item's number/],
    ["tasks:\n  - id: a\n    depends-on: [b]\n    dependsOn: [c]\n", /says twice what its dependsOn is/],
  ])("%j is refused in words", async (text, says) => {
    expect(await refusal(text)).toMatch(says);
  });

  it("gives no answer a billion laughs long", async () => {
    const lines = ["l0: &l0 [ha, ha, ha, ha, ha, ha, ha, ha, ha]"];
    for (let i = 1; i < 10; i++)
      lines.push(
        `l${i}: &l${i} [${Array(9)
          .fill(`*l${i - 1}`)
          .join(", ")}]`,
      );
    expect(await refusal(`${lines.join("\n")}\ntasks:\n  - id: a\n    files: *l9\n`)).toContain(
      "Excessive alias count",
    );
  });

  it("refuses brackets without end, and a list that holds itself", async () => {
    expect(await refusal(`tasks: ${"[".repeat(100_000)}`)).toContain("can't be read");
    expect(await refusal("tasks:\n  - id: a\n    files: &f [x, *f]\n")).toContain("files of task");
  });

  it("reads what is long, and says how long is too long", async () => {
    const task = (index: number) => `  - id: t${index}\n    description: ${"x".repeat(200)}\n`;
    const text = (count: number) => `tasks:\n${Array.from({ length: count }, (_, index) => task(index)).join("")}`;
    expect((await read(text(1000))).tasks).toHaveLength(1000);
    const error = await refusal(text(4500));
    expect(error).toContain("262144 are taken");
    expect(error).toContain("in several calls");
  });
});

describe("tasks in JSON", () => {
  it("are read by the same rules", () => {
    expect(readTasks([{ id: 7, dependsOn: [1] }])).toEqual({ tasks: [{ id: "7", dependsOn: ["1"] }], warnings: [] });
    expect(readTasks([{ id: "a", constructor: 1 }])).toMatchObject({
      warnings: ['Of task "a", "constructor" was not taken over.'],
    });
    expect(readTasks([null])).toMatchObject({ code: "invalid_graph" });
  });
});
