import { describe, expect, it } from "vitest";
import { shippedRuns } from "../../../test/support/workflows.ts";
import { isRefusal } from "../refusal.ts";
import { checkRunUpdate } from "./update-run.ts";
import { refuseLateDrop } from "./worker.ts";

const { machine } = shippedRuns();

function retyped(state: string, from: string, to: string, currentItem: number | null = 1): string | null {
  const item = { number: 1, title: "Cart", type: from, documented: false };
  const run = { state, currentItem, currentBatch: null, items: [item], tasks: [] };
  const answer = checkRunUpdate(machine, run, { items: [{ number: 1, type: to }] });
  return isRefusal(answer) ? answer.code : null;
}

describe("the type of an item", () => {
  it("is fixed once its way was chosen by it", () => {
    expect(retyped("rough-draft-interface", "code", "task")).toBe("too_late");
    expect(retyped("task-planning", "task", "code")).toBe("too_late");
    expect(retyped("systematic-debugging", "bugfix", "code")).toBe("too_late");
  });

  it("can change while a router ahead asks for it, to one that the router knows", () => {
    expect(retyped("brainstorm-clarifying", "code", "task")).toBeNull();
    expect(retyped("brainstorm-clarifying", "task", "code")).toBeNull();
    expect(retyped("brainstorm-clarifying", "code", "bugfix")).toBe("too_late");
  });

  it("can change before the item is worked on, and stay the same at any time", () => {
    expect(retyped("gather-goals", "code", "bugfix", null)).toBeNull();
    expect(retyped("rough-draft-interface", "code", "bugfix", 2)).toBeNull();
    expect(retyped("rough-draft-interface", "code", "code")).toBeNull();
  });
});

describe("a task", () => {
  it.each(["gather-goals", "build-task-graph", "ready-to-implement", "execute-batch", "clear-post-batch"])(
    "can be dropped while the run comes to its tasks: at %s",
    (state) => {
      expect(refuseLateDrop(machine, state, "a")).toBeNull();
    },
  );

  it.each(["workflow-complete", "cleanup", "done"])("can't be dropped past that: at %s", (state) => {
    expect(refuseLateDrop(machine, state, "a")).toMatchObject({ code: "too_late", facts: { task: "a", state } });
  });
});
