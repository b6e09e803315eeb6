import { describe, expect, it } from "vitest";
import { MACHINE, machineWith } from "../../../test/support/engine/boards.ts";
import { distance, distancesTo } from "./distances.ts";

describe("the distance to a target", () => {
  it("is the fewest legal edges, from every state that has a way", () => {
    expect(Object.fromEntries(distancesTo(MACHINE, "Ready for Plan"))).toEqual({
      "Ready for Plan": 0,
      Backlog: 1,
      "Research Needed": 1,
      "Research in Progress": 1,
      "Plan in Review": 1,
      "Human Needed": 1,
      "Plan in Progress": 2,
      "In Progress": 2,
      "In Review": 2,
    });
    expect(Object.fromEntries(distancesTo(MACHINE, "Plan in Review"))).toMatchObject({
      "Plan in Progress": 1,
      "Ready for Plan": 2,
      Backlog: 3,
      "Human Needed": 3,
    });
  });

  it("is null where there is no way, and for words that are no states", () => {
    expect(distance(MACHINE, "Done", "Backlog")).toBeNull();
    expect(distance(MACHINE, "Canceled", "Done")).toBeNull();
    expect(distance(MACHINE, "Nowhere", "Done")).toBeNull();
    expect(distance(MACHINE, "Backlog", "constructor")).toBeNull();
    expect(distance(MACHINE, "Nowhere", "Nowhere")).toBeNull();
  });

  it("is worked out once for each machine, and not mixed up between two", () => {
    const other = machineWith({ edges: [{ from: "Backlog", to: "Done" }] });
    expect(distancesTo(MACHINE, "Done")).toBe(distancesTo(MACHINE, "Done"));
    expect(distance(MACHINE, "In Progress", "Done")).toBe(2);
    expect(distance(other, "In Progress", "Done")).toBeNull();
    expect(distance(other, "Backlog", "Done")).toBe(1);
  });
});
