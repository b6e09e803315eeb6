import { describe, expect, it } from "vitest";
import { shipped } from "../../workflows/shipped.ts";
import { againstPipeline, isGoodEnd, towardsStart } from "./order.ts";

describe("which way is back", () => {
  const ticket = shipped("ticket");
  const session = shipped("session");

  it.each([
    ["Plan in Review", "Ready for Plan", true],
    ["In Review", "In Progress", true],
    ["In Progress", "Human Needed", true],
    ["Human Needed", "Backlog", false],
    ["Backlog", "Research Needed", false],
    ["Backlog", "Canceled", false],
    ["In Review", "Done", false],
    ["nowhere", "Backlog", false],
  ])("for tickets from %s to %s: %s", (from, to, back) => {
    expect(againstPipeline(ticket, from, to)).toBe(back);
  });

  it.each([
    ["testing", "implementing", true],
    ["reviewing", "analyzing", true],
    ["implementing", "testing", false],
    ["testing", "failed", false],
    ["testing", "nowhere", false],
  ])("for sessions from %s to %s: %s", (from, to, back) => {
    expect(towardsStart(session, from, to)).toBe(back);
  });

  it("tells a good end by the pipeline", () => {
    expect([...ticket.states.keys()].filter((state) => isGoodEnd(ticket, state))).toEqual(["Done"]);
  });
});
