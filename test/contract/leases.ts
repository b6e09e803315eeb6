import { expect } from "vitest";
import { addComment } from "../../src/app/tickets/comment.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { shortenLeases } from "../../src/app/claims/shorten-leases.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import type { Caller } from "../../src/app/app.ts";
import type { Key } from "../../src/engine/facts.ts";
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
  rowsOf,
  seqOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { agent, ann, bob, MINUTE, START, uma, vic, type Test, type World } from "../support/worlds/world.ts";

const LOCK = { command: "research", intent: "lock" };
const COMPLETE = { command: "research", intent: "complete" };

export function leases(test: Test): void {
  test("runs for 20 minutes, and for 60 where the work is built", async (world) => {
    const [research, build] = [await ticketIn(world, "Research Needed"), await ticketIn(world, "Plan in Review")];
    expect((await locked(world, ann, research, "research")).expiresAt).toBe(iso(START + 20 * MINUTE));
    expect((await locked(world, ann, build, "impl")).expiresAt).toBe(iso(START + 60 * MINUTE));
  });

  test("renews with the token once half of it is gone, and not before", async (world) => {
    const key = await ticketIn(world, "In Progress");
    const { token } = await locked(world, ann, key, "impl");
    const stay = { command: "impl", intent: "reject", claim: token };
    await world.advance(30 * MINUTE);
    const early = accepted(await hand(world, ann, key, stay));
    expect(early.claim).toBeUndefined();
    expect((await ticketOf(world, key)).claim?.expiresAt).toBe(START + 60 * MINUTE);
    await world.advance(1);
    const { version } = await ticketOf(world, key);
    const late = accepted(await hand(world, bob, key, stay));
    expect(late.claim).toMatchObject({ token, holder: "ann", fence: 1, expiresAt: iso(START + 90 * MINUTE + 1) });
    expect(await ticketOf(world, key)).toMatchObject({
      version: version + 1,
      claim: { since: START, expiresAt: START + 90 * MINUTE + 1 },
    });
    expect((await lastRow(world, key)).data).toMatchObject({ claim: { type: "renew" } });
  });

  test("renews for a holder who is refused: who errs is alive", async (world) => {
    const key = await researching(world, ann);
    await world.advance(11 * MINUTE);
    refused(await hand(world, ann, key, { command: "research", toState: "Done" }), "invalid_transition");
    expect((await ticketOf(world, key)).claim?.expiresAt).toBe(START + 31 * MINUTE);
    await world.advance(11 * MINUTE);
    refused(await hand(world, bob, key, { command: "research", toState: "Done" }), "claim_conflict");
    expect((await ticketOf(world, key)).claim?.expiresAt).toBe(START + 31 * MINUTE);
  });

  const signs: Readonly<Record<string, (world: World, by: Caller, key: Key) => Promise<object>>> = {
    edits: ({ app }, by, key) => updateTicket(app, by, { key, body: "so far" }),
    "comments on": ({ app }, by, key) => addComment(app, by, { key, body: "so far" }),
    links: async (world, by, key) => updateTicket(world.app, by, { key, addBlockers: [await newTicket(world)] }),
  };
  for (const [what, act] of Object.entries(signs)) {
    test(`renews when the holder ${what} the ticket, and when nobody else does`, async (world) => {
      const key = await researching(world, uma);
      const expiry = async () => (await ticketOf(world, key)).claim?.expiresAt;
      await world.advance(9 * MINUTE);
      accepted(await act(world, uma, key));
      expect(await expiry()).toBe(START + 20 * MINUTE);
      await world.advance(2 * MINUTE);
      for (const other of [vic, ann, agent("desk")]) await act(world, other, key);
      expect(await expiry()).toBe(START + 20 * MINUTE);
      accepted(await act(world, uma, key));
      expect(await expiry()).toBe(START + 31 * MINUTE);
      await world.advance(20 * MINUTE);
      accepted(await act(world, uma, key));
      expect(await expiry()).toBe(START + 31 * MINUTE);
    });
  }

  test("goes to whoever locks after it ran out, and to nobody before", async (world) => {
    const key = await researching(world, ann);
    await world.advance(20 * MINUTE - 1);
    refused(await hand(world, bob, key, LOCK), "claim_conflict");
    await world.advance(1);
    const answer = accepted(await hand(world, bob, key, LOCK));
    expect(answer).toMatchObject({ changed: false, claim: { holder: "bob", fence: 2 } });
    expect(await ticketOf(world, key)).toMatchObject({
      claim: { holder: { connection: "bob", agent: null }, fence: 2, since: START + 20 * MINUTE },
      formerHolder: { connection: "ann", agent: null },
    });
    expect((await lastRow(world, key)).data).toMatchObject({
      claim: { type: "acquire", holder: "bob", takenFrom: "ann" },
    });
  });

  test("is taken over once, and the former holder's next move is refused", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    await world.advance(21 * MINUTE);
    const agents = Array.from({ length: 6 }, (_, index) => agent(`heir ${index}`));
    const answers = await Promise.all(agents.map((caller) => hand(world, caller, key, LOCK)));
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    const before = await ticketOf(world, key);
    const byToken = refused(await hand(world, ann, key, { ...COMPLETE, claim: token }), "claim_lost");
    expect(byToken.facts).toMatchObject({ fence: 2, expiresAt: iso(START + 41 * MINUTE) });
    refused(await hand(world, ann, key, COMPLETE), "claim_lost");
    refused(await releaseClaim(world.app, ann, { key, claim: token, reason: "mine" }), "claim_lost");
    expect(await ticketOf(world, key)).toEqual(before);
    const kinds = (await rowsOf(world, key)).filter((row) => row.kind !== "refuse").map((row) => row.data["claim"]);
    expect(kinds).toMatchObject([
      { holder: expect.stringMatching("heir"), takenFrom: "ann" },
      { holder: "ann" },
      undefined,
      undefined,
    ]);
  });

  test("still counts for its holder after it ran out and before anybody took it, with a warning", async (world) => {
    const [byToken, byName] = [await ticketIn(world, "Research Needed"), await researching(world, ann)];
    const { token } = await locked(world, ann, byToken, "research");
    await world.advance(60 * MINUTE);
    for (const [key, claim] of [
      [byToken, { claim: token }],
      [byName, {}],
    ] as const) {
      const answer = accepted(await hand(world, ann, key, { ...COMPLETE, ...claim }));
      expect(answer.warnings).toEqual([expect.stringContaining("run out")]);
      expect(await ticketOf(world, key)).toMatchObject({ state: "Ready for Plan", claim: null });
    }
  });

  test("leaves no ticket stuck: one that was abandoned is found and taken up as a stay", async (world) => {
    const key = await researching(world, ann);
    accepted(await releaseClaim(world.app, ann, { key, reason: "I have to go" }));
    const found = accepted(await pickIssue(world.app, bob, { workflowState: "Research in Progress" }));
    expect(found).toMatchObject({ found: true, issue: { number: 1, isLocked: false } });
    expect(accepted(await hand(world, bob, key, LOCK))).toMatchObject({ changed: false, claim: { fence: 2 } });
    expect(accepted(await pickIssue(world.app, ann, { workflowState: "Research in Progress" })).found).toBe(false);
    await world.advance(20 * MINUTE);
    const taken = accepted(
      await pickIssue(world.app, ann, {
        workflowState: "Research in Progress",
        claim: true,
        command: "research",
        reason: "bob is gone",
      }),
    );
    expect(taken).toMatchObject({ found: true, claim: { holder: "ann", fence: 3 } });
    expect(await ticketOf(world, key)).toMatchObject({
      state: "Research in Progress",
      formerHolder: { connection: "bob" },
    });
  });

  test("is cut to two minutes when the client goes away, for all agents on its connection", async (world) => {
    const [first, second] = [await researching(world, uma), await researching(world, vic)];
    const others = await researching(world, ann);
    await world.advance(MINUTE);
    const before = await seqOf(world);
    expect(await shortenLeases(world.app, agent("desk"), "desk")).toBe(2);
    for (const key of [first, second]) expect((await ticketOf(world, key)).claim?.expiresAt).toBe(START + 3 * MINUTE);
    expect((await ticketOf(world, others)).claim?.expiresAt).toBe(START + 20 * MINUTE);
    expect(await seqOf(world)).toBe(before + 2);
    expect(await lastRow(world, first)).toMatchObject({
      kind: "claim",
      by: { connection: "desk" },
      data: { type: "grace", holder: "desk/uma", fence: 1, expiresAt: START + 3 * MINUTE },
    });
    expect(await shortenLeases(world.app, agent("desk"), "desk")).toBe(0);
    expect(await seqOf(world)).toBe(before + 2);
  });

  test("is not made longer by a grace, nor brought back to life", async (world) => {
    const key = await researching(world, ann);
    await world.advance(19 * MINUTE);
    expect(await shortenLeases(world.app, ann, "ann")).toBe(0);
    await world.advance(MINUTE);
    expect(await shortenLeases(world.app, ann, "ann")).toBe(0);
    expect((await ticketOf(world, key)).claim?.expiresAt).toBe(START + 20 * MINUTE);
  });

  test("is taken up again within the grace, by the token or by the same agent", async (world) => {
    const [byToken, byName] = [await ticketIn(world, "Research Needed"), await researching(world, ann)];
    const { token } = await locked(world, ann, byToken, "research");
    await shortenLeases(world.app, ann, "ann");
    await world.advance(MINUTE);
    const again = accepted(await hand(world, agent("ann, back"), byToken, { ...LOCK, claim: token }));
    expect(again.claim).toMatchObject({ holder: "ann", fence: 1, expiresAt: iso(START + 21 * MINUTE) });
    accepted(await updateTicket(world.app, ann, { key: byName, body: "back" }));
    expect((await ticketOf(world, byName)).claim?.expiresAt).toBe(START + 21 * MINUTE);
    refused(await hand(world, bob, byName, LOCK), "claim_conflict");
  });

  test("is open to others after the grace", async (world) => {
    const key = await researching(world, ann);
    await shortenLeases(world.app, ann, "ann");
    await world.advance(2 * MINUTE);
    expect(accepted(await hand(world, bob, key, LOCK)).claim).toMatchObject({ holder: "bob", fence: 2 });
    refused(await hand(world, ann, key, COMPLETE), "claim_lost");
  });

  test("does not outlive its ticket's move into another state", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    accepted(await hand(world, ann, key, { ...COMPLETE, claim: token }));
    await put(world, key, "Research Needed");
    await locked(world, bob, key, "research");
    refused(await hand(world, ann, key, { ...COMPLETE, claim: token }), "claim_lost");
    refused(await hand(world, ann, key, COMPLETE), "claim_conflict");
  });
}

async function researching(world: World, by: Caller): Promise<Key> {
  const key = await ticketIn(world, "Research Needed");
  await locked(world, by, key, "research");
  return key;
}
