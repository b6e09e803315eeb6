import { expect, it } from "vitest";
import { namesOf } from "./names.ts";

it("says once what three stations have in common, and leaves other names whole", () => {
  const names = namesOf(["rough-draft-a", "rough-draft-b", "build-it", "rough-draft-c", "rough-cut"]);
  expect(["rough-draft-a", "rough-draft-c", "build-it"].map((state) => names.short(state))).toEqual([
    "a",
    "c",
    "build-it",
  ]);
  expect(names.caption("rough-draft-a")).toBe("rough draft");
  expect(names.caption("rough-draft-b")).toBeNull();
  expect(names.caption("build-it")).toBeNull();
});
