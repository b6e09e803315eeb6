import { describe, expect, it } from "vitest";
import { nearest } from "./refusal.ts";

describe("the nearest word", () => {
  it("is found over a slip, and over case and marks", () => {
    expect(nearest("Ready for plan", ["Ready for Plan", "In Review"])).toBe("Ready for Plan");
    expect(nearest("in_reviw", ["Ready for Plan", "In Review"])).toBe("In Review");
  });

  it("is none where nothing is near", () => {
    expect(nearest("Deployed", ["Ready for Plan", "In Review"])).toBeUndefined();
  });

  it("is judged by the letters of any script", () => {
    expect(nearest("готов", ["готово", "отмена"])).toBe("готово");
    expect(nearest("計画", ["完了済", "取消済"])).toBeUndefined();
  });
});
