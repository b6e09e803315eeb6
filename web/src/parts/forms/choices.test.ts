import { describe, expect, it } from "vitest";
import { lettersFor } from "./choices.ts";

describe("letters of choices", () => {
  it("are the first of each label that is free, and never one that means something else", () => {
    expect(lettersFor(["Approve", "Ask", "Send back", "Go on", "Judge"])).toEqual(["a", "s", "n", undefined, "d"]);
  });

  it("are none where nothing is left", () => {
    expect(lettersFor(["A", "A"])).toEqual(["a", undefined]);
  });
});
