import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAST_SAMPLES, quantile, spreadOf } from "./spread.ts";

const durations = fc.array(fc.nat({ max: 10 ** 12 }), { minLength: 1, maxLength: 200 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

function sorted(values: readonly number[]): Float64Array {
  return Float64Array.from(values).toSorted();
}

describe("a quantile", () => {
  it.each([
    [[7], 0.5, 7],
    [[1, 2], 0.5, 2],
    [[10, 20], 0.85, 19],
    [[0, 10, 20, 30, 40], 0.5, 20],
    [[0, 10, 20, 30, 40], 0.85, 34],
    [[0, 10, 20, 30, 40], 0.9, 36],
    [[100, 200, 300, 400], 0.5, 250],
  ])("of %j at %d is %d", (values, at, wanted) => {
    expect(quantile(sorted(values), at)).toBe(wanted);
  });

  it("is nothing of nothing", () => {
    expect(spreadOf([])).toEqual({ count: 0, medianMs: null, p85Ms: null, p90Ms: null });
  });

  it("is said of the longest only where there are enough of them", () => {
    const few = Array.from({ length: LEAST_SAMPLES - 1 }, (_, index) => index);
    expect(spreadOf(few)).toEqual({ count: LEAST_SAMPLES - 1, medianMs: 4, p85Ms: null, p90Ms: null });
    expect(spreadOf([...few, LEAST_SAMPLES - 1])).toEqual({ count: LEAST_SAMPLES, medianMs: 5, p85Ms: 8, p90Ms: 8 });
  });

  it("has its share of the values at or below it, and the rest at or above", () => {
    fc.assert(
      fc.property(durations, share, (values, at) => {
        const found = quantile(sorted(values), at) ?? Number.NaN;
        // Rounded to whole milliseconds, which may put it past a value by half of one.
        const below = values.filter((value) => value <= found + 0.5).length;
        const above = values.filter((value) => value >= found - 0.5).length;
        expect(below).toBeGreaterThanOrEqual(Math.floor((values.length - 1) * at) + 1);
        expect(above).toBeGreaterThanOrEqual(values.length - Math.ceil((values.length - 1) * at));
      }),
    );
  });

  it("grows with its share, from the least value to the greatest", () => {
    fc.assert(
      fc.property(durations, share, share, (values, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const all = sorted(values);
        const found = [0, low, high, 1].map((at) => quantile(all, at) ?? Number.NaN);
        expect(found).toEqual(found.toSorted((a, b) => a - b));
        expect([found[0], found[3]]).toEqual([Math.min(...values), Math.max(...values)]);
      }),
    );
  });

  it("does not depend on the order, and moves with the values", () => {
    fc.assert(
      fc.property(durations, fc.nat({ max: 10 ** 6 }), (values, shift) => {
        const spread = spreadOf(values);
        expect(spreadOf(values.toReversed())).toEqual(spread);
        const { medianMs, p85Ms, p90Ms } = spreadOf(values.map((value) => value + shift));
        expect([medianMs, p85Ms, p90Ms]).toEqual(
          [spread.medianMs, spread.p85Ms, spread.p90Ms].map((ms) =>
            ms === null ? null : expect.closeTo(ms + shift, -0.4),
          ),
        );
      }),
    );
  });
});
