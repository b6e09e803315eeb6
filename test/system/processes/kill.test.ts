import { describe, expect, it } from "vitest";
import { killAgainAndAgain } from "./kill.ts";

describe("a writer that is killed again and again", () => {
  it.each([
    ["sqlite", 10],
    ["postgres", 3],
  ] as const)("leaves everything that was acknowledged, and nothing by half, on %s", async (engine, rounds) => {
    const report = await killAgainAndAgain(engine, rounds);
    expect(report.breaches).toEqual([]);
    expect(report.acknowledged).toBeGreaterThan(0);
  });
});
