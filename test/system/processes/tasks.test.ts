import { describe, expect, it } from "vitest";
import { ENGINES } from "../../support/processes/place.ts";
import { completeTogether } from "./tasks.ts";

describe.each(ENGINES)("three agents who complete tasks of one batch at once on %s", (engine) => {
  it("lose no update in 100 rounds", async () => {
    const report = await completeTogether(engine, 3, 100);
    expect(report.breaches).toEqual([]);
    // They did get in each other's way: of three who decided by the same version, two had to look again.
    expect(report.collisions).toBeGreaterThanOrEqual(200);
  });
});
