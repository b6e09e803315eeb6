import { expect } from "vitest";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { shortenLeases } from "../../src/app/claims/shorten-leases.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import type { LedgerRow } from "../../src/app/commit/plan.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { accepted, hand, locked, newTicket, put, refused, seqOf, ticketIn, ticketOf } from "../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, operator, START, type Test, type World } from "../support/worlds/world.ts";

export function ledger(test: Test): void {
  test("has one row for every answer, accepted or refused, of the kind that it was", async (world) => {
    const { app } = world;
    accepted(await createTicket(app, ann, { title: "the whole" }));
    accepted(await createTicket(app, ann, { title: "a part", parent: "1" }));
    accepted(await createTicket(app, ann, { title: "another" }));
    accepted(await updateTicket(app, ann, { key: "1", body: "more" }));
    accepted(await updateTicket(app, ann, { key: "1", addBlockers: ["3"] }));
    refused(await updateTicket(app, ann, { key: "1", removeBlockers: ["3"] }), "relink_not_allowed");
    accepted(await addComment(app, bob, { key: "1", body: "a word" }));
    await world.advance(MINUTE);
    accepted(await hand(world, ann, "1", { command: "triage", toState: "Research Needed" }));
    refused(await hand(world, ann, "1", { command: "triage", toState: "Research Needed" }), "unexpected_state");
    accepted(await advanceChildren(app, ann, { key: "1", targetState: "Research Needed" }));
    refused(await advanceChildren(app, ann, { key: "1", targetState: "Done" }), "target_not_allowed");
    accepted(
      await pickIssue(app, bob, { workflowState: "Research Needed", claim: true, command: "research", reason: "me" }),
    );
    expect(await shortenLeases(app, bob, "bob")).toBe(1);
    refused(await releaseClaim(app, ann, { key: "2", reason: "me" }), "claim_conflict");
    accepted(await releaseClaim(app, bob, { key: "2", reason: "done" }));
    accepted(await hand(world, operator, "2", { toState: "Done" }));
    accepted(await hand(world, ann, "1", { command: "research", intent: "lock" }));
    accepted(await hand(world, maria, "1", { toState: "Research in Progress" }));
    const rows = await world.board.ledger.after(0, 100);
    expect(rows.map((row) => `${row.kind} ${row.subject.key}`)).toEqual([
      "create 1",
      "create 2",
      "create 3",
      "edit 1",
      "link 1",
      "refuse 1",
      "comment 1",
      "move 1",
      "refuse 1",
      "propagate 2",
      "refuse 1",
      "move 2",
      "claim 2",
      "refuse 2",
      "release 2",
      "override 2",
      "move 1",
      "stay 1",
    ]);
    expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
  });

  test("writes nothing for what was only looked at, or asked about a ticket that is not there", async (world) => {
    const key = await newTicket(world);
    const before = [await seqOf(world), await world.dump()];
    await pickIssue(world.app, ann, { workflowState: "Backlog" });
    await world.board.tickets.group(key, "whole");
    await world.board.tickets.list({}, 10, null);
    refused(await hand(world, ann, "404", { command: "triage", intent: "close" }), "ticket_not_found");
    refused(await addComment(world.app, ann, { key: "404", body: "?" }), "ticket_not_found");
    refused(await createTicket(world.app, ann, { title: "" }), "blank_title");
    expect([await seqOf(world), await world.dump()]).toEqual(before);
  });

  test("leads from state to state without a break, and raises a version with every change", async (world) => {
    const key = await newTicket(world);
    const versions = [(await ticketOf(world, key)).version];
    const note = async () => versions.push((await ticketOf(world, key)).version);
    const { app } = world;
    await hand(world, ann, key, { command: "triage", toState: "Research Needed" });
    await note();
    await updateTicket(app, bob, { key, title: "changed" });
    await note();
    const { token } = await locked(world, ann, key, "research");
    await note();
    await newTicket(world, { blockedBy: [key] });
    await note();
    await world.advance(15 * MINUTE);
    await hand(world, ann, key, { command: "research", intent: "lock", claim: token });
    await note();
    await shortenLeases(app, ann, "ann");
    await note();
    await releaseClaim(app, ann, { key, reason: "enough" });
    await note();
    await locked(world, bob, key, "research");
    await note();
    await hand(world, bob, key, { command: "research", intent: "complete" });
    await note();
    await put(world, key, "Done");
    await note();
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    const chain = (await world.board.ledger.history({ type: "ticket", key }, 100))
      .toReversed()
      .filter((row) => "to" in row.data);
    expect(chain.map((row) => [row.data["from"] ?? null, row.data["to"]])).toEqual([
      [null, "Backlog"],
      ["Backlog", "Research Needed"],
      ["Research Needed", "Research in Progress"],
      ["Research in Progress", "Research in Progress"],
      ["Research in Progress", "Research in Progress"],
      ["Research in Progress", "Ready for Plan"],
      ["Ready for Plan", "Done"],
    ]);
  });

  test("tells a subject's history from the newest back, page by page", async (world) => {
    const [key, other] = [await newTicket(world), await newTicket(world)];
    for (let i = 0; i < 5; i++) {
      await hand(world, ann, key, { command: "split", intent: "complete", reason: `round ${i}` });
      await hand(world, ann, other, { command: "split", intent: "complete", reason: "elsewhere" });
    }
    const subject = { type: "ticket", key } as const;
    const all = await world.board.ledger.history(subject, 100);
    expect(all.map((row) => row.seq)).toEqual([11, 9, 7, 5, 3, 1]);
    expect(all.map((row) => row.texts["reason"])).toEqual([
      "round 4",
      "round 3",
      "round 2",
      "round 1",
      "round 0",
      undefined,
    ]);
    const first = await world.board.ledger.history(subject, 4);
    const rest = await world.board.ledger.history(subject, 4, first.at(-1)?.seq ?? 0);
    expect([...first, ...rest]).toEqual(all);
    expect(await world.board.ledger.history(subject, 4, 1)).toEqual([]);
    expect(await world.board.ledger.history({ type: "ticket", key: "404" }, 4)).toEqual([]);
    expect(await world.board.ledger.history({ type: "board", key }, 4)).toEqual([]);
  });

  test("is read on from any row, without gaps or repeats", async (world) => {
    for (let i = 0; i < 7; i++) await newTicket(world, { title: `no ${i}` });
    const all = await world.board.ledger.after(0, 100);
    const pages: LedgerRow[] = [];
    for (let after = 0; pages.length < 20; after = pages.at(-1)?.seq ?? 0) {
      const page = await world.board.ledger.after(after, 3);
      if (page.length === 0) break;
      pages.push(...page);
    }
    expect(pages).toEqual(all);
    expect(all.map((row) => row.texts["0.title"])).toEqual(Array.from({ length: 7 }, (_, index) => `no ${index}`));
    expect(await world.board.ledger.after(7, 3)).toEqual([]);
  });

  test("ends where the head says, each row with a hash of its own", async (world) => {
    expect(await world.board.ledger.head()).toEqual({ seq: 0, hash: "0".repeat(64), at: 0 });
    await newTicket(world);
    await world.advance(MINUTE);
    await newTicket(world);
    const rows = await world.board.ledger.after(0, 10);
    expect(await world.board.ledger.head()).toEqual({ seq: 2, hash: rows[1]?.hash, at: START + MINUTE });
    expect(new Set(rows.map((row) => row.hash)).size).toBe(2);
    for (const row of rows) expect(row.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test("keeps its order in time when the clock is set back", async (world) => {
    await newTicket(world);
    await world.advance(-5 * MINUTE);
    await newTicket(world);
    await world.advance(6 * MINUTE);
    await newTicket(world);
    expect((await world.board.ledger.after(0, 10)).map((row) => row.at)).toEqual([START, START, START + MINUTE]);
  });

  test("tells whoever watches that something was written", async (world) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = world.board.watch(resolve);
    await newTicket(world);
    await promise;
    stop();
  });

  test("loses nothing and repeats nothing when many write at once", async (world) => {
    const keys = await Promise.all(Array.from({ length: 4 }, () => ticketIn(world, "Backlog")));
    const before = await seqOf(world);
    const calls = Array.from({ length: 40 }, (_, index) => {
      const key = keys[index % keys.length] ?? "";
      return index % 3 === 0
        ? updateTicket(world.app, ann, { key, body: `${index}` })
        : hand(
            world,
            bob,
            key,
            index % 3 === 1 ? { command: "split", intent: "complete" } : { command: "plan", intent: "lock" },
          );
    });
    const answers = await Promise.all(calls);
    expect(answers.filter((answer) => "code" in answer)).toHaveLength(13);
    expect(await seqOf(world)).toBe(before + 40);
    await expectWhole(world);
  });
}

async function expectWhole(world: World): Promise<void> {
  const rows = await world.board.ledger.after(0, 10_000);
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1));
  const { items } = await world.board.tickets.list({}, 1000, null);
  for (const ticket of items) {
    const edits = rows.filter((row) => row.subject.key === ticket.key && row.kind === "edit").length;
    expect(ticket.version).toBe(1 + edits);
  }
}
