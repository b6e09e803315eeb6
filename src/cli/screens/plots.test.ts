import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { band, bars, meter, showSpan, squeezed } from "./plots.ts";

const MINUTE = 60_000;

describe("plots", () => {
  it("draws the most as a full bar, a little as a little one, and nothing as a dot", () => {
    expect(bars([0, 1, 4, 8])).toBe("·▁▄█");
    expect(bars([0, 0])).toBe("··");
    expect(bars([1, 1000])).toBe("▁█");
  });

  it("adds up neighbours where there is no room for all", () => {
    expect(squeezed([1, 2, 3, 4, 5], 2)).toEqual([6, 9]);
    expect(squeezed([1, 2], 80)).toEqual([1, 2]);
    fc.assert(
      fc.property(fc.array(fc.nat(1000)), fc.integer({ min: 1, max: 400 }), (values, room) => {
        const shown = squeezed(values, room);
        expect(shown.length).toBeLessThanOrEqual(room);
        expect(shown.reduce((a, b) => a + b, 0)).toBe(values.reduce((a, b) => a + b, 0));
      }),
    );
  });

  it("is as wide as it was told, whatever it shows", () => {
    const ms = fc.nat({ max: 10 ** 11 });
    fc.assert(
      fc.property(ms, ms, fc.integer({ min: 1, max: 200 }), (one, other, width) => {
        expect(band(Math.min(one, other), Math.max(one, other), width)).toHaveLength(width);
        expect(meter(one / 10 ** 11, width)).toHaveLength(width);
      }),
    );
    expect(band(MINUTE, 30 * 24 * 60 * MINUTE, 10)).toBe("▬".repeat(10));
    expect(band(0, 0, 4)).toBe("▬···");
  });

  it.each([
    [null, "–"],
    [0, "0s"],
    [-5, "0s"],
    [59_999, "59s"],
    [45_000, "45s"],
    [12.5 * MINUTE, "12m"],
    [250 * MINUTE, "4h 10m"],
    [120 * MINUTE, "2h"],
    [51 * 60 * MINUTE, "2d 3h"],
  ])("shows %s ms as %s", (ms, words) => {
    expect(showSpan(ms)).toBe(words);
  });
});
