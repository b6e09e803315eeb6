import { describe, expect, it } from "vitest";
import { showCountdown, showDuration } from "./time.ts";

const MINUTE = 60_000;

describe("durations", () => {
  it.each([
    [-5, "0s"],
    [42_000, "42s"],
    [9 * MINUTE, "9m"],
    [59 * MINUTE + 59_000, "59m"],
    [72 * MINUTE, "1h 12m"],
    [120 * MINUTE, "2h"],
    [27 * 60 * MINUTE, "1d 3h"],
    [48 * 60 * MINUTE + 5 * MINUTE, "2d"],
  ])("of %d ms are said as %s", (ms, words) => {
    expect(showDuration(ms)).toBe(words);
  });

  it("count down to the second, and never below nothing", () => {
    expect([showCountdown(157_000), showCountdown(5_001), showCountdown(-1)]).toEqual(["2:37", "0:06", "0:00"]);
  });
});
