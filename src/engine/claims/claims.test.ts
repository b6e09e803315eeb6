import { describe, expect, it } from "vitest";
import { telling } from "../../../test/support/surfaces.ts";
import {
  agent,
  ask,
  claim,
  MINUTE,
  NOW,
  person,
  snapshotOf,
  TICKET,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import type { TicketFacts } from "./claims.ts";
import { isLocked } from "./claims.ts";
import { decide as decideUntold } from "../tickets/handoff.ts";

const decide = telling(decideUntold);

const LOCK = { command: "research", intent: "lock" };
const COMPLETE = { command: "research", intent: "complete" };
const ESCALATE = { command: "research", intent: "escalate" };

function decideOn(ticket: TicketFacts, request: object) {
  return decide(TICKET, snapshotOf(ticket), ask(request));
}

function researchHeldBy(by: string, fields: Partial<TicketFacts> = {}, expiresAt = NOW + 19 * MINUTE) {
  return ticketIn("Research in Progress", { claim: claim(by, { fence: 3, expiresAt }), ...fields });
}

const EXPIRED = NOW - MINUTE;

describe("taking a lock", () => {
  it("gives out the next fence and the state's lease", () => {
    expect(decideOn(ticketIn("Research Needed", { fence: 4 }), LOCK)).toMatchObject({
      claim: {
        type: "acquire",
        holder: { connection: "ann", agent: null },
        fence: 5,
        expiresAt: NOW + 20 * MINUTE,
        takenFrom: null,
      },
    });
  });

  it("is the same when the lock state is named", () => {
    const named = decideOn(ticketIn("Research Needed"), { command: "research", toState: "Research in Progress" });
    expect(named).toMatchObject({ kind: "move", intent: null, claim: { type: "acquire" } });
  });

  it("is no lock when another intent leads into a lock state", () => {
    const rejected = decideOn(ticketIn("In Review"), { command: "impl", intent: "reject" });
    expect(rejected).toMatchObject({ kind: "move", newState: "In Progress", claim: { type: "keep" } });
  });

  it("is refused while somebody else holds the ticket", () => {
    expect(decideOn(researchHeldBy("bob"), LOCK)).toMatchObject({
      code: "claim_conflict",
      facts: { holder: "bob", expiresAt: new Date(NOW + 19 * MINUTE).toISOString() },
    });
  });

  it("is refused to the holder's own identity without the token, which may be another agent's", () => {
    const decision = decideOn(researchHeldBy("ann"), LOCK);
    expect(decision).toMatchObject({ code: "claim_conflict" });
    expect(decision.kind === "refusal" && decision.recovery).toContain("token");
  });

  it("with the token again makes the lease whole and keeps the fence", () => {
    expect(decideOn(researchHeldBy("ann", { token: "current" }), LOCK)).toMatchObject({
      kind: "stay",
      claim: { type: "renew", expiresAt: NOW + 20 * MINUTE },
    });
  });

  it("takes over a claim that ran out, and names the former holder", () => {
    expect(decideOn(researchHeldBy("bob", {}, EXPIRED), LOCK)).toMatchObject({
      kind: "stay",
      claim: { type: "acquire", fence: 4, takenFrom: { connection: "bob", agent: null } },
    });
  });

  it("counts a claim as run out at the very moment of its expiry", () => {
    expect(decideOn(researchHeldBy("bob", {}, NOW), LOCK)).toMatchObject({ claim: { type: "acquire" } });
    expect(decideOn(researchHeldBy("bob", {}, NOW + 1), LOCK)).toMatchObject({ code: "claim_conflict" });
  });

  it("by the token of a claim that ran out goes on with it, with a warning", () => {
    const decision = decideOn(researchHeldBy("ann", { token: "current" }, EXPIRED), LOCK);
    expect(decision).toMatchObject({ kind: "stay", claim: { type: "renew" } });
    expect("warnings" in decision && decision.warnings.join()).toContain("run out");
  });

  it("by the former holder without its token is a fresh claim that nobody was deposed for", () => {
    expect(decideOn(researchHeldBy("ann", {}, EXPIRED), LOCK)).toMatchObject({
      claim: { type: "acquire", fence: 4, takenFrom: null },
    });
  });

  it("takes up an abandoned lock state as a stay", () => {
    expect(decideOn(ticketIn("Research in Progress", { fence: 2 }), LOCK)).toMatchObject({
      kind: "stay",
      claim: { type: "acquire", fence: 3 },
    });
  });

  it("waits where a person has just put the ticket into the lock state", () => {
    const dragged = ticketIn("Research in Progress", { reservedUntil: NOW + MINUTE });
    const decision = decideOn(dragged, LOCK);
    expect(decision).toMatchObject({ code: "claim_conflict", facts: { holder: null } });
    expect(decision.kind === "refusal" && decision.error).toContain("by hand");
    expect(decideOn({ ...dragged, reservedUntil: NOW }, LOCK)).toMatchObject({ kind: "stay" });
  });

  it("may take the claim to another lock state only with the token", () => {
    const held = ticketIn("Plan in Review", { claim: claim("ann", { fence: 3 }), fence: 3 });
    const lockImpl = { command: "impl", intent: "lock" };
    expect(decideOn(held, lockImpl)).toMatchObject({ code: "claim_conflict" });
    expect(decideOn({ ...held, token: "current" }, lockImpl)).toMatchObject({ claim: { type: "acquire", fence: 4 } });
  });
});

describe("moving under a claim", () => {
  it("works with the token, whoever has it, and releases the claim", () => {
    expect(decideOn(researchHeldBy("bob", { token: "current" }), COMPLETE)).toMatchObject({
      kind: "move",
      claim: { type: "release", holder: { connection: "bob" }, deposed: false },
    });
  });

  it("works for the same agent without the token", () => {
    expect(decideOn(researchHeldBy("ann"), COMPLETE)).toMatchObject({ kind: "move", claim: { type: "release" } });
  });

  it("tells apart two agents on one connection", () => {
    const held = researchHeldBy("ann");
    const twin = { ...COMPLETE, actor: { kind: "agent", identity: { connection: "ann", agent: "sub-2" } } };
    expect(decideOn(held, twin)).toMatchObject({ code: "claim_conflict" });
  });

  it("is refused to anybody else, escalation included", () => {
    expect(decideOn(researchHeldBy("bob"), COMPLETE)).toMatchObject({ code: "claim_conflict" });
    expect(decideOn(researchHeldBy("bob"), ESCALATE)).toMatchObject({ code: "claim_conflict" });
  });

  it("is refused with a token that does not fit, even to the holder", () => {
    expect(decideOn(researchHeldBy("ann", { token: "foreign" }), COMPLETE)).toMatchObject({ code: "claim_lost" });
    expect(decideOn(researchHeldBy("ann", { token: "former" }), COMPLETE)).toMatchObject({ code: "claim_lost" });
    expect(decideOn(ticketIn("Research Needed", { token: "former" }), LOCK)).toMatchObject({ code: "claim_lost" });
  });

  it("is refused to a holder who was taken over from, by token and by identity", () => {
    const taken = researchHeldBy("bob", { formerHolder: { connection: "ann", agent: null } });
    expect(decideOn(taken, COMPLETE)).toMatchObject({ code: "claim_lost", facts: { holder: "bob" } });
    expect(decideOn({ ...taken, token: "former" }, COMPLETE)).toMatchObject({ code: "claim_lost" });
  });

  it("goes on for a holder whose lease ran out, with a warning", () => {
    for (const token of ["current", "none"] as const) {
      const decision = decideOn(researchHeldBy("ann", { token }, EXPIRED), COMPLETE);
      expect(decision).toMatchObject({ kind: "move", claim: { type: "release" } });
      expect("warnings" in decision && decision.warnings.join()).toContain("run out");
    }
  });

  it("is open to anyone once no claim is live", () => {
    expect(decideOn(researchHeldBy("bob", {}, EXPIRED), ESCALATE)).toMatchObject({
      kind: "move",
      warnings: [],
      claim: { type: "release", holder: { connection: "bob" } },
    });
    expect(decideOn(ticketIn("Research in Progress"), COMPLETE)).toMatchObject({
      kind: "move",
      claim: { type: "keep" },
    });
  });
});

describe("a sign of life", () => {
  const STAY = { command: "impl", intent: "reject" };
  const held = (left: number, fields: Partial<TicketFacts> = {}) =>
    ticketIn("In Progress", { claim: claim("ann", { expiresAt: NOW + left * MINUTE }), ...fields });

  it("renews the lease once half of it is gone", () => {
    expect(decideOn(held(29), STAY)).toMatchObject({
      kind: "stay",
      claim: { type: "renew", expiresAt: NOW + 60 * MINUTE },
    });
    expect(decideOn(held(30), STAY)).toMatchObject({ kind: "stay", claim: { type: "keep" } });
  });

  it("is also a refused call of the holder", () => {
    expect(decideOn(held(29), { command: "nope", intent: "lock" })).toMatchObject({
      kind: "refusal",
      claim: { type: "renew" },
    });
    expect(
      decideOn(held(29, { token: "current" }), { command: "plan", intent: "lock", actor: agent("bob") }),
    ).toMatchObject({
      kind: "refusal",
      claim: { type: "renew" },
    });
  });

  it("is no call of anybody else, of a person, or of a holder whose lease is over", () => {
    const keep = { kind: "refusal", claim: { type: "keep" } };
    expect(decideOn(held(29), { command: "nope", intent: "lock", actor: agent("bob") })).toMatchObject(keep);
    expect(decideOn(held(29, { token: "foreign" }), { command: "nope", intent: "lock" })).toMatchObject(keep);
    expect(decideOn(held(29), { toState: "Nope", actor: person() })).toMatchObject(keep);
    expect(decideOn(held(-1), { command: "nope", intent: "lock" })).toMatchObject(keep);
  });
});

describe("a person's move", () => {
  it("passes over a live claim and deposes its holder", () => {
    expect(decideOn(researchHeldBy("bob"), { toState: "Human Needed", actor: person() })).toMatchObject({
      kind: "move",
      claim: { type: "release", holder: { connection: "bob" }, deposed: true },
    });
  });

  it("into a lock state keeps the ticket for a lease", () => {
    expect(decideOn(ticketIn("Research Needed"), { toState: "Research in Progress", actor: person() })).toMatchObject({
      claim: { type: "reserve", until: NOW + 20 * MINUTE, deposed: null },
    });
    const held = ticketIn("Research Needed", { claim: claim("bob") });
    expect(decideOn(held, { toState: "Research in Progress", actor: person() })).toMatchObject({
      claim: { type: "reserve", deposed: { connection: "bob" } },
    });
  });

  it("to where the ticket is leaves the claim alone", () => {
    expect(decideOn(researchHeldBy("bob"), { toState: "Research in Progress", actor: person() })).toMatchObject({
      kind: "stay",
      claim: { type: "keep" },
    });
  });
});

describe("a locked ticket", () => {
  it("has a live claim, or was just put into a lock state by hand", () => {
    expect(isLocked(researchHeldBy("bob"), NOW)).toBe(true);
    expect(isLocked(researchHeldBy("bob", {}, NOW), NOW)).toBe(false);
    expect(isLocked(ticketIn("Research in Progress"), NOW)).toBe(false);
    expect(isLocked(ticketIn("Research in Progress", { reservedUntil: NOW + 1 }), NOW)).toBe(true);
    expect(isLocked(ticketIn("Research in Progress", { reservedUntil: NOW }), NOW)).toBe(false);
  });
});
