import { expect, it } from "vitest";
import { nextCall, type Call } from "../../../src/demo/recovery.ts";

const at = { otherWork: "somewhere", ticket: 7 };
const call: Call = { tool: "handoff_ticket", args: { number: 7, command: "a", intent: "b", reason: "why" } };

function after(recovery: string, fields: object = {}): ReturnType<typeof nextCall> {
  return nextCall(call, { code: "x", error: "y", recovery, ...fields }, at);
}

it("takes the first retry that is named, and nothing of what was asked before", () => {
  expect(after('retry with command="ralph_plan", to_state="X" (to "X"), or command="c", intent="d".')).toEqual({
    tool: "handoff_ticket",
    args: { number: 7, command: "ralph_plan", to_state: "X", reason: "why" },
  });
});

it("asks whether the group has come together before it tries again", () => {
  expect(after("help #3 along first (check_convergence says when it is met)", { guards: [{ target: "X" }] })).toEqual({
    tool: "check_convergence",
    args: { number: 7, targetState: "X" },
  });
});

it("runs in its shell what it is told to, and tries the same call again", () => {
  expect(
    after(
      "run `signalbox check 7 tests` in a shell (runs `npm test` at 3f2c1ab in a clean clone), then retry the same call. If you can't go on: x.",
    ),
  ).toEqual({ ...call, before: ["check", "7", "tests"] });
});

it("takes up other work where it is told to", () => {
  expect(after("leave #7 to ada and take up other work with pick_actionable_issue")).toEqual({
    tool: "pick_actionable_issue",
    args: { workflowState: "somewhere" },
  });
});

it("knows when nothing has to be done, and when it was told nothing", () => {
  expect(after("nothing needs to be done. To work on #7, lock it.")).toBe("nothing");
  expect(after("good luck")).toBeNull();
});
