import fc from "fast-check";
import { expect, it } from "vitest";
import { countDays, DAY_MS, dayOf, windowBefore, windowOf } from "./days.ts";

const noon = Date.UTC(2026, 10, 15, 12);

it("begins a window at midnight, today being the last of its days", () => {
  expect(windowOf(noon, 1)).toEqual({ from: Date.UTC(2026, 10, 15), to: noon });
  expect(windowOf(noon, 14)).toEqual({ from: Date.UTC(2026, 10, 2), to: noon });
});

it("compares with as much time as has passed, right before", () => {
  expect(windowBefore(windowOf(noon, 1))).toEqual({ from: Date.UTC(2026, 10, 14, 12), to: Date.UTC(2026, 10, 15) });
});

it("counts days on which nothing happened, over months and leap years", () => {
  const window = windowOf(Date.UTC(2028, 2, 1, 1), 3);
  expect(countDays(window, new Map([["2028-02-29", 4]]))).toEqual([
    { day: "2028-02-28", count: 0 },
    { day: "2028-02-29", count: 4 },
    { day: "2028-03-01", count: 0 },
  ]);
});

it("has as many days as were asked for, and every moment of the window on one of them", () => {
  const moment = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 1, max: 366 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (now, count, at) => {
        const window = windowOf(now, count);
        const days = countDays(window, new Map()).map(({ day }) => day);
        expect(days).toHaveLength(count);
        expect(days).toContain(dayOf(Math.floor(window.from + at * (window.to - window.from))));
        expect(days).not.toContain(dayOf(window.from - 1));
        expect(Number.isInteger(window.from / DAY_MS)).toBe(true);
      },
    ),
  );
});
