import { describe, expect, it } from "vitest";
import { ENGINES } from "../../support/processes/place.ts";
import { race } from "./race.ts";

describe.each(ENGINES)("8 processes that lock the same ticket on %s", (engine) => {
  it("have one winner in each round, and the others are told who holds it", async () => {
    const report = await race({ engine, processes: 8, rounds: 25 });
    expect(report.breaches).toEqual([]);
    expect(report.collisions).toBeGreaterThan(0);
  });
});
