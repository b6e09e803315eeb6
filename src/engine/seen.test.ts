import { expect, it } from "vitest";
import { refuseChanged } from "./seen.ts";

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
