import { expect } from "vitest";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import {
  accepted,
  hand,
  iso,
  lastRow,
  locked,
  newTicket,
  put,
  refused,
  seqOf,
  stateOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, operator, START, uma, vic, type Test } from "../support/worlds/world.ts";

const LOCK = { command: "research", intent: "lock" };
const COMPLETE = { command: "research", intent: "complete" };

export function claims(test: Test): void {
  test("gives a ticket to exactly one of many agents", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const agents = Array.from({ length: 12 }, (_, index) => agent(`agent ${index}`));
    const answers = await Promise.all(agents.map((caller) => hand(world, caller, key, LOCK)));
    const winners = answers.filter((answer) => !isRefusal(answer));
    expect(winners).toHaveLength(1);
    for (const answer of answers) if (isRefusal(answer)) refused(answer, "claim_conflict");
    expect((await ticketOf(world, key)).fence).toBe(1);
    expect(await seqOf(world)).toBe(2 + 12);
  });

  test("refuses others who holds it, since when, and until when", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    await locked(world, ann, key, "research");
    await world.advance(MINUTE);
    for (const input of [
      LOCK,
      COMPLETE,
      { command: "hero", intent: "escalate" },
      { command: "impl", intent: "cancel" },
    ]) {
      const refusal = refused(await hand(world, bob, key, input), "claim_conflict");
      expect(refusal.facts).toMatchObject({
        holder: "ann",
        since: iso(START),
        expiresAt: iso(START + 20 * MINUTE),
        fence: 1,
      });
      expect(refusal.error).toContain("ann");
    }
    expect(await stateOf(world, key)).toBe("Research in Progress");
  });

  test("raises the fence with every claim", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const tokens = new Set<string>();
    for (let fence = 1; fence <= 3; fence++) {
      const claim = await locked(world, ann, key, "research");
      expect(claim.fence).toBe(fence);
      tokens.add(claim.token);
      accepted(await hand(world, ann, key, { ...COMPLETE, claim: claim.token }));
      expect(await ticketOf(world, key)).toMatchObject({ fence, claim: null });
      await put(world, key, "Research Needed");
    }
    expect(tokens.size).toBe(3);
  });

  test("claims in a state that is no lock state, as a stay", async (world) => {
    const key = await ticketIn(world, "In Progress");
    const answer = accepted(await hand(world, ann, key, { command: "impl", intent: "lock" }));
    expect(answer).toMatchObject({
      changed: false,
      newState: "In Progress",
      claim: { fence: 1, expiresAt: iso(START + 60 * MINUTE) },
    });
    expect((await lastRow(world, key)).kind).toBe("stay");
    refused(await hand(world, bob, key, { command: "impl", intent: "lock" }), "claim_conflict");
    accepted(await hand(world, ann, key, { command: "impl", intent: "complete" }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "In Review", claim: null });
  });

  test("takes a named lock state for the lock itself", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const named = { command: "research", toState: "Research in Progress" };
    expect(accepted(await hand(world, ann, key, named))).toMatchObject({ intent: null, claim: { holder: "ann" } });
    refused(await hand(world, bob, key, named), "claim_conflict");
    refused(await hand(world, ann, key, named), "claim_conflict");
  });

  test("wants the token from whoever takes a lock again, and the identity or the token for a move", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    expect(refused(await hand(world, ann, key, LOCK), "claim_conflict").error).toContain("token");
    const again = accepted(await hand(world, ann, key, { ...LOCK, claim: token }));
    expect(again).toMatchObject({ changed: false, claim: { token, fence: 1 } });
    accepted(await hand(world, ann, key, COMPLETE));
    expect(await ticketOf(world, key)).toMatchObject({ state: "Ready for Plan", claim: null });
  });

  test("takes the token from whoever brings it", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    accepted(await hand(world, bob, key, { ...COMPLETE, claim: token }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "Ready for Plan", claim: null });
  });

  test("takes no token that does not fit, not even from the holder", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const other = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    const { token: others } = await locked(world, ann, other, "research");
    const forged = [
      `${token}x`,
      token.slice(0, -1),
      token.replace("1.", "2."),
      others,
      "1.",
      "",
      "garbage",
      "1.\u{1F600}",
    ];
    for (const claim of forged) refused(await hand(world, ann, key, { ...COMPLETE, claim }), "claim_lost");
    expect(await stateOf(world, key)).toBe("Research in Progress");
  });

  test("tells two agents on one connection apart", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    await locked(world, uma, key, "research");
    refused(await hand(world, vic, key, LOCK), "claim_conflict");
    refused(await hand(world, vic, key, COMPLETE), "claim_conflict");
    refused(await hand(world, agent("desk"), key, COMPLETE), "claim_conflict");
    refused(await releaseClaim(world.app, vic, { key, reason: "mine now" }), "claim_conflict");
    expect(await ticketOf(world, key)).toMatchObject({ claim: { holder: { connection: "desk", agent: "uma" } } });
    accepted(await hand(world, uma, key, COMPLETE));
  });

  test("gives no token to somebody who shares the holder's identity and does not have it", async (world) => {
    const key = await ticketIn(world, "In Progress");
    const { token } = await locked(world, ann, key, "impl");
    await world.advance(40 * MINUTE);
    const twin = accepted(await hand(world, ann, key, { command: "impl", intent: "reject", requestId: "r" }));
    expect(twin).toMatchObject({ changed: false, claim: { holder: "ann", expiresAt: iso(START + 100 * MINUTE) } });
    expect(JSON.stringify(twin)).not.toContain(token);
    const again = await hand(world, ann, key, { command: "impl", intent: "reject", requestId: "r" });
    expect(JSON.stringify(again)).not.toContain(token);
  });

  test("lets the holder give the claim back, by identity or by token; the state stays", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    await locked(world, ann, key, "research");
    const answer = await releaseClaim(world.app, ann, { key, reason: "out of time" });
    expect(answer).toEqual({ number: 1, released: true, holder: "ann", state: "Research in Progress", event: 4 });
    expect(await ticketOf(world, key)).toMatchObject({ state: "Research in Progress", claim: null, fence: 1 });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "release",
      by: { connection: "ann" },
      data: { holder: "ann", fence: 1, state: "Research in Progress", deposed: false },
      texts: { reason: "out of time" },
    });
    const { token } = await locked(world, ann, key, "research");
    accepted(await releaseClaim(world.app, bob, { key, claim: token, reason: "ann asked me to" }));
    expect((await ticketOf(world, key)).claim).toBeNull();
    refused(await hand(world, ann, key, { ...COMPLETE, claim: token }), "claim_lost");
  });

  test("lets no stranger give a claim back, nor anybody one that is not there", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    const before = await ticketOf(world, key);
    expect(refused(await releaseClaim(world.app, bob, { key, reason: "mine" }), "claim_conflict").facts).toMatchObject({
      holder: "ann",
      expiresAt: iso(START + 20 * MINUTE),
    });
    refused(await releaseClaim(world.app, ann, { key, claim: "1.nonsense", reason: "mine" }), "claim_lost");
    refused(await releaseClaim(world.app, ann, { key, reason: "\n" }), "blank_reason");
    expect(await ticketOf(world, key)).toEqual(before);
    accepted(await releaseClaim(world.app, ann, { key, claim: token, reason: "done" }));
    refused(await releaseClaim(world.app, ann, { key, reason: "again" }), "not_claimed");
    expect((await lastRow(world, key)).data).toMatchObject({ code: "not_claimed" });
    refused(await releaseClaim(world.app, ann, { key: "404", reason: "again" }), "ticket_not_found");
  });

  test("lets an operator take a claim away, and says whose it was", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, uma, key, "research");
    accepted(await releaseClaim(world.app, operator, { key, reason: "it hangs" }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "Research in Progress", claim: null });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "release",
      by: { person: "Olga", proof: "key" },
      data: { holder: "desk/uma", deposed: true },
      texts: { reason: "it hangs" },
    });
    refused(await hand(world, uma, key, { ...COMPLETE, claim: token }), "claim_lost");
    await locked(world, bob, key, "research");
  });

  test("ends a claim with a person's move, and names who was deposed", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, uma, key, "research");
    accepted(await hand(world, maria, key, { toState: "Human Needed", reason: "wait for me" }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "Human Needed", claim: null, fence: 1 });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "move",
      by: { person: "Maria" },
      data: { claim: { type: "release", holder: "desk/uma", deposed: true } },
    });
    refused(await hand(world, uma, key, { ...COMPLETE, claim: token }), "claim_lost");
  });

  test("ends a claim with every move out of the locked state", async (world) => {
    const moves = [COMPLETE, { command: "research", intent: "escalate" }, { command: "hero", intent: "reject" }];
    for (const input of moves) {
      const key = await ticketIn(world, "Research Needed");
      await locked(world, ann, key, "research");
      accepted(await hand(world, ann, key, input));
      expect((await ticketOf(world, key)).claim).toBeNull();
      expect((await lastRow(world, key)).data).toMatchObject({
        claim: { type: "release", holder: "ann", deposed: false },
      });
    }
  });

  test("keeps a ticket for a lease where a person drags it into a lock state", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    accepted(await hand(world, maria, key, { toState: "Research in Progress" }));
    expect(await ticketOf(world, key)).toMatchObject({ claim: null, reservedUntil: START + 20 * MINUTE });
    expect((await lastRow(world, key)).data).toMatchObject({
      claim: { type: "reserve", until: START + 20 * MINUTE, deposed: null },
    });
    await world.advance(20 * MINUTE - 1);
    const refusal = refused(await hand(world, ann, key, LOCK), "claim_conflict");
    expect(refusal.facts).toMatchObject({ holder: null, expiresAt: iso(START + 20 * MINUTE) });
    await world.advance(1);
    expect(accepted(await hand(world, ann, key, LOCK))).toMatchObject({ changed: false, claim: { holder: "ann" } });
    expect((await ticketOf(world, key)).reservedUntil).toBeNull();
  });

  test("lets anyone escalate a ticket that nobody holds", async (world) => {
    const key = await ticketIn(world, "Research in Progress");
    accepted(await hand(world, bob, key, { command: "hero", intent: "escalate" }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "Human Needed", reservedUntil: null });
  });

  test("keeps a claim whatever others write on the ticket", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    const claim = (await ticketOf(world, key)).claim;
    await newTicket(world, { parent: key });
    accepted(await hand(world, maria, key, { toState: "Research in Progress", reason: "carry on" }));
    expect((await ticketOf(world, key)).claim).toEqual(claim);
    accepted(await hand(world, ann, key, { ...COMPLETE, claim: token }));
  });
}
