import { expect, it } from "vitest";
import { snoozedUntil, snoozeTimes } from "./snooze.ts";

const THURSDAY = new Date(2026, 10, 12, 15, 30).getTime();
const SUNDAY = new Date(2026, 10, 15, 15, 30).getTime();

it("puts a ticket off until its time has come or it has moved", () => {
  const all = { "7": { until: 1000, standing: "In Review" } };
  expect(snoozedUntil(all, "7", "In Review", 999)).toBe(1000);
  expect(snoozedUntil(all, "7", "In Review", 1000)).toBeNull();
  expect(snoozedUntil(all, "7", "In Progress", 0)).toBeNull();
  expect(snoozedUntil(all, "8", "In Review", 0)).toBeNull();
});

it("offers times by the reader's day, and no morning twice", () => {
  expect(snoozeTimes(THURSDAY).map(({ label, until }) => [label, new Date(until).getDay()])).toEqual([
    ["For an hour", 4],
    ["For 4 hours", 4],
    ["Until tomorrow", 5],
    ["Until Monday", 1],
  ]);
  expect(snoozeTimes(SUNDAY).map(({ label }) => label)).toEqual(["For an hour", "For 4 hours", "Until tomorrow"]);
});
