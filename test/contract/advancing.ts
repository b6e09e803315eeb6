import { expect } from "vitest";
import { advanceChildren, type AdvanceAnswer } from "../../src/app/tickets/advance.ts";
import type { Caller } from "../../src/app/app.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import type { Key } from "../../src/engine/facts.ts";
import type { Refusal } from "../../src/engine/refusal.ts";
import { machineWith } from "../support/engine/boards.ts";
import {
  accepted,
  block,
  hand,
  iso,
  lastRow,
  locked,
  newTicket,
  put,
  refused,
  rowsOf,
  seqOf,
  stateOf,
  ticketIn,
  ticketOf,
  typeState,
} from "../support/worlds/steps.ts";
import { ann, appOn, bob, maria, MINUTE, START, uma, type Test, type World } from "../support/worlds/world.ts";

export function advancing(test: Test): void {
  test("moves the children that are behind, in one step, each a row of its own", async (world) => {
    const parent = await newTicket(world);
    const behind = await newTicket(world, { parent });
    const closer = await ticketIn(world, "Research Needed", { parent });
    const stranger = await newTicket(world);
    await advanced(world, parent, "Ready for Plan");
    const before = await seqOf(world);
    expect(await advance(world, parent, "Ready for Plan", uma)).toEqual({
      advanced: [
        { number: 2, fromState: "Backlog", toState: "Ready for Plan" },
        { number: 3, fromState: "Research Needed", toState: "Ready for Plan" },
      ],
      skipped: [],
      errors: [],
    });
    expect(await seqOf(world)).toBe(before + 2);
    for (const [index, [key, from]] of [[behind, "Backlog"] as const, [closer, "Research Needed"] as const].entries()) {
      expect(await lastRow(world, key)).toMatchObject({
        seq: before + 1 + index,
        kind: "propagate",
        by: { connection: "desk", agent: "uma" },
        data: { from, to: "Ready for Plan", cause: parent, command: "ralph_hero" },
      });
      expect(await ticketOf(world, key)).toMatchObject({ state: "Ready for Plan", enteredAt: START + MINUTE });
    }
    expect(await stateOf(world, stranger)).toBe("Backlog");
  });

  test("answers with three empty lists where there are no children", async (world) => {
    const parent = await ticketIn(world, "Ready for Plan");
    const before = await seqOf(world);
    expect(await advance(world, parent, "Ready for Plan")).toEqual({ advanced: [], skipped: [], errors: [] });
    expect(await seqOf(world)).toBe(before);
  });

  test("moves children to a state that the parent has passed", async (world) => {
    const parent = await newTicket(world);
    const child = await newTicket(world, { parent });
    await advanced(world, parent, "In Progress");
    accepted(await advance(world, parent, "Research Needed"));
    expect(await stateOf(world, child)).toBe("Research Needed");
  });

  test("leaves a child without a state where it is", async (world) => {
    const parent = await newTicket(world);
    const stateless = await newTicket(world, { parent });
    await typeState(world, stateless, null);
    await advanced(world, parent, "Ready for Plan");
    const { skipped } = accepted(await advance(world, parent, "Ready for Plan"));
    expect(skipped).toMatchObject([
      { currentState: "unknown", reason: "It has no state: it has to be given one first." },
    ]);
  });

  test("leaves the others where they are, each with the true reason", async (world) => {
    const parent = await newTicket(world);
    const child = (state: string) => ticketIn(world, state, { parent });
    const [done, canceled, siding] = [await child("Done"), await child("Canceled"), await child("Human Needed")];
    const [there, past] = [await child("Ready for Plan"), await child("In Review")];
    const [claimed, dragged] = [await child("Research Needed"), await child("Research Needed")];
    const strange = await newTicket(world, { parent });
    await typeState(world, strange, "Elsewhere");
    await advanced(world, parent, "Ready for Plan");
    await locked(world, uma, claimed, "research");
    accepted(await hand(world, maria, dragged, { toState: "Research in Progress" }));
    await world.advance(MINUTE);
    const late = await newTicket(world, { parent });
    const before = await seqOf(world);
    const answer = accepted(await advance(world, parent, "Ready for Plan"));
    const reasons = Object.fromEntries(answer.skipped.map(({ number, reason }) => [number, reason]));
    expect(reasons).toEqual({
      [done]: '"Done" is terminal: nothing moves out of it.',
      [canceled]: '"Canceled" is terminal: nothing moves out of it.',
      [siding]: '"Human Needed" is outside the pipeline order: a person decides where it goes from there.',
      [there]: 'It is in "Ready for Plan" already.',
      [past]: 'It is past "Ready for Plan" already.',
      [claimed]: `desk/uma holds a claim on it until ${iso(START + 21 * MINUTE)}.`,
      [dragged]: `It was put into "Research in Progress" by hand, and is locked until ${iso(START + 21 * MINUTE)}.`,
      [strange]: 'The workflow does not know its state "Elsewhere".',
      [late]: 'It was linked after its parent had first come as far as "Ready for Plan": it goes its own way.',
    });
    expect(answer.skipped.map(({ currentState }) => currentState)).toEqual([
      "Done",
      "Canceled",
      "Human Needed",
      "Ready for Plan",
      "In Review",
      "Research in Progress",
      "Research in Progress",
      "unknown",
      "Backlog",
    ]);
    expect(answer.advanced).toEqual([]);
    expect(await seqOf(world)).toBe(before);
  });

  test("counts a child that was hung below another parent from then on", async (world) => {
    const [first, second] = [await newTicket(world), await newTicket(world)];
    const child = await newTicket(world, { parent: first });
    await advanced(world, second, "Ready for Plan");
    await world.advance(MINUTE);
    accepted(await updateTicket(world.app, maria, { key: child, parent: second }));
    const answer = accepted(await advance(world, second, "Ready for Plan"));
    expect(answer.skipped).toMatchObject([{ number: Number(child), reason: expect.stringContaining("linked after") }]);
  });

  test("takes along what was claimed once and abandoned, and ends the claim", async (world) => {
    const parent = await newTicket(world);
    const child = await ticketIn(world, "Research Needed", { parent });
    const { token } = await locked(world, ann, child, "research");
    await world.advance(21 * MINUTE);
    await advanced(world, parent, "Ready for Plan");
    accepted(await advance(world, parent, "Ready for Plan", bob));
    expect(await ticketOf(world, child)).toMatchObject({ state: "Ready for Plan", claim: null, fence: 1 });
    refused(await hand(world, ann, child, { command: "research", intent: "complete", claim: token }), "claim_lost");
  });

  test("asks the guards on the way, with all that move already there", async (world) => {
    const parent = await newTicket(world);
    const [one, two] = [await newTicket(world, { parent }), await ticketIn(world, "Research Needed", { parent })];
    await advanced(world, parent, "Plan in Review");
    const answer = accepted(await advance(world, parent, "Plan in Review"));
    expect(answer.advanced.map(({ number }) => number)).toEqual([one, two].map(Number));
    expect((await lastRow(world, one)).data).toMatchObject({
      guards: [{ type: "group_convergence", met: true, target: "Ready for Plan" }],
    });
  });

  test("moves nobody past a guard that one of the group holds shut", async (world) => {
    const parent = await newTicket(world);
    const [one, two] = [await newTicket(world, { parent }), await newTicket(world, { parent })];
    const outside = await newTicket(world);
    await block(world, one, outside);
    await advanced(world, parent, "Plan in Review");
    const before = await seqOf(world);
    const answer = accepted(await advance(world, parent, "Plan in Review"));
    expect(answer.advanced).toEqual([]);
    expect(answer.skipped.map(({ number, reason }) => [number, reason])).toEqual([
      [Number(one), `Its group has not converged on "Ready for Plan": waiting for #${outside} (Backlog).`],
      [Number(two), `Its group has not converged on "Ready for Plan": waiting for #${outside} (Backlog).`],
    ]);
    expect(await seqOf(world)).toBe(before);
  });

  test("refuses targets that children can't be given, and says so in the ledger", async (world) => {
    const parent = await newTicket(world);
    const child = await newTicket(world, { parent });
    await advanced(world, parent, "Ready for Plan");
    const cases = [
      ["Human Needed", "unknown_target"],
      ["Canceled", "unknown_target"],
      ["Nowhere", "unknown_target"],
      ["Research in Progress", "target_not_allowed"],
      ["Done", "target_not_allowed"],
      ["In Progress", "target_ahead_of_parent"],
    ] as const;
    for (const [target, code] of cases) {
      refused(await advance(world, parent, target), code);
      expect(await lastRow(world, parent)).toMatchObject({ kind: "refuse", data: { code, from: "Ready for Plan" } });
    }
    await put(world, parent, "Human Needed");
    refused(await advance(world, parent, "Backlog"), "parent_outside_order");
    const seq = await seqOf(world);
    refused(await advance(world, "404", "Backlog"), "ticket_not_found");
    expect(await seqOf(world)).toBe(seq);
    expect(await stateOf(world, child)).toBe("Backlog");
  });

  test("does what the workflow says of children", async (world) => {
    const parent = await newTicket(world);
    await advanced(world, parent, "Ready for Plan");
    await world.advance(MINUTE);
    const late = await newTicket(world, { parent });
    const input = { key: parent, targetState: "Ready for Plan" };
    const off = appOn(world.board, { machine: machineWith({ propagation: "off" }) });
    refused(await advanceChildren(off, ann, input), "propagation_off");
    const any = appOn(world.board, { machine: machineWith({ propagation: "any" }) });
    expect(accepted(await advanceChildren(any, ann, input)).advanced).toHaveLength(1);
    expect((await rowsOf(world, late)).map((row) => row.kind)).toEqual(["propagate", "create"]);
  });
}

function advance(world: World, key: Key, targetState: string, by: Caller = ann): Promise<AdvanceAnswer | Refusal> {
  return advanceChildren(world.app, by, { key, targetState });
}

/** A minute later, so that what was linked before was linked before. */
async function advanced(world: World, parent: Key, state: string): Promise<void> {
  await world.advance(MINUTE);
  await put(world, parent, state);
}
