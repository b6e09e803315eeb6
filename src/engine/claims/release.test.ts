import { describe, expect, it } from "vitest";
import { agent, claim, MINUTE, NOW, person, ticketIn } from "../../../test/support/engine/situation.ts";
import type { TicketFacts } from "./claims.ts";
import { telling } from "../../../test/support/surfaces.ts";
import { decideRelease as decide } from "./release.ts";

const decideRelease = telling(decide);

const ANN = { connection: "ann", agent: null };

function heldByAnn(facts: Partial<TicketFacts> = {}): TicketFacts {
  return ticketIn("Research in Progress", { claim: claim("ann"), ...facts });
}

describe("giving a claim back", () => {
  it("is open to its holder, with the token or by name", () => {
    const released = { type: "release", holder: ANN, deposed: false };
    expect(decideRelease(heldByAnn(), agent("ann"), NOW)).toEqual(released);
    expect(decideRelease(heldByAnn({ token: "current" }), agent("bob"), NOW)).toEqual(released);
  });

  it("is open to every person, who takes it away", () => {
    expect(decideRelease(heldByAnn(), person(), NOW)).toEqual({ type: "release", holder: ANN, deposed: true });
  });

  it("is refused to everybody else, with the holder's name and the time that is left", () => {
    expect(decideRelease(heldByAnn(), agent("bob"), NOW)).toMatchObject({
      code: "claim_conflict",
      facts: { number: 7, holder: "ann", expiresAt: new Date(NOW + 19 * MINUTE).toISOString() },
    });
  });

  it.each(["former", "foreign"] as const)("is refused with a %s token, to the holder too", (token) => {
    expect(decideRelease(heldByAnn({ token }), agent("ann"), NOW)).toMatchObject({ code: "claim_lost" });
  });

  it("tells a refused caller to wait, or to take over a claim that has run out", () => {
    const live = decideRelease(heldByAnn(), agent("bob"), NOW);
    const over = decideRelease(heldByAnn({ claim: claim("ann", { expiresAt: NOW }) }), agent("bob"), NOW);
    expect(live).toHaveProperty("recovery", expect.stringContaining("leave #7 alone"));
    expect(over).toHaveProperty("recovery", expect.stringContaining("lock #7 with handoff_ticket to take it over"));
  });

  it.each([agent("ann"), person()])("is refused where nobody holds the ticket", (actor) => {
    expect(decideRelease(ticketIn("Backlog"), actor, NOW)).toMatchObject({
      code: "not_claimed",
      facts: { number: 7, holder: null },
    });
  });
});
