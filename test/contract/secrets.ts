import { expect } from "vitest";
import { addComment } from "../../src/app/tickets/comment.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { accepted, hand, locked, refused, ticketIn } from "../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, operator, type Test, type World } from "../support/worlds/world.ts";

const LOCK = { command: "research", intent: "lock" };

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

    expect(new Set(tokens).size).toBe(2);
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

  test("can't be made out of what the board gives out", async (world) => {
    const secret = await world.board.claims.secret();
    const key = await ticketIn(world, "Research Needed");
    await locked(world, ann, key, "research");
    expect(secret.length).toBeGreaterThan(30);
    expect(JSON.stringify(await everythingGivenOut(world))).not.toContain(secret);
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
      subjects.flatMap((subject) => names.map((id) => board.ledger.recorded(tool, subject, id))),
    ),
  ]);
}
