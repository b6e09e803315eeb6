import { expect } from "vitest";
import { readCards } from "../../src/app/pages/cards.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { viewMoves } from "../../src/app/tickets/moves.ts";
import { viewNeeds } from "../../src/app/pages/needs-you.ts";
import { viewTicketPage } from "../../src/app/pages/ticket-page.ts";
import { viewWorkflow } from "../../src/app/pages/workflow-page.ts";
import { accepted, hand, locked, newTicket, put, refused, ticketIn } from "../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, START, type Test } from "../support/worlds/world.ts";

const at = (ms: number): string => new Date(START + ms).toISOString();

export function pages(test: Test): void {
  test("shows all open tickets as cards, and of the closed ones the newest", async (world) => {
    const parent = await newTicket(world, { title: "Above", body: "Long".repeat(1000) });
    const blocker = await ticketIn(world, "Research Needed", { labels: ["a"], priority: "P1", estimate: "S" });
    const satisfied = await ticketIn(world, "Done");
    await newTicket(world, { parent, blockedBy: [blocker, satisfied] });
    await locked(world, ann, blocker, "research");
    for (let closed = 0; closed < 3; closed++) {
      await world.advance(MINUTE);
      await ticketIn(world, "Canceled");
    }
    const cards = await readCards(world.app, { closed: 2 });
    expect(cards.map(({ key }) => key)).toEqual(["1", "2", "4", "7", "6"]);
    expect(cards[0]).toMatchObject({ title: "Above", children: 1, parent: null, claim: null, closed: false });
    expect(cards[1]).toMatchObject({
      state: "Research in Progress",
      labels: ["a"],
      priority: "P1",
      estimate: "S",
      claim: { holder: "ann", since: at(0), expiresAt: at(20 * MINUTE), expired: false, session: null },
      enteredAt: at(0),
    });
    expect(cards[2]).toMatchObject({ parent: "1", openBlockers: ["2"] });
    expect(JSON.stringify(cards)).not.toContain("LongLong");
  });

  test("reads any number of cards by key, and no other", async (world) => {
    for (let index = 0; index < 70; index++) await newTicket(world);
    const wanted = Array.from({ length: 69 }, (_, index) => String(index + 2));
    const read = await readCards(world.app, { keys: [...wanted, "2", "999", "nobody\0"] });
    expect(read.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(wanted.map(Number));
    expect(await readCards(world.app, { keys: [] })).toEqual([]);
  });

  test("lights the lamp of whoever is at work on a card", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    await locked(world, ann, key, "research");
    const { sessionId } = accepted(await createSession(world.app, ann, { ticket: key }));
    accepted(await createSession(world.app, bob, { ticket: key }));
    const [card] = await readCards(world.app, { keys: [key] });
    expect(card?.claim?.session).toMatchObject({ id: sessionId, agent: "ann" });
    expect(card?.session?.agent).toMatch(/ann|bob/);
    expect((await readCards(world.app, { closed: 0 }))[0]?.claim).toEqual(card?.claim);
  });

  test("tries out every move that a person could make, and makes none", async (world) => {
    const key = await ticketIn(world, "Ready for Plan");
    const late = await newTicket(world, { blockedBy: [key] });
    const head = await world.board.ledger.head();
    const moves = accepted(await viewMoves(world.app, key));
    expect(await world.board.ledger.head()).toEqual(head);
    expect(moves).toHaveLength(world.app.machine.states.size - 1);
    const to = (state: string) => moves.find((move) => move.to === state);
    expect(to("Human Needed")).toEqual({
      to: "Human Needed",
      label: "Escalate",
      legal: true,
      takes: null,
      override: false,
      why: null,
      recovery: null,
      lacks: [],
      warnings: [],
    });
    expect(to("Done")).toMatchObject({ label: "Move to Done", legal: false, override: true });
    expect(to("Done")?.why).toContain("does not lead to");
    expect(to("Done")?.recovery).toBe(
      'use "Start planning" (to Plan in Progress) or "Escalate" (to Human Needed), or use "Override the graph" as an operator.',
    );
    // In the graph, and a guard stands there: an operator may go past it.
    expect(to("Plan in Progress")).toMatchObject({
      label: "Start planning",
      legal: false,
      override: true,
      lacks: ["group"],
    });
    expect(to("Plan in Progress")?.why).toContain(`#${late}`);
    for (const { to: state, legal } of moves) {
      const tried = await hand(world, maria, key, { toState: state, reason: "x" });
      expect("kind" in tried && tried.kind === "refusal", state).toBe(!legal);
      if (legal) break;
    }
    refused(await viewMoves(world.app, "99"), "ticket_not_found");
  });

  test("lists what waits for a person, the oldest first, with the last word on it", async (world) => {
    const stale = await ticketIn(world, "Research Needed");
    await locked(world, ann, stale, "research");
    await world.advance(MINUTE);
    const asked = await ticketIn(world, "Research Needed");
    accepted(await hand(world, bob, asked, { command: "research", intent: "escalate", reason: "Which of the two?" }));
    await world.advance(30 * MINUTE);
    const review = await ticketIn(world, "In Review");
    await ticketIn(world, "Done");
    const needs = await viewNeeds(world.app);
    expect(needs.map(({ kind, card, since }) => [kind, card.key, since])).toEqual([
      ["state", asked, at(MINUTE)],
      ["stale_claim", stale, at(20 * MINUTE)],
      ["state", review, at(31 * MINUTE)],
    ]);
    expect(needs[0]?.lastWord).toEqual({ who: "bob", at: at(MINUTE), text: "Which of the two?" });
    expect(needs[2]?.lastWord).toMatchObject({ who: "Olga (person)", text: "put there by hand" });
  });

  test("lists a session that fell silent", async (world) => {
    const key = await newTicket(world);
    accepted(await createSession(world.app, ann, { ticket: key }));
    expect(await viewNeeds(world.app)).toEqual([]);
    await world.advance(16 * MINUTE);
    expect(await viewNeeds(world.app)).toMatchObject([
      { kind: "silent_session", since: at(0), card: { key }, session: { agent: "ann", silent: true } },
    ]);
  });

  test("shows a ticket with its stays, its timeline and what is around it", async (world) => {
    const parent = await newTicket(world);
    const key = await newTicket(world, { parent, body: "What is wanted" });
    const other = await newTicket(world, { parent, blockedBy: [key] });
    await world.advance(MINUTE);
    await put(world, key, "Research Needed");
    await world.advance(MINUTE);
    refused(await hand(world, maria, key, { toState: "Done" }), "invalid_transition");
    accepted(await addComment(world.app, ann, { key, body: "A word" }));
    await world.advance(3 * MINUTE);
    await put(world, key, "Ready for Plan");
    await world.advance(MINUTE);
    const page = accepted(await viewTicketPage(world.app, key, null));
    expect(page.visits).toEqual([
      { state: "Backlog", from: at(0), until: at(MINUTE), ms: MINUTE, refusals: 0 },
      { state: "Research Needed", from: at(MINUTE), until: at(5 * MINUTE), ms: 4 * MINUTE, refusals: 1 },
      { state: "Ready for Plan", from: at(5 * MINUTE), until: null, ms: MINUTE, refusals: 0 },
    ]);
    expect(page.timeline.map(({ kind }) => kind)).toEqual(["move", "comment", "refuse", "move", "create"]);
    expect(page).toMatchObject({
      body: "What is wanted",
      parent: { key: parent },
      blocks: [{ key: other, blockedBy: [key] }],
      blockedBy: [],
      comments: [{ author: "ann", body: "A word" }],
      olderBefore: null,
      lastClaim: null,
      group: { members: [{ key }, { key: other }], converged: { target: "Ready for Plan", ready: 1, total: 2 } },
    });
    refused(await viewTicketPage(world.app, "99", null), "ticket_not_found");
  });

  test("pages through a long timeline", async (world) => {
    const key = await newTicket(world);
    for (let index = 0; index < 150; index++) accepted(await addComment(world.app, ann, { key, body: `${index}` }));
    const first = accepted(await viewTicketPage(world.app, key, null));
    const second = accepted(await viewTicketPage(world.app, key, first.olderBefore));
    const seqs = [...first.timeline, ...second.timeline].map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 151 }, (_, index) => 151 - index));
    expect(second.olderBefore).toBeNull();
  });

  test("remembers who held a ticket last", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    await locked(world, ann, key, "research");
    accepted(await hand(world, ann, key, { command: "research", intent: "complete" }));
    const page = accepted(await viewTicketPage(world.app, key, null));
    expect(page.lastClaim).toEqual({ holder: "ann", fence: 1 });
  });

  test("shows a workflow with the life on it", async (world) => {
    await newTicket(world);
    await ticketIn(world, "Research Needed");
    refused(await hand(world, maria, "1", { toState: "In Review" }), "invalid_transition");
    const page = accepted(await viewWorkflow(world.app, "ticket", 7));
    expect(page.counts.find(({ state }) => state === "Backlog")).toMatchObject({ count: 1, oldest: at(0) });
    expect(page.traffic).toContainEqual({ from: "Backlog", to: "Research Needed", count: 1 });
    expect(page.refused).toEqual([{ code: "invalid_transition", count: 1 }]);
    expect(accepted(await viewWorkflow(world.app, "session", 7)).workflow.name).toBe("session");
    expect(accepted(await viewWorkflow(world.app, "skill", 7)).workflow.name).toBe("skill");
    expect(refused(await viewWorkflow(world.app, "tickt", 7), "workflow_not_found").recovery).toContain("ticket");
  });

  test("says which tickets wait for another", async (world) => {
    const [first, second, third] = [await newTicket(world), await newTicket(world), await newTicket(world)];
    accepted(await updateTicket(world.app, maria, { key: second, addBlockers: [first] }));
    accepted(await updateTicket(world.app, maria, { key: third, addBlockers: [first, second] }));
    expect([...(await world.board.tickets.waitingFor([first]))].toSorted()).toEqual([second, third]);
    expect(await world.board.tickets.waitingFor([third])).toEqual([]);
  });
}
