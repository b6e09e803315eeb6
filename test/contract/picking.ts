import { expect } from "vitest";
import { pickIssue, type PickAnswer, type PickInput } from "../../src/app/tickets/pick.ts";
import type { Caller } from "../../src/app/app.ts";
import type { Refusal } from "../../src/engine/refusal.ts";
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
  seqOf,
  stateOf,
  ticketIn,
  ticketOf,
} from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, START, type Test, type World } from "../support/worlds/world.ts";

const STATE = "Research Needed";
const NONE = { tooLarge: 0, blocked: 0, held: 0, noRoom: 0, guarded: 0 };
const NOTHING = { found: false, issue: null, alternatives: 0, passedOver: NONE };

export function picking(test: Test): void {
  test("picks the most urgent, then the oldest, then the lowest number", async (world) => {
    const make = (title: string, priority?: string) =>
      newTicket(world, { title, ...(priority === undefined ? {} : { priority }) });
    const made = [await make("eighth"), await make("fifth", "P2"), await make("seventh", "P3")];
    await world.advance(MINUTE);
    made.push(await make("third", "P1"), await make("fourth", "P1"), await make("first", "P0"));
    await world.advance(MINUTE);
    made.push(await make("second", "P0"), await make("ninth"));
    await world.advance(-5 * MINUTE);
    made.push(await make("sixth", "P3"));
    for (const key of made.toReversed()) await put(world, key, STATE);
    const order: string[] = [];
    for (let left = 9; left > 0; left--) {
      const { issue, alternatives } = accepted(await pick(world, ann, {}));
      expect(alternatives).toBe(left - 1);
      order.push(issue?.title ?? "");
      await put(world, String(issue?.number), "Done");
    }
    expect(order).toEqual(["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]);
    expect(await pick(world, ann, {})).toEqual(NOTHING);
  });

  test("explains that nothing was found", async (world) => {
    const parent = await newTicket(world);
    await ticketIn(world, STATE, { estimate: "L", parent });
    const blocker = await ticketIn(world, "Backlog");
    await ticketIn(world, STATE, { blockedBy: [blocker], parent });
    await ticketIn(world, STATE, { estimate: "XL", blockedBy: [blocker] });
    const container = await ticketIn(world, STATE);
    await newTicket(world, { parent: container });
    expect(await pick(world, ann, {})).toEqual({ ...NOTHING, passedOver: { ...NONE, tooLarge: 2, blocked: 1 } });
    expect(await pick(world, ann, { maxEstimate: "L" })).toMatchObject({ found: true });
    const held = await ticketIn(world, "Ready for Plan");
    await locked(world, bob, held, "plan");
    expect(await pick(world, ann, { workflowState: "Plan in Progress" })).toEqual({
      ...NOTHING,
      passedOver: { ...NONE, held: 1 },
    });
  });

  test("offers nothing that only people move on, and says where work is", async (world) => {
    await ticketIn(world, "Human Needed");
    const refusal = refused(await pick(world, ann, { workflowState: "Human Needed" }), "human_gate");
    expect(refusal.error).toContain("Research Needed for researchers");
  });

  test("says what a worker wants to know of the ticket", async (world) => {
    const done = await ticketIn(world, "Done", { title: "was in the way" });
    await ticketIn(world, STATE, { title: "work", body: "to do", priority: "P2", estimate: "XS", blockedBy: [done] });
    const before = await seqOf(world);
    expect(await pick(world, ann, {})).toEqual({
      found: true,
      issue: {
        number: 2,
        title: "work",
        description: "to do",
        workflowState: STATE,
        estimate: "XS",
        priority: "P2",
        isLocked: false,
        blockedBy: [{ number: 1, title: "was in the way" }],
      },
      alternatives: 0,
    });
    expect(await seqOf(world)).toBe(before);
  });

  test("leaves out what is blocked, until nothing blocks it", async (world) => {
    const [blocker, key] = [await newTicket(world), await ticketIn(world, STATE)];
    await block(world, key, blocker);
    expect(accepted(await pick(world, ann, {})).found).toBe(false);
    await put(world, blocker, "Canceled");
    expect(accepted(await pick(world, ann, {})).issue?.number).toBe(2);
    await put(world, blocker, "Backlog");
    expect(accepted(await pick(world, ann, {})).found).toBe(false);
  });

  test("leaves out what is locked: by a claim, or by a person's hand", async (world) => {
    const [claimed, dragged] = [await ticketIn(world, STATE), await ticketIn(world, STATE)];
    await locked(world, bob, claimed, "research");
    accepted(await hand(world, maria, dragged, { toState: "Research in Progress" }));
    const inLock = { workflowState: "Research in Progress" };
    expect(accepted(await pick(world, ann, inLock)).found).toBe(false);
    await world.advance(20 * MINUTE - 1);
    expect(accepted(await pick(world, ann, inLock)).found).toBe(false);
    await world.advance(1);
    expect(accepted(await pick(world, ann, inLock))).toMatchObject({ issue: { number: 1 }, alternatives: 1 });
  });

  test("leaves out what is too large; what nobody has estimated fits", async (world) => {
    for (const estimate of ["XL", "L", "M", "S", "XS"]) await ticketIn(world, STATE, { estimate });
    await ticketIn(world, STATE);
    const fitting = async (maxEstimate?: string) => {
      const { issue, alternatives } = accepted(
        await pick(world, ann, maxEstimate === undefined ? {} : { maxEstimate }),
      );
      return [issue?.number, alternatives + 1];
    };
    expect(await fitting()).toEqual([4, 3]);
    expect(await fitting("XS")).toEqual([5, 2]);
    expect(await fitting("S")).toEqual([4, 3]);
    expect(await fitting("M")).toEqual([3, 4]);
    expect(await fitting("L")).toEqual([2, 5]);
    expect(await fitting("XL")).toEqual([1, 6]);
  });

  test("counts the alternatives to 20", async (world) => {
    const titles = Array.from({ length: 23 }, (_, index) => `no ${index}`);
    for (const title of titles) await newTicket(world, { title });
    const inBacklog = { workflowState: "Backlog" };
    expect(accepted(await pick(world, ann, inBacklog))).toMatchObject({ issue: { number: 1 }, alternatives: 20 });
    for (const key of ["1", "2", "3"]) await put(world, key, "Done");
    expect(accepted(await pick(world, ann, inBacklog))).toMatchObject({ issue: { number: 4 }, alternatives: 19 });
  });

  test("picks and locks in one step", async (world) => {
    await ticketIn(world, STATE, { title: "first" });
    await ticketIn(world, STATE, { title: "second" });
    const answer = accepted(await take(world, ann));
    expect(answer).toMatchObject({
      found: true,
      issue: { number: 1, title: "first", workflowState: "Research in Progress", isLocked: true },
      alternatives: 1,
      claim: { token: expect.any(String), holder: "ann", fence: 1, expiresAt: iso(START + 20 * MINUTE) },
      event: 5,
    });
    expect(answer).not.toHaveProperty("skipped");
    expect(await lastRow(world, "1")).toMatchObject({
      seq: 5,
      kind: "move",
      by: { connection: "ann" },
      data: { from: STATE, to: "Research in Progress", command: "research", intent: "lock" },
      texts: { reason: "next" },
    });
    const { token = "" } = answer.claim ?? {};
    accepted(await hand(world, bob, "1", { command: "research", intent: "complete", claim: token }));
  });

  test("gives every caller another ticket, or none", async (world) => {
    for (let i = 0; i < 3; i++) await ticketIn(world, STATE);
    const callers = Array.from({ length: 5 }, (_, index) => agent(`picker ${index}`));
    const answers = (await Promise.all(callers.map((caller) => take(world, caller)))).map(accepted);
    const numbers = answers.flatMap((answer) => answer.issue?.number ?? []);
    expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(answers.filter((answer) => !answer.found)).toEqual([NOTHING, NOTHING]);
    for (const [index, answer] of answers.entries()) {
      if (!answer.issue) continue;
      const { claim } = await ticketOf(world, String(answer.issue.number));
      expect(claim?.holder.connection).toBe(`picker ${index}`);
    }
  });

  test("passes over what a guard refuses, and says so", async (world) => {
    const parent = await newTicket(world);
    const early = await ticketIn(world, "Ready for Plan", { parent, priority: "P0" });
    await newTicket(world, { parent });
    const free = await ticketIn(world, "Ready for Plan");
    const before = await seqOf(world);
    const answer = accepted(await take(world, ann, { workflowState: "Ready for Plan", command: "plan" }));
    expect(answer).toMatchObject({ found: true, issue: { number: Number(free) }, alternatives: 0 });
    expect(answer.skipped).toEqual([
      { number: Number(early), code: "not_converged", reason: expect.stringContaining("not converged") },
    ]);
    expect(await seqOf(world)).toBe(before + 1);
    expect(await stateOf(world, early)).toBe("Ready for Plan");
    const nothing = accepted(await take(world, ann, { workflowState: "Ready for Plan", command: "plan" }));
    expect(nothing).toMatchObject({ found: false, issue: null, alternatives: 0, skipped: [{ number: Number(early) }] });
    expect(nothing.passedOver).toEqual({ ...NONE, guarded: 1 });
    expect(await seqOf(world)).toBe(before + 1);
  });

  test("passes over 20 at the most", async (world) => {
    const parent = await newTicket(world);
    await newTicket(world, { parent });
    for (let i = 0; i < 22; i++) await ticketIn(world, "Ready for Plan", { parent });
    const answer = accepted(await take(world, ann, { workflowState: "Ready for Plan", command: "plan" }));
    expect(answer.found).toBe(false);
    expect(answer.skipped?.map((skip) => skip.number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 3));
  });

  test("refuses what can't be picked or claimed, and says what can", async (world) => {
    const key = await ticketIn(world, STATE);
    const unknown = refused(await pick(world, ann, { workflowState: "Research" }), "unknown_state");
    for (const words of [
      "Research Needed for researchers",
      "Ready for Plan for planners",
      "Plan in Review for reviewers",
      "In Progress for implementers",
    ]) {
      expect(unknown.error).toContain(words);
    }
    refused(await pick(world, ann, { workflowState: "Done" }), "terminal_state");
    expect(refused(await pick(world, ann, { maxEstimate: "huge" }), "unknown_estimate").error).toContain("XS");
    refused(await take(world, ann, { command: "dig" }), "unknown_command");
    refused(await pick(world, ann, { claim: true, reason: "next" }), "command_required");
    refused(await take(world, ann, { command: "review" }), "no_lock");
    refused(await take(world, ann, { command: "plan" }), "no_claim_from_state");
    refused(await take(world, ann, { reason: " " }), "blank_reason");
    refused(await take(world, agent("lab", null, ["plan"])), "command_not_allowed");
    expect(await ticketOf(world, key)).toMatchObject({ state: STATE, claim: null });
  });
}

function pick(world: World, caller: Caller, input: Partial<PickInput>): Promise<PickAnswer | Refusal> {
  return pickIssue(world.app, caller, { workflowState: STATE, ...input });
}

function take(world: World, caller: Caller, input: Partial<PickInput> = {}): Promise<PickAnswer | Refusal> {
  return pick(world, caller, { claim: true, command: "research", reason: "next", ...input });
}
