import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import {
  batchesOf,
  checkTaskGraph as checkTaskGraphUntold,
  firstUnfinished,
  mergeTasks as mergeTasksUntold,
  type TaskUpdate,
} from "./batches.ts";
import { TASK_STATUSES, type Task } from "./tasks.ts";

const checkTaskGraph = telling(checkTaskGraphUntold);
const mergeTasks = telling(mergeTasksUntold);

describe("checkTaskGraph", () => {
  it("puts every task behind the batches of its dependencies, in the order given", () => {
    const tasks = [
      task("ship", ["build", "docs"]),
      task("build", ["types"]),
      task("types"),
      task("docs"),
      task("lint", ["types"]),
    ];
    expect(shape(tasks)).toEqual([["types", "docs"], ["build", "lint"], ["ship"]]);
  });

  it("takes a dependency that is named twice for one", () => {
    expect(shape([task("a"), task("b", ["a", "a"])])).toEqual([["a"], ["b"]]);
  });

  it("gives no batches for no tasks", () => {
    expect(checkTaskGraph([])).toEqual({ kind: "graph", tasks: [], batches: [], warnings: [] });
  });

  it("gives a batch with its index, its tasks and what they depend on", () => {
    expect(batchesOf([task("a"), task("b", ["a"])])).toEqual([
      { id: "0", tasks: [{ id: "a", status: "pending", dependsOn: [] }], status: "pending" },
      { id: "1", tasks: [{ id: "b", status: "pending", dependsOn: ["a"] }], status: "pending" },
    ]);
  });

  it.each([
    [["pending", "pending"], "pending"],
    [["pending", "dropped"], "pending"],
    [["pending", "in_progress"], "in_progress"],
    [["pending", "completed"], "in_progress"],
    [["pending", "failed"], "in_progress"],
    [["completed", "failed"], "in_progress"],
    [["completed", "completed"], "completed"],
    [["completed", "dropped"], "completed"],
    [["dropped", "dropped"], "completed"],
  ] as const)("calls a batch of %j %s", ([first, second], status) => {
    expect(batchesOf([task("a", [], { status: first }), task("b", [], { status: second })])[0]?.status).toBe(status);
  });

  it("refuses an id that stands for two tasks", () => {
    expect(checkTaskGraph([task("a"), task("b"), task("a")])).toMatchObject({
      code: "duplicate_task",
      facts: { task: "a" },
    });
  });

  it("refuses a blank id", () => {
    expect(checkTaskGraph([task(" ")])).toMatchObject({ code: "invalid_task" });
  });

  it("refuses a dependency that is no task and names the one that was probably meant", () => {
    const refusal = checkTaskGraph([task("parser"), task("lexer", ["pasrer"])]);
    expect(refusal).toMatchObject({
      code: "unknown_dependency",
      facts: { task: "lexer", dependency: "pasrer", nearest: "parser" },
    });
    expect(refusal).toHaveProperty("error", expect.stringContaining(`Did you mean "parser"?`));
  });

  it("suggests nothing where nothing is close, and never the task itself", () => {
    expect(checkTaskGraph([task("t1", ["t2"])])).not.toHaveProperty("facts.nearest");
  });

  it("refuses a task that depends on itself", () => {
    expect(checkTaskGraph([task("b"), task("a", ["b", "a"])])).toMatchObject({
      code: "self_dependency",
      recovery: expect.stringContaining(`["b"]`),
    });
  });

  it("refuses a circle with its path, without the tasks that only lead into it", () => {
    const refusal = checkTaskGraph([
      task("in", ["a"]),
      task("a", ["c"]),
      task("b", ["a"]),
      task("c", ["b"]),
      task("x"),
    ]);
    expect(refusal).toMatchObject({ code: "task_cycle", facts: { cycle: ["a", "c", "b", "a"] } });
    expect(refusal).toHaveProperty("error", expect.stringContaining("a → c → b → a"));
  });

  it("takes a chain of 100,000 tasks, given last to first", () => {
    const chain = Array.from({ length: 100_000 }, (_, i) => task(`t${i}`, i === 99_999 ? [] : [`t${i + 1}`]));
    const batches = batchesOf(chain);
    expect(batches).toHaveLength(100_000);
    expect(batches[0]?.tasks[0]?.id).toBe("t99999");
  });

  it("finds a circle of 100,000 tasks, and does not name them all in its text", () => {
    const circle = Array.from({ length: 100_000 }, (_, i) => task(`t${i}`, [`t${(i + 1) % 100_000}`]));
    const refusal = checkTaskGraph(circle);
    expect(refusal).toMatchObject({ code: "task_cycle" });
    expect((refusal as Refusal).error.length).toBeLessThan(1000);
    expect((refusal as Refusal).facts["cycle"]).toHaveLength(100_001);
  });

  it("warns of two tasks of one batch that name the same file", () => {
    const graph = checkTaskGraph([
      task("a", [], { files: ["src/x.ts", "src/y.ts"] }),
      task("b", [], { files: ["./src/x.ts"] }),
      task("c", ["a"], { files: ["src/x.ts"] }),
    ]);
    expect(graph).toMatchObject({ warnings: [expect.stringMatching(/"a" and "b" of batch 0.*"src\/x\.ts"/)] });
  });

  it("does not warn of a file that a task names twice, or that a dropped task names", () => {
    const graph = checkTaskGraph([
      task("a", [], { files: ["x", "x"] }),
      task("b", [], { files: ["x"], status: "dropped" }),
    ]);
    expect(graph).toMatchObject({ warnings: [] });
  });

  it("keeps every dependency in an earlier batch, and every task in exactly one", () => {
    fc.assert(
      fc.property(acyclicTasks(), (tasks) => {
        const batches = batchesOf(tasks);
        const batchOf = new Map(
          batches.flatMap((batch) => batch.tasks.map((one) => [one.id, Number(batch.id)] as const)),
        );
        expect(batches.flatMap((batch) => batch.tasks)).toHaveLength(tasks.length);
        expect(batchOf.size).toBe(tasks.length);
        for (const one of tasks) {
          const behind = one.dependsOn.map((dependency) => batchOf.get(dependency) ?? Infinity);
          // Exactly one behind the last of its dependencies: in no later batch than needed.
          expect(batchOf.get(one.id)).toBe(Math.max(-1, ...behind) + 1);
        }
        expect(batchesOf(tasks)).toEqual(batches);
      }),
    );
  });

  it("either makes batches or names a circle that is one", () => {
    fc.assert(
      fc.property(anyTasks(), (tasks) => {
        const graph = checkTaskGraph(tasks);
        if (graph.kind === "graph") return;
        expect(graph.code).toBe("task_cycle");
        const cycle = graph.facts["cycle"] as string[];
        expect(cycle.length).toBeGreaterThan(2);
        expect(cycle.at(-1)).toBe(cycle[0]);
        for (const [index, id] of cycle.slice(0, -1).entries()) {
          expect(tasks.find((one) => one.id === id)?.dependsOn).toContain(cycle[index + 1]);
        }
      }),
    );
  });

  it("comes to a legal graph by taking out the dependency that each refusal names", () => {
    fc.assert(
      fc.property(anyTasks(), (tasks) => {
        let current = tasks;
        for (let turn = 0; turn <= 1000; turn++) {
          const graph = checkTaskGraph(current);
          if (graph.kind === "graph") return;
          const named = /for example "([^"]+)" with dependsOn \[([^\]]*)\]/.exec(graph.recovery);
          const dependsOn = [...(named?.[2] ?? "").matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? "");
          current = current.map((one) => (one.id === named?.[1] ? { ...one, dependsOn } : one));
        }
        throw new Error("still a circle");
      }),
    );
  });
});

describe("batchesOf", () => {
  it("throws where an unchecked graph was stored", () => {
    expect(() => batchesOf([task("a", ["b"])])).toThrow("stored unchecked");
  });
});

describe("firstUnfinished", () => {
  it("is the first batch with work in it, or null", () => {
    const done = task("a", [], { status: "completed" });
    expect(firstUnfinished(batchesOf([done, task("b", ["a"])]))).toBe(1);
    expect(firstUnfinished(batchesOf([done]))).toBeNull();
  });
});

describe("mergeTasks", () => {
  it("adds tasks and keeps those that are there", () => {
    const graph = mergeTasks([task("a", [], { item: 1 })], [{ id: "b", dependsOn: ["a"] }], 2);
    expect(graph).toMatchObject({
      tasks: [
        { id: "a", item: 1 },
        { id: "b", item: 2, dependsOn: ["a"], files: [], status: "pending" },
      ],
    });
  });

  it("changes what is mentioned of a task, and nothing else", () => {
    const before = task("a", ["b"], { item: 1, files: ["x"], description: "old", tests: ["t"], parallel: true });
    const graph = mergeTasks([task("b"), before], [{ id: "a", description: "new" }], 9);
    expect(graph).toMatchObject({ tasks: [{ id: "b" }, { ...before, description: "new" }] });
  });

  it("takes every field that a caller may give", () => {
    const update: Required<TaskUpdate> = {
      id: "a",
      item: null,
      dependsOn: ["b", "b"],
      files: ["x", "x"],
      description: "d",
      tests: ["t"],
      parallel: false,
    };
    const graph = mergeTasks([task("b")], [update], 9);
    expect(graph).toHaveProperty("tasks.1", { ...update, dependsOn: ["b"], files: ["x"], status: "pending" });
  });

  it("does not let a status in by the side door", () => {
    const smuggled = { id: "a", status: "completed" } as TaskUpdate;
    expect(mergeTasks([task("a")], [smuggled])).toMatchObject({ tasks: [{ status: "pending" }] });
    expect(mergeTasks([], [smuggled])).toMatchObject({ tasks: [{ status: "pending" }] });
  });

  it.each(TASK_STATUSES.filter((status) => status !== "pending"))(
    "does not let a task that is %s change its dependencies",
    (status) => {
      const tasks = [task("a", [], { status: "completed" }), task("b", ["a"], { status }), task("c")];
      for (const dependsOn of [[], ["c"], ["a", "c"]]) {
        expect(mergeTasks(tasks, [{ id: "b", dependsOn }])).toMatchObject({ code: "task_started" });
      }
      expect(mergeTasks(tasks, [{ id: "b", dependsOn: ["a", "a"], files: ["new"] }])).toMatchObject({ kind: "graph" });
      expect(mergeTasks(tasks, [{ id: "b" }])).toMatchObject({ kind: "graph" });
    },
  );

  it("lets a pending task change its dependencies", () => {
    const graph = mergeTasks([task("a"), task("b", ["a"])], [{ id: "b", dependsOn: [] }]);
    expect(graph).toMatchObject({ batches: [{ tasks: [{ id: "a" }, { id: "b" }] }] });
  });

  it("refuses a task that stands in one call twice", () => {
    expect(mergeTasks([], [{ id: "a" }, { id: "a", files: ["x"] }])).toMatchObject({ code: "duplicate_task" });
  });

  it("judges the result as a whole: tasks of one call may name each other, in any order", () => {
    expect(mergeTasks([], [{ id: "b", dependsOn: ["a"] }, { id: "a" }])).toMatchObject({ kind: "graph" });
    expect(
      mergeTasks(
        [task("a")],
        [
          { id: "b", dependsOn: ["a"] },
          { id: "a", dependsOn: ["b"] },
        ],
      ),
    ).toMatchObject({
      code: "task_cycle",
    });
  });

  it("changes none of the tasks that it was given", () => {
    const before = Object.freeze([Object.freeze(task("a"))]);
    mergeTasks(before, [{ id: "a", files: ["x"] }]);
    expect(before).toEqual([task("a")]);
  });
});

function task(id: string, dependsOn: readonly string[] = [], more: Partial<Task> = {}): Task {
  return { id, item: null, dependsOn, files: [], status: "pending", ...more };
}

function shape(tasks: readonly Task[]): readonly (readonly string[])[] {
  return batchesOf(tasks).map((batch) => batch.tasks.map((one) => one.id));
}

/** Tasks that only depend on earlier ones, then shuffled. */
function acyclicTasks(): fc.Arbitrary<Task[]> {
  return fc
    .array(fc.array(fc.nat(1000), { maxLength: 4 }), { maxLength: 30 })
    .map((all) =>
      all.map((picks, i) => task(`t${i}`, i === 0 ? [] : [...new Set(picks.map((pick) => `t${pick % i}`))])),
    )
    .chain((tasks) => fc.shuffledSubarray(tasks, { minLength: tasks.length }));
}

/** Tasks that depend on any others. */
function anyTasks(): fc.Arbitrary<Task[]> {
  return fc.array(fc.array(fc.nat(1000), { maxLength: 2 }), { maxLength: 12 }).map((all) =>
    all.map((picks, i) => {
      const ids = new Set(picks.map((pick) => pick % all.length).filter((other) => other !== i));
      return task(
        `t${i}`,
        [...ids].map((other) => `t${other}`),
      );
    }),
  );
}
