import { createHmac } from "node:crypto";
import { expect } from "vitest";
import { senderOf } from "../../src/app/commit/sender.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { accepted, hand, locked, refused, ticketIn } from "../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, operator, type Test, type World } from "../support/worlds/world.ts";

const LOCK = { command: "research", intent: "lock" };
const COMPLETE = { command: "research", intent: "complete" };

/** As tokens were once made from a secret. */
function signed(secret: string, key: string): readonly string[] {
  const proof = createHmac("sha256", secret).update(`${key}\n1`).digest("base64url").slice(0, 27);
  return [`1.${proof}`];
}

export function secrets(test: Test): void {
  test("stands nowhere but in the answers to its holder", async (world) => {
    const tokens: string[] = [];
    const strangers: unknown[] = [];
    const keep = (token: string | undefined): string => {
      if (token === undefined) throw new Error("the holder got no token");
      tokens.push(token);
      return token;
    };

    const key = await ticketIn(world, "Research Needed");
    const lock = { ...LOCK, requestId: "lock" };
    const token = keep(accepted(await hand(world, ann, key, lock)).claim?.token);
    keep(accepted(await hand(world, ann, key, lock)).claim?.token);
    strangers.push(await hand(world, bob, key, lock), await hand(world, bob, key, LOCK));
    await world.advance(15 * MINUTE);
    const renewal = { ...LOCK, claim: token, requestId: "renewal" };
    keep(accepted(await hand(world, ann, key, renewal)).claim?.token);
    refused(await hand(world, ann, key, { command: "research", toState: "Done", claim: token }), "invalid_transition");
    accepted(await updateTicket(world.app, ann, { key, body: "so far", requestId: "edit" }));
    accepted(await addComment(world.app, ann, { key, body: "so far", requestId: "comment" }));
    strangers.push(await releaseClaim(world.app, bob, { key, reason: "mine", requestId: "theft" }));
    accepted(await releaseClaim(world.app, ann, { key, claim: token, reason: "enough", requestId: "release" }));
    strangers.push(await hand(world, maria, key, { toState: "Human Needed" }));

    const wanted = await ticketIn(world, "Ready for Plan");
    const pick = { workflowState: "Ready for Plan", claim: true, command: "plan", reason: "next", requestId: "pick" };
    keep(accepted(await pickIssue(world.app, ann, pick)).claim?.token);
    strangers.push(await pickIssue(world.app, bob, pick), await pickIssue(world.app, operator, pick));
    await world.advance(21 * MINUTE);
    const taken = await locked(world, bob, wanted, "plan");
    const lost = await hand(world, ann, wanted, { command: "plan", intent: "complete", claim: tokens.at(-1) ?? "" });
    refused(lost, "claim_lost");

    expect(new Set(tokens).size).toBe(3);
    const everything = JSON.stringify([await everythingGivenOut(world), await world.dump(), strangers, lost]);
    for (const one of [...tokens, taken.token]) {
      const [, proof = ""] = one.split(".");
      expect(proof.length).toBeGreaterThan(20);
      expect(everything).not.toContain(proof);
    }
    // The scan sees what it looks at.
    for (const word of ["enough", "so far", "takenFrom", '\\"fence\\":1', "handoff_ticket"]) {
      expect(everything).toContain(word);
    }
  });

  test("can't be made out of a copy of all that is stored", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const lock = { ...LOCK, requestId: "lock" };
    const first = accepted(await hand(world, ann, key, lock)).claim?.token;
    const second = accepted(await hand(world, ann, key, lock)).claim?.token;
    const copy = await world.dump();
    const words = [...new Set(copy.match(/[A-Za-z0-9_.-]{16,}/g))];
    expect(words.length).toBeGreaterThan(10);
    const made = words.flatMap((word) => [word, `1.${word}`, ...signed(word, key)]);
    for (const claim of made) refused(await hand(world, bob, key, { ...COMPLETE, claim, dryRun: true }), "claim_lost");
    for (const claim of [first, second]) accepted(await hand(world, bob, key, { ...COMPLETE, claim, dryRun: true }));
  });

  test("fits no other ticket, and no other claim on its own", async (world) => {
    const [key, other] = [await ticketIn(world, "Research Needed"), await ticketIn(world, "Research Needed")];
    const lock = { ...LOCK, requestId: "lock" };
    await locked(world, ann, other, "research");
    const tokens = [await hand(world, ann, key, lock), await hand(world, ann, key, lock)].map(
      (answer) => accepted(answer).claim?.token,
    );
    for (const claim of tokens) refused(await hand(world, ann, other, { ...COMPLETE, claim }), "claim_lost");
    await world.advance(21 * MINUTE);
    await locked(world, bob, key, "research");
    for (const claim of tokens) refused(await hand(world, ann, key, { ...COMPLETE, claim }), "claim_lost");
  });
}

async function everythingGivenOut({ board }: World): Promise<unknown> {
  const { items } = await board.tickets.list({}, 1000, null);
  const names = ["lock", "renewal", "edit", "comment", "theft", "release", "pick"];
  const tools = ["handoff_ticket", "update_ticket", "add_comment", "release_claim", "pick_actionable_issue"];
  const subjects = [...items.map((ticket) => ticket.key), "Ready for Plan"];
  return Promise.all([
    board.ledger.head(),
    board.ledger.after(0, 10_000),
    board.tickets.countByState(),
    board.claims.heldBy({ connection: "ann" }),
    board.claims.heldBy({ connection: "bob" }),
    board.tickets.list({}, 1000, null),
    ...items.flatMap(({ key }) => [
      board.tickets.get(key),
      board.tickets.forHandoff(key, { group: true, blockers: true }),
      board.tickets.links(key),
      board.tickets.comments(key),
      board.ledger.history({ type: "ticket", key }, 1000),
    ]),
    ...tools.flatMap((tool) =>
      subjects.flatMap((subject) =>
        names.map((id) => board.ledger.recorded({ sender: senderOf(ann), tool, subject, id })),
      ),
    ),
  ]);
}
