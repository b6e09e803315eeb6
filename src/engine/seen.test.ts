import { describe, expect, it } from "vitest";
import { refuseChanged, refuseChangedFields } from "./seen.ts";

it("lets pass what is still as it was seen, and what relies on nothing", () => {
  expect(refuseChanged("the task", "failed", "failed")).toBeNull();
  expect(refuseChanged("the task", null, null)).toBeNull();
  expect(refuseChanged("the task", undefined, "failed")).toBeNull();
});

it.each([
  ["failed", "completed"],
  [null, "completed"],
  ["failed", null],
] as const)("refuses what was seen as %s and is %s by now", (seen, now) => {
  expect(refuseChanged("the task", seen, now)).toMatchObject({
    code: "state_changed",
    facts: { expected: seen, from: now },
  });
});

describe("fields of a ticket", () => {
  const now = { title: "A", body: "", priority: "P1", estimate: null, labels: ["a", "b"], parent: null };

  it("pass while they are as they were seen, labels in any order", () => {
    expect(refuseChangedFields("7", {}, now)).toBeNull();
    expect(refuseChangedFields("7", { ...now, labels: ["b", "a"] }, now)).toBeNull();
  });

  it.each([
    [{ title: "B" }, ["title"]],
    [{ labels: ["a"] }, ["labels"]],
    [{ priority: null, parent: "3" }, ["priority", "parent"]],
  ])("are refused by name where others have changed them", (seen, fields) => {
    expect(refuseChangedFields("7", seen, now)).toMatchObject({ code: "field_changed", facts: { number: 7, fields } });
  });
});
