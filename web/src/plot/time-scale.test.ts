import { expect, it } from "vitest";
import { durationScale } from "./time-scale.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

it("keeps its ticks apart", () => {
  const { ticks, place } = durationScale([MINUTE, 90 * DAY], [0, 300], 40);
  const places = ticks.map((tick) => place(tick.ms));
  expect(places.slice(1).every((at, index) => at - (places[index] ?? 0) >= 40)).toBe(true);
  expect(ticks.length).toBeGreaterThan(3);
});

it("holds every value, and has an axis where there is none", () => {
  const { place } = durationScale([2 * MINUTE, 3 * DAY], [0, 100], 20);
  for (const ms of [0, 1, 2 * MINUTE, 3 * DAY]) expect(place(ms)).toBeGreaterThanOrEqual(0);
  expect(place(3 * DAY)).toBeLessThan(100);
  expect(durationScale([], [0, 100], 20).ticks.length).toBeGreaterThan(0);
});
