// Small enough for every test run; `npm run renaming` does the same with 10,000 tickets and 8 agents.

import { describe, expect, it } from "vitest";
import { ENGINES } from "../../support/processes/place.ts";
import { renaming } from "./renaming.ts";

describe.each(ENGINES)("a board at work on %s", (engine) => {
  it("goes over to states with other names and back: no agent is stuck, no move is lost", async () => {
    const { breaches, acknowledged, told } = await renaming({ engine, tickets: 300, agents: 3, moves: 3 });
    expect(breaches).toEqual([]);
    expect(acknowledged).toBeGreaterThanOrEqual(3 * 2 * 3 + 1);
    // Each of them went on by the old names, and was told the new ones.
    expect(told).toBeGreaterThanOrEqual(4);
  });
});
