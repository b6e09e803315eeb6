import { describe, expect, it } from "vitest";
import { newNumbers, numberText, numberValue } from "./new-numbers.ts";

const numbers = { first: 4_111_222_333_444_000, count: 2 };

describe("stand-ins for the numbers of new tickets", () => {
  it("are replaced wherever a text says them, as text and as numbers, each by its own", () => {
    const text = '{"key":"4111222333444000","number":4111222333444000,"parent":"4111222333444001"}';
    expect(numberText(text, numbers, 7)).toBe('{"key":"7","number":7,"parent":"8"}');
  });

  it("leave alone what only looks like one: digits in a digest or in a longer number, and those of no ticket", () => {
    const text = "a4111222333444000 4111222333444000b 14111222333444000 41112223334440001 4111222333444002";
    expect(numberText(text, numbers, 7)).toBe(text);
  });

  it("are replaced as values, which stay text or number", () => {
    const values = ["4111222333444001", 4_111_222_333_444_001, 4_111_222_333_444_002, "Title", null, undefined, ""];
    expect(values.map((value) => numberValue(value, numbers, 7))).toEqual([
      "8",
      8,
      values[2],
      "Title",
      null,
      undefined,
      "",
    ]);
  });

  it("are drawn anew for each plan, and are safe integers to the last", () => {
    const drawn = Array.from({ length: 100 }, () => newNumbers(1_000));
    expect(new Set(drawn.map(({ first }) => first)).size).toBe(100);
    for (const { first, count } of drawn) expect(Number.isSafeInteger(first + count - 1)).toBe(true);
    expect(() => newNumbers(1_001)).toThrow("too many for one plan");
  });
});
