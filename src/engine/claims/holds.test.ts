import { describe, expect, it } from "vitest";
import { agent, claim, MINUTE, NOW, person, TICKET, ticketIn } from "../../../test/support/engine/situation.ts";
import type { Actor } from "../facts.ts";
import { signOfLife, type TokenWorth } from "./claims.ts";
import { holds } from "./holds.ts";

const UMA: Actor = { kind: "agent", identity: { connection: "ann", agent: "uma" } };

describe("a claim is held", () => {
  it.each<[string, TokenWorth, Actor, boolean]>([
    ["by its holder's identity, without a token", "none", agent("ann"), true],
    ["by nobody else without a token", "none", agent("bob"), false],
    ["not by another agent of the same connection", "none", UMA, false],
    ["by whoever has its token", "current", agent("bob"), true],
    ["not by a token from before, whoever shows it", "former", agent("ann"), false],
    ["not by a token that was made up, whoever shows it", "foreign", agent("ann"), false],
    ["by no person, who need none", "current", person(), false],
  ])("%s", (_, token, actor, expected) => {
    expect(holds({ claim: claim("ann"), token }, actor)).toBe(expected);
  });

  it("also after its lease has run out, until somebody takes it over", () => {
    expect(holds({ claim: claim("ann", { expiresAt: NOW - MINUTE }), token: "none" }, agent("ann"))).toBe(true);
  });

  it("by nobody where there is none", () => {
    expect(holds({ claim: null, token: "none" }, agent("ann"))).toBe(false);
  });
});

describe("a sign of life", () => {
  const held = (expiresAt: number) => ticketIn("Research in Progress", { claim: claim("ann", { expiresAt }) });

  it("renews the lease once half of it is gone", () => {
    expect(signOfLife(TICKET, held(NOW + 9 * MINUTE), agent("ann"), NOW)).toEqual({
      type: "renew",
      expiresAt: NOW + 20 * MINUTE,
    });
    expect(signOfLife(TICKET, held(NOW + 10 * MINUTE), agent("ann"), NOW)).toEqual({ type: "keep" });
  });

  it("brings no lease back that has run out, and is nobody else's to give", () => {
    expect(signOfLife(TICKET, held(NOW), agent("ann"), NOW)).toEqual({ type: "keep" });
    expect(signOfLife(TICKET, held(NOW + MINUTE), agent("bob"), NOW)).toEqual({ type: "keep" });
    expect(signOfLife(TICKET, held(NOW + MINUTE), person(), NOW)).toEqual({ type: "keep" });
  });
});
