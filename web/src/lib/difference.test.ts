import { expect, it } from "vitest";
import { differenceOf } from "./difference.ts";

it("names the lines that came and went, in their places", () => {
  const lines = differenceOf("One\n\nTwo\nThree\n", "One\nTwo, better\nThree\nFour");
  expect(lines.map(({ change, line }) => `${change} ${line}`)).toEqual([
    "same One",
    "removed Two",
    "added Two, better",
    "same Three",
    "added Four",
  ]);
});

it("has nothing but what is the same in equal texts, and gives up on endless ones", () => {
  expect(differenceOf("a\nb", "a\r\nb".replace("\r", "")).every(({ change }) => change === "same")).toBe(true);
  const long = Array.from({ length: 1100 }, (_, index) => `line ${index}`).join("\n");
  expect(differenceOf(long, long)).toHaveLength(2200);
});
