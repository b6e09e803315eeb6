import { describe, expect, it } from "vitest";
import { digitsFor, lettersFor } from "./choices.ts";

describe("letters of choices", () => {
  it("are the first of each label that is free, and never one that means something else", () => {
    expect(lettersFor(["Approve", "Ask", "Send back", "Go on", "Judge"])).toEqual(["a", "s", "n", undefined, "d"]);
  });

  it("are none where nothing is left", () => {
    expect(lettersFor(["A", "A"])).toEqual(["a", undefined]);
  });
});

it("digits of choices go from 1 to 9", () => {
  expect(digitsFor(Array.from({ length: 10 }))).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", undefined]);
});
