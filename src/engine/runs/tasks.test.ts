import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import { mergeTasks as mergeTasksUntold } from "./batches.ts";
import { decideTaskStatus as decideTaskStatusUntold, TASK_STATUSES, type Task, type TaskStatus } from "./tasks.ts";

const mergeTasks = telling(mergeTasksUntold);
const decideTaskStatus = telling(decideTaskStatusUntold);

// Rows are where a task is, columns where it is sent: + a change, = nothing to do, . refused as final.
const TABLE: Readonly<Record<TaskStatus, string>> = {
  //           pending, in_progress, completed, failed, dropped
  pending: "     =          +            +        +        +   ",
  in_progress: " +          =            +        +        +   ",
  completed: "   .          .            =        .        .   ",
  failed: "      +          +            +        =        +   ",
  dropped: "     .          .            .        .        =   ",
};

describe("decideTaskStatus", () => {
  for (const from of TASK_STATUSES) {
    const row = TABLE[from].trim().split(/\s+/);
    for (const [column, to] of TASK_STATUSES.entries()) {
      const wanted = row[column];
      it(`takes a task from ${from} to ${to}: ${wanted}`, () => {
        const tasks = [task("dep", [], "completed"), task("a", ["dep"], from)];
        const decided = decideTaskStatus(tasks, "a", to, "why not");
        if (wanted === ".") expect(decided).toMatchObject({ kind: "refusal", code: "task_final", facts: { from, to } });
        else expect(decided).toMatchObject({ kind: "task", task: tasks[1], from, to, changed: wanted === "+" });
      });
    }
  }

  it.each(["in_progress", "completed", "failed"])("lets no pending task become %s before its dependencies", (to) => {
    for (const status of ["pending", "in_progress", "failed", "dropped"] as const) {
      const tasks = [task("ok", [], "completed"), task("dep", [], status), task("a", ["ok", "dep"])];
      expect(decideTaskStatus(tasks, "a", to)).toMatchObject({
        code: "dependencies_open",
        facts: { task: "a", waitsFor: [{ id: "dep", status }] },
      });
    }
  });

  it("lets a task be dropped or put back whatever its dependencies", () => {
    const tasks = [task("dep"), task("a", ["dep"]), task("b", ["dep"], "in_progress")];
    expect(decideTaskStatus(tasks, "a", "dropped", "not needed")).toMatchObject({ changed: true });
    expect(decideTaskStatus(tasks, "b", "pending")).toMatchObject({ changed: true });
  });

  it("says how to start a task, and following it succeeds", () => {
    const tasks = [task("dep"), task("a", ["dep"])];
    const refusal = decideTaskStatus(tasks, "a", "in_progress") as Refusal;
    expect(refusal.recovery).toContain(`Complete "dep" first`);
    const followed = [task("dep", [], "completed"), task("a", ["dep"])];
    expect(decideTaskStatus(followed, "a", "in_progress")).toMatchObject({ kind: "task" });
  });

  it("says how to go on after a dropped dependency, and following it succeeds", () => {
    const tasks = [task("gone", [], "dropped"), task("ok", [], "completed"), task("a", ["gone", "ok"])];
    const refusal = decideTaskStatus(tasks, "a", "in_progress") as Refusal;
    expect(refusal.recovery).toContain(`drop it with update_task_status with task "a" and status "dropped"`);
    expect(refusal.recovery).toContain(`update_run, tasks [{ id: "a", dependsOn: ["ok"] }]`);
    expect(decideTaskStatus(tasks, "a", "dropped", "as is what it needs")).toMatchObject({ kind: "task" });
    const merged = mergeTasks(tasks, [{ id: "a", dependsOn: ["ok"] }]);
    if (merged.kind === "refusal") throw new Error(merged.error);
    expect(decideTaskStatus(merged.tasks, "a", "in_progress")).toMatchObject({ kind: "task" });
  });

  it("names both ways on where one dependency is dropped and another is open", () => {
    const tasks = [task("gone", [], "dropped"), task("open"), task("a", ["gone", "open"])];
    const refusal = decideTaskStatus(tasks, "a", "completed") as Refusal;
    expect(refusal.recovery).toContain(`dependsOn: ["open"]`);
    expect(refusal.recovery).toContain(`Complete "open" first`);
  });

  it.each([undefined, "", "  \n"])("drops nothing for the reason %j", (reason) => {
    expect(decideTaskStatus([task("a")], "a", "dropped", reason)).toMatchObject({ code: "missing_reason" });
    expect(decideTaskStatus([task("a")], "a", "dropped", "a reason")).toMatchObject({ reason: "a reason" });
  });

  it("warns whom a dropped task leaves behind", () => {
    const tasks = [task("a"), task("b", ["a"]), task("c", ["a"], "dropped"), task("d", ["b"])];
    expect(decideTaskStatus(tasks, "a", "dropped", "no")).toMatchObject({
      warnings: [expect.stringMatching(/^"b" can't start without "a"/)],
    });
    expect(decideTaskStatus(tasks, "d", "dropped", "no")).toMatchObject({ warnings: [] });
    expect(decideTaskStatus(tasks, "a", "failed")).toMatchObject({ warnings: [] });
  });

  it("refuses an unknown task with the nearest one", () => {
    expect(decideTaskStatus([task("parser"), task("lexer")], "parsr", "completed")).toMatchObject({
      code: "unknown_task",
      facts: { nearest: "parser" },
      error: expect.stringContaining(`Unknown task "parsr". Did you mean "parser"?\n`),
      recovery: expect.stringContaining(`"parser" or "lexer"`),
    });
    const strange = decideTaskStatus([task("parser")], "zebra", "completed") as Refusal;
    expect(strange.error).toContain(`Unknown task "zebra".\n`);
    expect(strange.facts).not.toHaveProperty("nearest");
    expect(decideTaskStatus([], "a", "completed")).toMatchObject({ recovery: expect.stringContaining("update_run") });
  });

  it("refuses an unknown status with the known ones", () => {
    const refusal = decideTaskStatus([task("a")], "a", "complete") as Refusal;
    expect(refusal).toMatchObject({
      code: "unknown_status",
      error: expect.stringContaining(`Did you mean "completed"?`),
    });
    for (const status of TASK_STATUSES) expect(refusal.recovery).toContain(status);
  });
});

function task(id: string, dependsOn: readonly string[] = [], status: TaskStatus = "pending"): Task {
  return { id, item: null, dependsOn, files: [], status };
}
