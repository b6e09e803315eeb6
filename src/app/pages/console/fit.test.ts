import fc from "fast-check";
import { expect, it } from "vitest";
import { fit, type Wanted } from "./fit.ts";

function section(count: number, more: Partial<Wanted> = {}): Wanted {
  return { heights: Array.from({ length: count }, () => 2), queue: true, aimed: null, ...more };
}

it("shows all where there is room", () => {
  expect(fit([section(2), section(0), section(1)], 12)).toEqual({
    skipped: 0,
    gaps: true,
    sections: [
      { from: 0, count: 2 },
      { from: 0, count: 0 },
      { from: 0, count: 1 },
    ],
  });
});

it("cuts a queue before what somebody works on or waits for", () => {
  const { sections } = fit([section(9), section(3, { queue: false })], 14);
  expect(sections).toEqual([
    { from: 0, count: 2 },
    { from: 0, count: 3 },
  ]);
});

it("keeps the ticket in sight that is aimed at, however long the queue is", () => {
  const { sections } = fit([section(5_000, { aimed: 4_321 }), section(2, { queue: false })], 20);
  const [queue] = sections;
  expect(queue && queue.from <= 4_321 && 4_321 < queue.from + queue.count).toBe(true);
});

it("gives up the gaps, then the sections above, where even headings have no room", () => {
  const many = Array.from({ length: 9 }, (_, at) => section(3, at === 7 ? { aimed: 1 } : {}));
  const fitted = fit(many, 10);
  expect(fitted.gaps).toBe(false);
  expect(fitted.skipped).toBeGreaterThan(0);
  expect(fitted.skipped).toBeLessThanOrEqual(7);
});

it("never needs more lines than there are, and never loses what is aimed at", () => {
  const sections = fc.array(fc.record({ count: fc.nat(40), queue: fc.boolean() }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(sections, fc.integer({ min: 12, max: 60 }), fc.nat(), (all, rows, pick) => {
      const at = pick % all.length;
      const wanted = all.map(({ count, queue }, index) =>
        section(count, { queue, aimed: index === at && count > 0 ? pick % count : null }),
      );
      const { sections: shown, gaps } = fit(wanted, rows);
      const lines = shown.reduce(
        (sum, { count }, index) => sum + 1 + 2 * count + (count < (wanted[index]?.heights.length ?? 0) ? 1 : 0),
        gaps ? shown.length - 1 : 0,
      );
      expect(lines).toBeLessThanOrEqual(rows);
      const aimed = wanted[at]?.aimed ?? null;
      const window = shown[at];
      if (aimed !== null && window) {
        expect(aimed).toBeGreaterThanOrEqual(window.from);
        expect(aimed).toBeLessThan(window.from + window.count);
      }
    }),
  );
});
