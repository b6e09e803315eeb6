import { describe, expect, it } from "vitest";
import { linearTicks, logTicks, showFactor, showValue, spread } from "./ticks.ts";

describe("the marks of an axis", () => {
  it("are round values within what was measured", () => {
    expect(logTicks(3, 60)).toEqual([5, 10, 20, 50]);
    expect(linearTicks(830)).toEqual([0, 200, 400, 600, 800, 1_000]);
  });

  it("are powers of ten alone where others would crowd", () => {
    expect(logTicks(40, 700_000)).toEqual([100, 1_000, 10_000, 100_000]);
  });

  it("speak in the unit that a reader would choose", () => {
    expect(showValue("µs", 500)).toBe("500 µs");
    expect(showValue("µs", 2_000)).toBe("2 ms");
    expect(showValue("ms", 1_500)).toBe("1.5 s");
    expect(showValue("per second", 1_500)).toBe("1,500");
  });

  it("give a factor no more places than it is worth", () => {
    expect(showFactor(1.04)).toBe("1.0");
    expect(showFactor(364.3)).toBe("364");
  });
});

describe("labels beside lines", () => {
  it("stay where they belong while there is room", () => {
    expect(spread([10, 90, 50], 20)).toEqual([10, 90, 50]);
  });

  it("make room for each other, in their order and around where they belong", () => {
    expect(spread([52, 50, 48], 20)).toEqual([70, 50, 30]);
  });

  it("push nobody onto a third", () => {
    const places = spread([100, 101, 119, 300], 18).toSorted((one, other) => one - other);
    for (const [index, place] of places.slice(1).entries()) {
      expect(place - (places[index] ?? 0)).toBeGreaterThanOrEqual(18 - 1e-9);
    }
    expect(places.at(-1)).toBe(300);
  });
});
