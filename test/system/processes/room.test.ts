import { describe, expect, it } from "vitest";
import { ENGINES } from "../../support/processes/place.ts";
import { raceForRoom } from "./room.ts";

describe.each(ENGINES)("8 processes that hand work in at once, where there is room for 5, on %s", (engine) => {
  it("fill it in each round, and never more than that", async () => {
    const report = await raceForRoom({ engine, processes: 8, rounds: 8 });
    expect(report.breaches).toEqual([]);
    expect(report.collisions).toBeGreaterThan(0);
  });
});
