import { expect } from "vitest";
import { newestEvents, ledgerEvents, ticketEvents } from "../../src/app/ledger/events.ts";
import type { Entry, Subject } from "../../src/app/commit/plan.ts";
import { readStats } from "../../src/app/measures/stats.ts";
import { accepted, hand, locked, newTicket, refused, seqOf, ticketIn } from "../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, operator, type Test, type World } from "../support/worlds/world.ts";

const HOUR = 60 * MINUTE;

export function measuring(test: Test): void {
  // Two days: the clock begins at 12:00 of the 15th, and everything is measured at 12:00 of the 16th.
  test("add up to a table that was worked out by hand", async (world) => {
    await firstDay(world);
    await secondDay(world);
    const stats = await readStats(world.app, { days: 1 });
    expect(stats).toMatchObject({
      from: "2026-11-16T00:00:00.000Z",
      to: "2026-11-16T12:00:00.000Z",
      days: 1,
      tickets: {
        open: 2,
        closed: 3,
        held: 1,
        finished: 1,
        finishedBefore: 1,
        cycle: { count: 1, medianMs: 23.25 * HOUR, p85Ms: null, p90Ms: null },
        cycleBefore: { count: 1, medianMs: 2 * HOUR + 10 * MINUTE },
        cycles: [{ key: "1", at: "2026-11-16T11:15:00.000Z", ms: 23.25 * HOUR }],
        throughput: [{ day: "2026-11-16", count: 1 }],
        share: { workMs: 30 * MINUTE, humanMs: 30 * MINUTE, queueMs: 22.25 * HOUR },
        turnedBack: [{ from: "Plan in Review", to: "Ready for Plan", count: 1, of: 1 }],
        claimsEnding: [{ key: "4", holder: "ann", expiresAt: "2026-11-16T12:04:00.000Z" }],
        oldestWaiting: [{ key: "2", title: "a ticket", state: "Backlog", ms: 24 * HOUR }],
        // Nowhere have so many been that it is known what is usual.
        aging: 0,
      },
      refusals: {
        total: 2,
        lastHour: 1,
        byDay: [{ day: "2026-11-16", count: 2 }],
        byState: [
          { state: "Ready for Plan", code: "invalid_transition", count: 1 },
          { state: "implementing", code: "out_of_order", count: 1 },
        ],
      },
    });
    expect(stats.refusals.byCode).toEqual([
      { code: "invalid_transition", count: 1 },
      { code: "out_of_order", count: 1 },
    ]);
    const spans = stats.tickets.states.map((one) => [one.state, one.count, one.medianMs, one.now]);
    expect(spans).toEqual([
      ["Backlog", 2, MINUTE, 1],
      ["Research Needed", 1, 43 * MINUTE, 0],
      ["Research in Progress", 0, null, 1],
      // 19 h 50 min and 15 min: the median lies halfway.
      ["Ready for Plan", 2, (19 * 60 + 50 + 15) * MINUTE * 0.5, 0],
      ["Plan in Progress", 1, 30 * MINUTE, 0],
      ["Plan in Review", 1, 30 * MINUTE, 0],
      ["In Progress", 0, null, 0],
      ["In Review", 0, null, 0],
      ["Human Needed", 0, null, 0],
    ]);
    expect(stats.tickets.states.every(({ p85Ms }) => p85Ms === null)).toBe(true);
    expect(stats.tickets.states[0]?.standing).toEqual([{ key: "2", since: "2026-11-15T12:00:00.000Z" }]);
    expect(new Map(stats.tickets.traffic.map(({ from, to, count }) => [`${from} → ${to}`, count]))).toEqual(
      new Map([
        ["null → Backlog", 2],
        ["Backlog → Research Needed", 1],
        ["Backlog → Canceled", 1],
        ["Research Needed → Research in Progress", 1],
        ["Ready for Plan → Plan in Progress", 1],
        ["Plan in Progress → Plan in Review", 1],
        ["Plan in Review → Ready for Plan", 1],
        ["Ready for Plan → Done", 1],
      ]),
    );
  });

  test("call a ticket unusually old once enough others have left its state sooner", async (world) => {
    for (let count = 0; count < 11; count++) await newTicket(world);
    await world.advance(HOUR);
    for (let key = 1; key <= 9; key++) accepted(await hand(world, maria, String(key), { toState: "Canceled" }));
    await world.advance(2 * HOUR);
    const before = (await readStats(world.app, { days: 1 })).tickets;
    expect([before.aging, before.states[0]]).toMatchObject([0, { state: "Backlog", count: 9, p85Ms: null, now: 2 }]);
    accepted(await hand(world, maria, "10", { toState: "Canceled" }));
    const { tickets } = await readStats(world.app, { days: 1 });
    // Nine stood there for an hour, and one for three: 85 % lie at an hour.
    expect([tickets.aging, tickets.states[0]]).toMatchObject([1, { count: 10, p85Ms: HOUR, now: 1 }]);
  });

  test("time sessions and runs by the same rules", async (world) => {
    await firstDay(world);
    await secondDay(world);
    const { sessions, runs, refusals } = await readStats(world.app, { days: 1 });
    expect(sessions.states.map((one) => [one.state, one.count, one.medianMs])).toEqual([
      ["idle", 1, 5 * MINUTE],
      ["analyzing", 1, 5 * MINUTE],
      ["implementing", 2, 10 * MINUTE],
      ["testing", 2, 3 * MINUTE],
      ["committing", 1, 2 * MINUTE],
    ]);
    expect(sessions.turnedBack).toEqual([{ from: "testing", to: "implementing", count: 1, of: 2 }]);
    expect(sessions.outcomes).toEqual([{ outcome: "success", count: 1 }]);
    expect(sessions.outOfOrder).toBe(1);
    expect(runs).toMatchObject({ finished: 1, states: [{ state: "cleanup", count: 1, medianMs: 7 * MINUTE }] });
    expect(runs.traffic).toEqual([
      { from: "batch-router", to: "done", count: 1 },
      { from: "cleanup", to: "batch-router", count: 1 },
      { from: null, to: "cleanup", count: 1 },
    ]);
    // 2 refusals; tickets: 2 created, 7 moved; the session: 1 created, 7 moved, 1 stay; the run: 1 created, 1 moved.
    expect(refusals.attempts).toBe(2 + 9 + 9 + 2);
  });

  test("count only what is in the window, and know what came into it", async (world) => {
    for (const state of ["Backlog", "Plan in Review", "Plan in Review", "Done"]) await ticketIn(world, state);
    const parent = await newTicket(world, { title: "the whole" });
    await newTicket(world, { title: "a part", parent });
    await world.advance(10 * 24 * HOUR);
    const before = await readStats(world.app, { days: 2 });
    expect(before.tickets).toMatchObject({ traffic: [], finished: 0, finishedBefore: 0, open: 5, closed: 1 });
    // A container waits for its children, and is not waited for itself.
    expect(before.tickets.oldestWaiting.map(({ key }) => key)).toEqual(["1", "2", "3", "6"]);
    accepted(await hand(world, maria, "1", { toState: "Research Needed" }));
    accepted(await hand(world, maria, "2", { toState: "Ready for Plan" }));
    accepted(await hand(world, maria, "3", { toState: "In Progress" }));
    refused(await hand(world, ann, "4", { command: "triage", intent: "cancel" }), "terminal_state");
    const { tickets, refusals } = await readStats(world.app, { days: 2 });
    expect(tickets.traffic).toEqual([
      { from: "Backlog", to: "Research Needed", count: 1 },
      { from: "Plan in Review", to: "In Progress", count: 1 },
      { from: "Plan in Review", to: "Ready for Plan", count: 1 },
    ]);
    expect(tickets.states[0]).toMatchObject({ state: "Backlog", count: 1, medianMs: 240 * HOUR, now: 2 });
    expect(tickets.turnedBack).toEqual([{ from: "Plan in Review", to: "Ready for Plan", count: 1, of: 2 }]);
    expect(tickets).toMatchObject({ finished: 0, finishedBefore: 0 });
    expect(tickets.throughput.map(({ day }) => day)).toEqual(["2026-11-24", "2026-11-25"]);
    expect(refusals.byState).toMatchObject([{ state: "Done", count: 1 }]);
  });

  test("are measured over more rows than are read at once", async (world) => {
    await newTicket(world);
    for (let part = 0; part < 5; part++) {
      await world.advance(MINUTE);
      await write(world, { type: "ticket", key: "1" }, ...Array.from({ length: 450 }, () => refusal("too_many")));
    }
    const { refusals } = await readStats(world.app, { days: 1 });
    expect(refusals).toMatchObject({ total: 2250, attempts: 2251, byCode: [{ code: "too_many", count: 2250 }] });
  });

  test("are nothing where nothing happened", async (world) => {
    const { tickets, sessions, runs, refusals } = await readStats(world.app, { days: 7 });
    expect(tickets).toMatchObject({ open: 0, closed: 0, finished: 0, cycle: { count: 0, medianMs: null }, aging: 0 });
    expect(tickets.throughput.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect({ ...sessions, ...runs, ...refusals }).toMatchObject({ open: 0, total: 0, attempts: 0, finished: 0 });
  });

  test("are counted by kind and code, between two rows", async (world) => {
    await newTicket(world);
    const start = await seqOf(world);
    accepted(await hand(world, maria, "1", { toState: "Research Needed" }));
    refused(await hand(world, ann, "1", { command: "triage", toState: "Ready for Plan" }), "unexpected_state");
    const end = await seqOf(world);
    refused(await hand(world, ann, "1", { command: "triage", toState: "Ready for Plan" }), "unexpected_state");
    expect(await world.board.ledger.tally(start, end)).toEqual([
      { type: "ticket", kind: "move", code: null, count: 1 },
      { type: "ticket", kind: "refuse", code: "unexpected_state", count: 1 },
    ]);
    await locked(world, ann, "1", "research");
    expect(await world.board.claims.counts()).toEqual({ live: 1, expired: 0 });
    await world.advance(HOUR);
    expect(await world.board.claims.counts()).toEqual({ live: 0, expired: 1 });
  });

  test("are shown as events, from either end and of one ticket", async (world) => {
    for (let count = 0; count < 4; count++) await newTicket(world);
    accepted(await hand(world, maria, "2", { toState: "Research Needed", reason: "unclear" }));
    const head = await seqOf(world);
    expect((await newestEvents(world.app, null, 2)).map(({ seq }) => seq)).toEqual([head, head - 1]);
    expect((await newestEvents(world.app, 3, 10)).map(({ seq }) => seq)).toEqual([2, 1]);
    expect((await ledgerEvents(world.app, 1, 2)).map(({ seq }) => seq)).toEqual([2, 3]);
    const [moved, created] = await ticketEvents(world.app, "2", 10, null);
    expect(moved).toMatchObject({ who: "Maria (person)", person: true, from: "Backlog", texts: { reason: "unclear" } });
    expect(created).toMatchObject({ kind: "create", from: null, to: "Backlog" });
    expect(await ticketEvents(world.app, "2", 10, head)).toEqual([created]);
  });
}

/** 12:00 to 14:10. */
async function firstDay(world: World): Promise<void> {
  for (let count = 0; count < 3; count++) await newTicket(world);
  await world.advance(HOUR);
  accepted(await hand(world, maria, "1", { toState: "Research Needed" }));
  await world.advance(HOUR);
  const claim = await locked(world, ann, "1", "research");
  await world.advance(10 * MINUTE);
  accepted(await hand(world, ann, "1", { command: "research", intent: "complete", claim: claim.token }));
  accepted(await hand(world, maria, "3", { toState: "Done" }));
}

/** 10:00 to 12:00 of the day after. */
async function secondDay(world: World): Promise<void> {
  const session: Subject = { type: "session", key: "s1" };
  const step = (from: string, to: string): Line => ({ kind: "move", data: { from, to, ticket: "1" } });
  await world.advance(19 * HOUR + 50 * MINUTE);
  refused(await hand(world, bob, "1", { command: "impl", intent: "lock" }), "invalid_transition");
  await locked(world, ann, "1", "plan");
  await world.advance(30 * MINUTE);
  // The lease has run out ten minutes ago.
  accepted(await hand(world, maria, "1", { toState: "Plan in Review" }));
  await world.advance(30 * MINUTE);
  accepted(await hand(world, maria, "1", { toState: "Ready for Plan" }));
  await newTicket(world);
  await newTicket(world);
  await world.advance(MINUTE);
  accepted(await hand(world, maria, "4", { toState: "Research Needed" }));
  accepted(await hand(world, maria, "5", { toState: "Canceled" }));
  await world.advance(14 * MINUTE);
  accepted(await hand(world, operator, "1", { toState: "Done" }));
  await write(world, session, { kind: "create", data: { to: "idle", ticket: "1" } });
  await world.advance(5 * MINUTE);
  await write(world, session, step("idle", "analyzing"));
  await world.advance(5 * MINUTE);
  const jumped = step("analyzing", "implementing");
  await write(world, session, { ...jumped, data: { ...jumped.data, outOfOrder: true } });
  await world.advance(10 * MINUTE);
  await write(world, session, step("implementing", "testing"));
  await world.advance(3 * MINUTE);
  await write(world, session, step("testing", "implementing"));
  await world.advance(2 * MINUTE);
  await write(world, session, { kind: "stay", data: { from: "implementing", to: "implementing" } });
  await write(world, session, refusal("out_of_order"));
  await world.advance(4 * MINUTE);
  await locked(world, ann, "4", "research");
  await world.advance(4 * MINUTE);
  await write(world, session, step("implementing", "testing"));
  await world.advance(3 * MINUTE);
  await write(world, session, step("testing", "committing"));
  await world.advance(2 * MINUTE);
  await write(world, session, { kind: "move", data: { from: "committing", to: "done", outcome: "success" } });
  const run: Subject = { type: "run", key: "p/s" };
  await write(world, run, { kind: "create", data: { to: "cleanup" } });
  await world.advance(7 * MINUTE);
  const path = ["cleanup", "batch-router", "done"];
  await write(world, run, { kind: "move", data: { from: "cleanup", to: "done", path } });
}

type Line = Pick<Entry, "kind" | "data">;

function refusal(code: string): Line {
  return { kind: "refuse", data: { code } };
}

async function write(world: World, subject: Subject, ...lines: readonly Line[]): Promise<void> {
  const entries = lines.map((line): Entry => ({ ...line, subject, by: { connection: "ann", via: "stdio" } }));
  expect((await world.board.commit({ id: world.app.newId(), checks: [], entries })).kind).toBe("done");
}
