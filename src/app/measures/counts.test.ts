import { expect, it } from "vitest";
import { Counts } from "./counts.ts";

it("lists the most frequent first, and equals in the order of their names", () => {
  const counts = new Counts<{ from: string | null; to: string }>();
  for (const to of ["c", "a", "b", "c", "a", "c"]) counts.add({ from: null, to });
  counts.add({ from: "null", to: "a" });
  expect(counts.list()).toEqual([
    { from: null, to: "c", count: 3 },
    { from: null, to: "a", count: 2 },
    { from: "null", to: "a", count: 1 },
    { from: null, to: "b", count: 1 },
  ]);
});
