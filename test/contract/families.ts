// Which tickets with children are work: none with an open child, none that only waits to be closed, and each whose children
// were all canceled.

import fc from "fast-check";
import { expect } from "vitest";
import type { Caller } from "../../src/app/app.ts";
import { detectPosition } from "../../src/app/groups/position.ts";
import { readStats } from "../../src/app/measures/stats.ts";
import type { Ticket } from "../../src/app/ports/tickets.ts";
import { pickIssue, type PickAnswer, type PickInput } from "../../src/app/tickets/pick.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import type { Refusal } from "../../src/engine/refusal.ts";
import { accepted, hand, newTicket, put, ticketIn } from "../support/worlds/steps.ts";
import { ann, bob, maria, operator, type Test, type World } from "../support/worlds/world.ts";

const STATE = "Research Needed";
const STATES = ["Backlog", STATE, "Ready for Plan"];
const ENDS = ["Canceled", "Canceled", "Done"];
const STEPS = 60;
const MOST_TICKETS = 12;

export function families(test: Test): void {
  test("leaves out what has an open child, or only waits to be closed", async (world) => {
    const key = await ticketIn(world, STATE);
    const child = await newTicket(world, { parent: key });
    expect(await offered(world)).toEqual([]);
    await put(world, child, "Done");
    expect(await offered(world)).toEqual([]);
    await newTicket(world, { parent: key });
    await put(world, "3", "Canceled");
    expect(await offered(world)).toEqual([]);
  });

  test("offers a ticket again when all of its children were canceled, in its place among the others", async (world) => {
    const first = await ticketIn(world, STATE, { priority: "P3" });
    const key = await ticketIn(world, STATE, { priority: "P2" });
    const last = await ticketIn(world, STATE);
    const children = [await newTicket(world, { parent: key }), await newTicket(world, { parent: key })];
    for (const child of children) {
      expect(await offered(world)).toEqual([first, 1]);
      await put(world, child, "Canceled");
    }
    expect(await offered(world)).toEqual([key, 2]);
    // The position says the same.
    const { next } = accepted(await detectPosition(world.app, ann.actor, key));
    expect(next).toMatchObject([{ number: Number(key), command: "ralph_research", intent: "lock" }]);
    expect(accepted(await take(world, ann))).toMatchObject({ found: true, issue: { number: Number(key) } });
    expect(accepted(await take(world, bob))).toMatchObject({ found: true, issue: { number: Number(first) } });
    expect(await offered(world)).toEqual([last, 0]);
  });

  test("leaves it out again when a child is opened again, or another one is made", async (world) => {
    const key = await ticketIn(world, STATE);
    const child = await newTicket(world, { parent: key });
    await put(world, child, "Canceled");
    await put(world, child, "Backlog");
    expect(await offered(world)).toEqual([]);
    expect(accepted(await take(world, ann)).found).toBe(false);
    await put(world, child, "Canceled");
    await newTicket(world, { parent: key });
    expect(await offered(world)).toEqual([]);
  });

  test("shows it among what waits for somebody", async (world) => {
    const key = await ticketIn(world, STATE);
    const child = await newTicket(world, { parent: key });
    const waiting = async () => (await readStats(world.app, { days: 1 })).tickets.oldestWaiting.map((one) => one.key);
    expect(await waiting()).toEqual([child]);
    await put(world, child, "Canceled");
    expect(await waiting()).toEqual([key]);
  });

  test("counts it among what was passed over", async (world) => {
    const key = await ticketIn(world, STATE, { estimate: "L" });
    await put(world, await newTicket(world, { parent: key }), "Canceled");
    const { found, passedOver } = accepted(await pick(world, ann, {}));
    expect([found, passedOver]).toMatchObject([false, { tooLarge: 1 }]);
    expect(accepted(await pick(world, ann, { maxEstimate: "L" })).issue?.number).toBe(Number(key));
  });

  test("offers exactly what the rule says, however tickets are linked, canceled and opened again", async (world) => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    for (const [index, step] of fc.sample(steps, { numRuns: STEPS, seed }).entries()) {
      await act(world, step);
      const { items } = await world.board.tickets.list({}, 100, null);
      const state = STATES[index % STATES.length] ?? STATE;
      const expected = await workIn(world, items, state);
      expect(await offered(world, state), `step ${index} of seed ${seed}: ${JSON.stringify(step)}`).toEqual(expected);
    }
  });
}

interface Step {
  readonly does: "make" | "move" | "end" | "hang" | "block";
  readonly at: number;
  readonly other: number;
}

const steps: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom("make", "move", "end", "end", "hang", "block"),
  at: fc.nat(100),
  other: fc.nat(100),
});

/** What the board refuses, a ring of parents for instance, is no step. */
async function act(world: World, { does, at, other }: Step): Promise<void> {
  const { items } = await world.board.tickets.list({}, 100, null);
  const [key, second] = [at, other].map((index) => items[index % items.length]?.key);
  const move = (toState = "") => hand(world, operator, key ?? "", { toState });
  if (key === undefined || second === undefined || does === "make") {
    if (items.length < MOST_TICKETS) await newTicket(world, other % 2 || !second ? {} : { parent: second });
  } else if (does === "move") await move(STATES[other % STATES.length]);
  else if (does === "end") await move(ENDS[other % ENDS.length]);
  else if (does === "hang") await updateTicket(world.app, maria, { key, parent: other % 3 ? second : null });
  else if (at % 4 === 0) await updateTicket(world.app, maria, { key, addBlockers: [second] });
}

/** Read one by one, from the tickets themselves: the first, and how many others there are. */
async function workIn(world: World, items: readonly Ticket[], state: string): Promise<readonly unknown[]> {
  const work: Ticket[] = [];
  for (const ticket of items.filter((one) => one.state === state && !one.closed)) {
    const { blockedBy } = await world.board.tickets.links(ticket.key);
    const blocked = blockedBy.some(({ closed }) => !closed);
    const givenUp = items.filter(({ parent }) => parent === ticket.key).every((child) => child.state === "Canceled");
    if (!blocked && givenUp) work.push(ticket);
  }
  const [first] = work.toSorted((a, b) => a.createdAt - b.createdAt || a.number - b.number);
  return first ? [first.key, work.length - 1] : [];
}

async function offered(world: World, workflowState = STATE): Promise<readonly unknown[]> {
  const { issue, alternatives } = accepted(await pick(world, ann, { workflowState }));
  return issue ? [String(issue.number), alternatives] : [];
}

function pick(world: World, caller: Caller, input: Partial<PickInput>): Promise<PickAnswer | Refusal> {
  return pickIssue(world.app, caller, { workflowState: STATE, ...input });
}

function take(world: World, caller: Caller): Promise<PickAnswer | Refusal> {
  return pick(world, caller, { claim: true, command: "research", reason: "next" });
}
