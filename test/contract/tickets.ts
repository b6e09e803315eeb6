import { expect } from "vitest";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket, type CreateInput } from "../../src/app/tickets/create.ts";
import { updateTicket, type UpdateInput } from "../../src/app/tickets/update.ts";
import { accepted, lastRow, newTicket, refused, seqOf, stateOf, ticketIn, ticketOf } from "../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, START, uma, type Test } from "../support/worlds/world.ts";

export function creating(test: Test): void {
  test("begins in the start state, with everything that was said about it", async (world) => {
    const answer = await createTicket(world.app, ann, {
      title: "Trains stop twice",
      body: "At the **second** signal.",
      priority: "P1",
      estimate: "M",
      labels: ["bug", "signals", "bug"],
    });
    expect(answer).toEqual({ number: 1, state: "Backlog", title: "Trains stop twice", event: 1 });
    const ticket = await world.board.tickets.get("1");
    expect(ticket).toEqual({
      key: "1",
      number: 1,
      title: "Trains stop twice",
      body: "At the **second** signal.",
      state: "Backlog",
      priority: "P1",
      estimate: "M",
      labels: ["bug", "signals"],
      parent: null,
      parentSince: null,
      createdAt: START,
      updatedAt: START,
      enteredAt: START,
      head: null,
      fork: null,
      planning: { type: null, milestone: null, iteration: null },
      version: 1,
      closed: false,
      onBoard: true,
      claim: null,
      claimDigest: null,
      fence: 0,
      formerHolder: null,
      reservedUntil: null,
      openBlockers: 0,
      childCount: 0,
      archived: false,
      closedAs: null,
      nodeId: ticket?.nodeId ?? null,
    });
    expect(await lastRow(world, "1")).toMatchObject({
      seq: 1,
      at: START,
      kind: "create",
      by: { connection: "ann", via: "stdio" },
      data: { to: "Backlog", parent: null, blockedBy: [] },
    });
  });

  test("needs no more than a title", async (world) => {
    const key = await newTicket(world, { title: "x" });
    expect(await ticketOf(world, key)).toMatchObject({ body: "", priority: null, estimate: null, labels: [] });
  });

  test("takes no state from whoever makes a ticket", async (world) => {
    const asked = { title: "in a hurry", state: "Done", toState: "Done" } as CreateInput;
    expect(accepted(await createTicket(world.app, ann, asked)).state).toBe("Backlog");
    expect(await ticketOf(world, "1")).toMatchObject({ state: "Backlog", closed: false });
  });

  test("hangs a new ticket below its parent and behind its blockers", async (world) => {
    const parent = await newTicket(world, { title: "the whole" });
    const blocker = await newTicket(world, { title: "first this" });
    await world.advance(MINUTE);
    const key = await newTicket(world, { title: "a part", parent, blockedBy: [blocker, blocker] });
    expect(await ticketOf(world, key)).toMatchObject({ parent, parentSince: START + MINUTE, openBlockers: 1 });
    expect((await ticketOf(world, parent)).childCount).toBe(1);
    const whole = { key: "1", number: 1, title: "the whole", state: "Backlog", closed: false };
    const first = { key: "2", number: 2, title: "first this", state: "Backlog", closed: false };
    const part = { key: "3", number: 3, title: "a part", state: "Backlog", closed: false };
    expect(await world.board.tickets.links(key)).toEqual({
      parent: whole,
      children: [],
      blockedBy: [first],
      blocks: [],
    });
    expect(await world.board.tickets.links(parent)).toEqual({
      parent: null,
      children: [part],
      blockedBy: [],
      blocks: [],
    });
    expect(await world.board.tickets.links(blocker)).toEqual({
      parent: null,
      children: [],
      blockedBy: [],
      blocks: [part],
    });
    expect((await lastRow(world, key)).data).toEqual({ to: "Backlog", parent: "1", blockedBy: ["2"] });
  });

  test("refuses what a ticket can't have, and makes none", async (world) => {
    const make = (fields: Partial<CreateInput>) => createTicket(world.app, ann, { title: "a ticket", ...fields });
    refused(await make({ title: " \n" }), "blank_title");
    expect(refused(await make({ priority: "urgent" }), "unknown_priority").error).toContain("P0, P1, P2 or P3");
    expect(refused(await make({ estimate: "XXL" }), "unknown_estimate").error).toContain("XS, S, M, L or XL");
    expect(refused(await make({ parent: "77" }), "ticket_not_found").facts).toMatchObject({ number: 77 });
    expect(refused(await make({ blockedBy: ["78"] }), "ticket_not_found").error).toContain("#78");
    expect(await seqOf(world)).toBe(0);
    expect(await world.board.tickets.get("1")).toBeNull();
  });

  test("numbers tickets without gaps when many are made at once", async (world) => {
    const makers = Array.from({ length: 80 }, (_, index) => (index % 2 === 0 ? ann : bob));
    const answers = await Promise.all(makers.map((by, index) => createTicket(world.app, by, { title: `no ${index}` })));
    const numbers = answers.map((answer) => accepted(answer).number).toSorted((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 80 }, (_, index) => index + 1));
    for (const [index, answer] of answers.entries()) {
      expect((await ticketOf(world, String(accepted(answer).number))).title).toBe(`no ${index}`);
    }
  });
}

export function editing(test: Test): void {
  test("changes the fields that are given, and no others", async (world) => {
    const key = await newTicket(world, { title: "old", body: "text", priority: "P2", estimate: "S", labels: ["a"] });
    await world.advance(MINUTE);
    const answer = await updateTicket(world.app, ann, { key, title: "new", priority: null, labels: ["b", "b", "c"] });
    expect(answer).toEqual({ number: 1, edited: ["title", "priority", "labels"], event: 2 });
    expect(await ticketOf(world, key)).toMatchObject({
      title: "new",
      body: "text",
      priority: null,
      estimate: "S",
      labels: ["b", "c"],
      state: "Backlog",
      version: 2,
      createdAt: START,
      enteredAt: START,
      updatedAt: START + MINUTE,
    });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "edit",
      by: { connection: "ann" },
      data: { fields: ["title", "priority", "labels"] },
    });
    accepted(await updateTicket(world.app, maria, { key, body: "", estimate: null, priority: "P0" }));
    expect(await ticketOf(world, key)).toMatchObject({ body: "", estimate: null, priority: "P0", version: 3 });
  });

  test("never changes a ticket's state", async (world) => {
    const key = await newTicket(world);
    const sneaky = { key, state: "Done", closed: 1, toState: "Done" } as UpdateInput;
    expect(refused(await updateTicket(world.app, ann, sneaky), "nothing_to_edit").error).toContain("handoff_ticket");
    accepted(await updateTicket(world.app, ann, { ...sneaky, title: "still open" }));
    expect(await ticketOf(world, key)).toMatchObject({ title: "still open", state: "Backlog", closed: false });
  });

  test("refuses what a ticket can't have, and leaves it alone", async (world) => {
    const key = await newTicket(world);
    const before = await ticketOf(world, key);
    refused(await updateTicket(world.app, ann, { key, title: "" }), "blank_title");
    refused(await updateTicket(world.app, ann, { key, title: "x", priority: "P4" }), "unknown_priority");
    refused(await updateTicket(world.app, ann, { key, estimate: "m" }), "unknown_estimate");
    refused(await updateTicket(world.app, ann, { key }), "nothing_to_edit");
    refused(await updateTicket(world.app, ann, { key: "9", title: "x" }), "ticket_not_found");
    expect(await ticketOf(world, key)).toEqual(before);
  });

  test("overwrites nothing that somebody else changed after the caller looked", async (world) => {
    const key = await newTicket(world, { title: "first", priority: "P2", labels: ["a", "b"] });
    accepted(await updateTicket(world.app, ann, { key, priority: "P1", labels: ["a", "c"] }));
    const late = { key, priority: "P3", seen: { priority: "P2" } };
    expect(refused(await updateTicket(world.app, maria, late), "field_changed").facts).toMatchObject({
      fields: ["priority"],
    });
    refused(await updateTicket(world.app, maria, { key, labels: [], seen: { labels: ["a", "b"] } }), "field_changed");
    refused(await updateTicket(world.app, maria, { key, title: "x", seen: { title: "" } }), "field_changed");
    refused(await updateTicket(world.app, maria, { key, parent: null, seen: { parent: "9" } }), "field_changed");
    expect(await ticketOf(world, key)).toMatchObject({ title: "first", priority: "P1", labels: ["a", "c"] });
    accepted(await updateTicket(world.app, maria, { ...late, seen: { priority: "P1", labels: ["c", "a"] } }));
    accepted(await updateTicket(world.app, maria, { key, title: "second", seen: { title: "first", parent: null } }));
    expect(await ticketOf(world, key)).toMatchObject({ title: "second", priority: "P3" });
  });

  test("edits a closed ticket without opening it", async (world) => {
    const key = await ticketIn(world, "Done");
    accepted(await updateTicket(world.app, ann, { key, body: "for the record" }));
    expect(await ticketOf(world, key)).toMatchObject({ body: "for the record", state: "Done", closed: true });
  });
}

export function commenting(test: Test): void {
  test("keeps comments in the order in which they were written, within a millisecond too", async (world) => {
    const key = await newTicket(world);
    const words = Array.from({ length: 12 }, (_, index) => `word ${index}`);
    for (const body of words) accepted(await addComment(world.app, ann, { key, body }));
    expect((await world.board.tickets.comments(key)).map((comment) => comment.body)).toEqual(words);
  });

  test("says who wrote what, and when", async (world) => {
    const key = await newTicket(world);
    const other = await newTicket(world);
    const first = accepted(await addComment(world.app, uma, { key, body: "from an agent" }));
    await world.advance(MINUTE);
    const second = accepted(await addComment(world.app, maria, { key, body: "from a person" }));
    expect(await world.board.tickets.comments(key)).toEqual([
      { id: first.id, author: "desk/uma", body: "from an agent", createdAt: START },
      { id: second.id, author: "Maria", body: "from a person", createdAt: START + MINUTE },
    ]);
    expect(first).toEqual({ number: 1, id: first.id, event: 3 });
    expect(await world.board.tickets.comments(other)).toEqual([]);
    expect(await lastRow(world, key)).toMatchObject({
      seq: 4,
      kind: "comment",
      by: { person: "Maria", via: "cli", proof: "key" },
    });
    expect(await stateOf(world, key)).toBe("Backlog");
  });

  test("refuses a comment without words, or on no ticket", async (world) => {
    const key = await newTicket(world);
    refused(await addComment(world.app, ann, { key, body: "\t \n" }), "blank_comment");
    refused(await addComment(world.app, ann, { key: "12", body: "hello?" }), "ticket_not_found");
    expect(await world.board.tickets.comments(key)).toEqual([]);
    expect(await seqOf(world)).toBe(1);
  });
}
