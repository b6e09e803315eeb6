import { expect } from "vitest";
import { addComment } from "../../src/app/tickets/comment.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import type { EventFilter } from "../../src/app/ledger/filter.ts";
import { findEvents } from "../../src/app/ledger/find-events.ts";
import { summarise, viewLedger, viewRow } from "../../src/app/pages/ledger-page.ts";
import { createSession } from "../../src/app/sessions/create-session.ts";
import { accepted, hand, newTicket, refused, seqOf } from "../support/worlds/steps.ts";
import { ann, maria, MINUTE, operator, START, vic, type Test, type World } from "../support/worlds/world.ts";

const HOUR = 60 * MINUTE;
const REFUSED = { kind: "refusal" };

export function lookingBack(test: Test): void {
  test("finds rows by who, kind, state, subject, words and time, and by all of them at once", async (world) => {
    await aMorning(world);
    await expectFound(world, { who: "Maria" }, ["create 1", "create 2", "move 1", "edit 1"]);
    await expectFound(world, { who: "maria (person)", kinds: ["step"] }, ["move 1"]);
    await expectFound(world, { who: "vic" }, ["refuse 2"]);
    await expectFound(world, { who: "desk/vic" }, ["refuse 2"]);
    await expectFound(world, { who: "desk", refused: true }, ["refuse 2"]);
    await expectFound(world, { kinds: ["comment", "override"] }, ["comment 1", "override 2"]);
    await expectFound(world, { refused: true }, ["refuse 1", "refuse 2"]);
    await expectFound(world, { state: "research needed", kinds: ["change"] }, ["move 1"]);
    await expectFound(world, { state: "Done" }, ["refuse 1"]);
    await expectFound(world, { words: "NOBODY half%cent" }, ["comment 1"]);
    await expectFound(world, { words: "half_cents" }, []);
    await expectFound(world, { words: "Über" }, ["override 2"]);
    await expectFound(world, { who: "%" }, []);
    await expectFound(world, { subject: { type: "ticket", key: "2" }, kinds: ["change"] }, ["create 2", "override 2"]);
    await expectFound(world, { since: START + HOUR, until: START + 2 * HOUR, kinds: ["change"] }, [
      "comment 1",
      "edit 1",
    ]);
    await expectFound(world, { since: START + 9 * HOUR }, []);
    await expectFound(world, { subject: { type: "ticket", key: "99" } }, []);
    await expectFound(world, { words: "\0" }, []);
  });

  test("finds them page by page, each once, and says how far it has looked", async (world) => {
    await aMorning(world);
    const all = await findEvents(world.app, {}, { before: (await seqOf(world)) + 1, limit: 100 });
    expect(all.next).toBeNull();
    for (const filter of [{}, { subject: { type: "ticket", key: "1" } }, { kinds: ["change"] }] as EventFilter[]) {
      const whole = (await findEvents(world.app, filter, { before: (await seqOf(world)) + 1, limit: 100 })).events;
      const found: number[] = [];
      for (let before: number | null = (await seqOf(world)) + 1; before !== null;) {
        const page = await findEvents(world.app, filter, { before, limit: 2, reach: 3 });
        found.push(...page.events.map(({ seq }) => seq));
        before = page.next;
      }
      expect(found).toEqual(whole.map(({ seq }) => seq));
    }
    const near = await findEvents(world.app, { kinds: ["create"] }, { before: 1_000, limit: 5, reach: 10 });
    expect([near.events, near.next]).toEqual([[], 990]);
  });

  test("tells from what to what a row has changed things, by the rows before it", async (world) => {
    await aMorning(world);
    accepted(
      await updateTicket(world.app, maria, { key: "1", title: "Third", labels: ["a", "b"], addBlockers: ["2"] }),
    );
    const { rows } = await viewLedger(world.app, { who: "Maria" }, { before: 1_000, limit: 2 });
    expect(rows.map(({ words, difference }) => ({ words, difference }))).toEqual([
      {
        words: "#1 linked: blocked by #2",
        difference: [
          { field: "blocked by", before: null, after: "#2" },
          { field: "title", before: "Second", after: "Third" },
          { field: "labels", before: "[]", after: '["a","b"]' },
        ],
      },
      {
        words: "#1 edited: title, priority",
        difference: [
          { field: "title", before: "a ticket", after: "Second" },
          { field: "priority", before: null, after: "P1" },
        ],
      },
    ]);
    const [moved] = (await viewLedger(world.app, { kinds: ["override"] }, { before: 1_000, limit: 1 })).rows;
    expect(moved?.difference).toEqual([{ field: "state", before: "Backlog", after: "Plan in Review" }]);
    const [no] = (await viewLedger(world.app, { refused: true }, { before: 1_000, limit: 1 })).rows;
    expect(no?.difference).toEqual([]);
  });

  test("shows one row with its place in the chain", async (world) => {
    await newTicket(world);
    await newTicket(world);
    const head = await seqOf(world);
    const [before, last] = await world.board.ledger.after(head - 2, 2);
    expect(await viewRow(world.app, head)).toMatchObject({
      row: { seq: head, words: "#2 created in Backlog" },
      proof: { hash: last?.hash, after: before?.hash },
    });
    refused(await viewRow(world.app, head + 1), "row_not_found");
  });

  test("counts a span of time: who, what, and when", async (world) => {
    await aMorning(world);
    const summary = await summarise(world.app, START + HOUR, START + 2 * HOUR);
    expect(summary).toMatchObject({ people: 1, agents: 2, slotMs: 37_500 });
    expect(summary.kinds).toEqual(expect.arrayContaining([{ kind: "refuse", count: 2 }]));
    expect(summary.slots.filter(({ rows }) => rows > 0)).toMatchObject([
      { at: "2026-11-15T13:00:00.000Z", refused: 2 },
      { at: "2026-11-15T13:30:00.000Z", refused: 0 },
    ]);
    const counted = summary.slots.reduce((sum, { rows }) => sum + rows, 0);
    expect(counted).toBe(summary.rows);
    expect((await summarise(world.app, START - HOUR, START - MINUTE)).rows).toBe(0);
  });
}

/** 12:00 to 14:00. */
async function aMorning(world: World): Promise<void> {
  await newTicket(world);
  await newTicket(world);
  accepted(await hand(world, maria, "1", { toState: "Research Needed", reason: "unclear" }));
  await world.advance(HOUR);
  accepted(await addComment(world.app, ann, { key: "1", body: "Nobody pays half%cents." }));
  expect(await hand(world, ann, "1", { command: "impl", toState: "Done" })).toMatchObject(REFUSED);
  expect(await hand(world, vic, "2", { command: "impl", intent: "complete" })).toMatchObject(REFUSED);
  accepted(await createSession(world.app, ann, { ticket: "1" }));
  await world.advance(30 * MINUTE);
  accepted(await updateTicket(world.app, maria, { key: "1", title: "Second", priority: "P1" }));
  await world.advance(30 * MINUTE);
  accepted(await hand(world, operator, "2", { toState: "Plan in Review", reason: "Über Nacht" }));
}

/** Written as `kind ticket`, the oldest first; sessions stand beside their ticket. */
async function expectFound(world: World, filter: EventFilter, rows: readonly string[]): Promise<void> {
  const { events } = await findEvents(world.app, filter, { before: (await seqOf(world)) + 1, limit: 100 });
  const told = events
    .toReversed()
    .filter(({ subject }) => subject.type === "ticket")
    .map(({ kind, subject }) => `${kind} ${subject.key}`);
  expect(told, JSON.stringify(filter)).toEqual(rows);
}
