// Ways round the rules that somebody tried, or could try: each is shut, on every board.

import { expect } from "vitest";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import type { Key } from "../../src/engine/facts.ts";
import {
  accepted,
  block,
  hand,
  locked,
  newTicket,
  put,
  refused,
  rowsOf,
  stateOf,
  ticketIn,
  typeState,
} from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, operator, uma, vic, type Test, type World } from "../support/worlds/world.ts";

const planner = agent("pam", null, ["plan"]);

/** Two parts of one piece of work: the first could be planned, and the second is late. */
async function family(world: World): Promise<{ parent: Key; ready: Key; late: Key }> {
  const parent = await newTicket(world);
  const ready = await ticketIn(world, "Ready for Plan", { parent });
  const late = await newTicket(world, { parent });
  return { parent, ready, late };
}

async function expectShut(world: World, key: Key, ...late: readonly Key[]): Promise<void> {
  const { facts } = refused(await hand(world, ann, key, { command: "plan", intent: "lock" }), "not_converged");
  const blocking = facts["blocking"] as readonly { key: Key }[];
  expect(blocking.map((ticket) => ticket.key)).toEqual(expect.arrayContaining([...late]));
  const pick = { workflowState: "Ready for Plan", command: "plan", claim: true, reason: "r" };
  expect(accepted(await pickIssue(world.app, ann, pick))).toMatchObject({ found: false });
  expect(await stateOf(world, key)).toBe("Ready for Plan");
}

/** By an agent that may act as any command, where none is named. */
async function child(world: World, parent: Key): Promise<Key> {
  return String(accepted(await createTicket(world.app, bob, { title: "a child", parent })).number);
}

export function guardsHold(test: Test): void {
  test("is not opened by a child below the late sibling, at any depth", async (world) => {
    const { ready, late } = await family(world);
    const first = await child(world, late);
    await expectShut(world, ready, first);
    const second = await child(world, first);
    await expectShut(world, ready, second);
    await expectShut(world, ready, await child(world, second));
  });

  test("is not opened by a child below a blocker, nor below what blocks that one", async (world) => {
    const [far, near] = [await newTicket(world), await newTicket(world)];
    const key = await ticketIn(world, "Ready for Plan");
    await block(world, key, near);
    await block(world, near, far);
    await expectShut(world, key, near, far);
    const below = [await child(world, near), await child(world, far)];
    await expectShut(world, key, ...below);
  });

  test("is not opened by a child of one's own", async (world) => {
    const { ready, late } = await family(world);
    const own = await child(world, ready);
    refused(await hand(world, ann, ready, { command: "plan", intent: "lock" }), "not_converged");
    accepted(await hand(world, bob, own, { command: "triage", intent: "cancel" }));
    await expectShut(world, ready, late);
  });

  test("waits for a container whose children were closed, as for itself", async (world) => {
    const { ready, late } = await family(world);
    const part = await child(world, late);
    accepted(await hand(world, bob, part, { command: "triage", intent: "close" }));
    await expectShut(world, ready, late);
  });

  test("waits again for what a person opens again, and for nobody who was given up", async (world) => {
    const { ready, late } = await family(world);
    accepted(await hand(world, bob, late, { command: "triage", intent: "cancel" }));
    await put(world, late, "Research Needed");
    await expectShut(world, ready, late);
    await put(world, late, "Canceled");
    accepted(await hand(world, ann, ready, { command: "plan", intent: "lock" }));
  });

  test("is not opened by a ticket that is hung below the late one to stand in its place", async (world) => {
    const { ready, late } = await family(world);
    const other = await ticketIn(world, "Ready for Plan");
    for (const command of [undefined, "plan", "split", "triage"]) {
      const hung = await updateTicket(world.app, ann, { key: other, parent: late, ...(command ? { command } : {}) });
      expect(refused(hung, "relink_not_allowed").error).toContain(`would stand in the place of #${late}`);
    }
    // Nor where the late one hangs together with it by a child that was given up.
    const [part, waiting] = [await newTicket(world), await ticketIn(world, "Ready for Plan")];
    const gone = await newTicket(world, { parent: part });
    await block(world, gone, waiting);
    accepted(await hand(world, bob, gone, { command: "triage", intent: "cancel" }));
    refused(await updateTicket(world.app, ann, { key: other, parent: part }), "relink_not_allowed");
    // Nor with another one between them.
    const between = await newTicket(world);
    accepted(await updateTicket(world.app, ann, { key: other, parent: between }));
    refused(await updateTicket(world.app, ann, { key: between, parent: late }), "relink_not_allowed");
    refused(
      await updateTicket(world.app, planner, { key: between, parent: late, command: "split" }),
      "relink_not_allowed",
    );
    const { facts } = refused(await hand(world, ann, ready, { command: "plan", intent: "lock" }), "not_converged");
    expect(facts["blocking"]).toMatchObject([{ key: late }]);
    // A person may.
    accepted(await updateTicket(world.app, maria, { key: other, parent: late }));
    accepted(await hand(world, ann, ready, { command: "plan", intent: "lock" }));
  });

  test("lets agents gather what is under way below a ticket that nobody waits for", async (world) => {
    const [epic, first, second] = [
      await newTicket(world),
      await ticketIn(world, "Ready for Plan"),
      await ticketIn(world, "In Progress"),
    ];
    accepted(await updateTicket(world.app, ann, { key: first, parent: epic }));
    accepted(await updateTicket(world.app, ann, { key: second, parent: epic }));
  });

  test("is not opened by taking links away, by commands that may not or where they may not", async (world) => {
    const { ready, late } = await family(world);
    const blocker = await newTicket(world);
    await block(world, ready, blocker);
    for (const [caller, command] of [
      [ann, "plan"],
      [ann, "triage"],
      [ann, "split"],
      [ann, undefined],
      [planner, "plan"],
      [planner, "split"],
    ] as const) {
      const as = command === undefined ? {} : { command };
      refused(await updateTicket(world.app, caller, { key: ready, parent: null, ...as }), "relink_not_allowed");
      refused(
        await updateTicket(world.app, caller, { key: ready, removeBlockers: [blocker], ...as }),
        "relink_not_allowed",
      );
    }
    refused(
      await updateTicket(world.app, planner, { key: late, parent: null, command: "split" }),
      "relink_not_allowed",
    );
    refused(await updateTicket(world.app, ann, { key: late, parent: blocker, command: "hero" }), "relink_not_allowed");
    await expectShut(world, ready, late, blocker);
    accepted(await updateTicket(world.app, bob, { key: late, parent: null, command: "split" }));
    await expectShut(world, ready, blocker);
  });

  test("is not opened by a ring of blockers", async (world) => {
    const { ready, late } = await family(world);
    await block(world, ready, late);
    refused(await updateTicket(world.app, ann, { key: late, addBlockers: [ready] }), "cycle");
    accepted(await hand(world, bob, late, { command: "triage", intent: "cancel" }));
    accepted(await updateTicket(world.app, ann, { key: late, addBlockers: [ready] }));
    await put(world, late, "Backlog");
    await expectShut(world, ready, late);
  });

  test("binds a ticket in a state that nobody knows, and one without a state is a new one", async (world) => {
    const { ready, late } = await family(world);
    await typeState(world, ready, "Somewhere");
    const stray = await hand(world, ann, ready, { command: "plan", intent: "lock" });
    expect(refused(stray, "not_converged").facts["blocking"]).toContainEqual({ key: late, state: "Backlog" });
    refused(await hand(world, maria, ready, { toState: "Plan in Progress" }), "not_converged");
    await typeState(world, ready, null);
    refused(await hand(world, ann, ready, { command: "plan", intent: "lock" }), "invalid_transition");
    refused(await hand(world, ann, ready, { command: "impl", toState: "In Review" }), "invalid_transition");
    accepted(await hand(world, ann, ready, { command: "triage", toState: "Ready for Plan" }));
  });
}

export function childrenWait(test: Test): void {
  const target = { targetState: "In Progress" };

  test("stays where it is, however often its parent comes and goes", async (world) => {
    const parent = await ticketIn(world, "In Progress");
    const late = await child(world, parent);
    const follow = () => advanceChildren(world.app, ann, { key: parent, ...target });
    expect(accepted(await follow())).toMatchObject({ advanced: [], skipped: [{ number: Number(late) }] });
    for (const state of ["Human Needed", "Backlog", "In Progress", "In Review", "In Progress"]) {
      await put(world, parent, state);
      await world.advance(MINUTE);
    }
    expect(accepted(await follow())).toMatchObject({ advanced: [], skipped: [{ number: Number(late) }] });
    expect(await stateOf(world, late)).toBe("Backlog");
  });

  test("counts from when it was hung there again, not from when it first was", async (world) => {
    const [parent, other] = [await newTicket(world), await newTicket(world)];
    const key = await child(world, parent);
    accepted(await updateTicket(world.app, bob, { key, parent: other, command: "split" }));
    await put(world, parent, "In Progress");
    accepted(await updateTicket(world.app, bob, { key, parent, command: "split" }));
    const answer = accepted(await advanceChildren(world.app, ann, { key: parent, ...target }));
    expect(answer).toMatchObject({ advanced: [], skipped: [{ number: Number(key) }] });
  });

  test("follows nobody whom the connection may not act for", async (world) => {
    const parent = await newTicket(world);
    const key = await child(world, parent);
    await put(world, parent, "Ready for Plan");
    const ask = { key: parent, targetState: "Ready for Plan" };
    refused(await advanceChildren(world.app, planner, ask), "command_not_allowed");
    refused(await advanceChildren(world.app, planner, { ...ask, command: "hero" }), "command_not_allowed");
    refused(await advanceChildren(world.app, agent("zoe", null, []), ask), "command_not_allowed");
    expect(await stateOf(world, key)).toBe("Backlog");
    accepted(await advanceChildren(world.app, planner, { ...ask, command: "plan" }));
    const [row] = await rowsOf(world, key);
    expect(row).toMatchObject({
      kind: "propagate",
      by: { connection: "pam" },
      data: { cause: parent, command: "plan" },
    });
  });
}

export function limitsBind(test: Test): void {
  test("binds every agent of a connection, whatever it calls itself", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    for (const name of ["ann", "hero", "Maria", "signalbox"]) {
      const other = agent("pam", name, ["plan"]);
      const answer = await hand(world, other, key, { command: "research", intent: "lock" });
      expect(answer).toMatchObject({ kind: "refusal" });
      const pick = { workflowState: "Research Needed", command: "research", claim: true, reason: "r" };
      expect(await pickIssue(world.app, other, pick)).toMatchObject({ kind: "refusal" });
    }
    expect(await stateOf(world, key)).toBe("Research Needed");
  });

  test("does not let reject carry a ticket on", async (world) => {
    for (const [state, command] of [
      ["Backlog", "review"],
      ["Research Needed", "review"],
      ["Plan in Review", "impl"],
    ] as const) {
      const key = await ticketIn(world, state);
      refused(await hand(world, ann, key, { command, intent: "reject" }), "reject_goes_back");
      refused(await hand(world, ann, key, { command, toState: "__REJECT__" }), "reject_goes_back");
      expect(await stateOf(world, key)).toBe(state);
    }
  });

  test("takes from_state for nothing but what the caller saw", async (world) => {
    const key = await newTicket(world);
    const ask = { command: "plan", intent: "lock" };
    refused(await hand(world, ann, key, { ...ask, fromState: "Ready for Plan" }), "state_changed");
    refused(await hand(world, ann, key, { ...ask, fromState: "Backlog" }), "invalid_transition");
  });

  test("leaves a dead agent's claim to whoever locks, and to nobody else by its name", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, uma, key, "research");
    refused(await hand(world, vic, key, { command: "research", intent: "complete" }), "claim_conflict");
    refused(await releaseClaim(world.app, vic, { key, reason: "it is dead" }), "claim_conflict");
    await world.advance(21 * MINUTE);
    const taken = await locked(world, vic, key, "research");
    expect(taken.fence).toBe(2);
    refused(await hand(world, uma, key, { command: "research", intent: "complete", claim: token }), "claim_lost");
    refused(await hand(world, vic, key, { command: "research", intent: "complete", claim: token }), "claim_lost");
    refused(await releaseClaim(world.app, uma, { key, claim: token, reason: "mine" }), "claim_lost");
    accepted(await hand(world, vic, key, { command: "research", intent: "complete", claim: taken.token }));
  });

  test("takes an edit under another command for another request, also where it links nothing", async (world) => {
    const edit = { key: await newTicket(world), title: "Another", requestId: "r1" };
    accepted(await updateTicket(world.app, ann, edit));
    accepted(await updateTicket(world.app, ann, edit));
    refused(await updateTicket(world.app, ann, { ...edit, command: "triage" }), "request_reused");
  });

  test("holds no ticket by the claim on another", async (world) => {
    const [mine, theirs] = [await ticketIn(world, "Research Needed"), await ticketIn(world, "Research Needed")];
    const { token } = await locked(world, ann, mine, "research");
    await locked(world, bob, theirs, "research");
    const answer = await hand(world, ann, theirs, { command: "research", intent: "complete", claim: token });
    refused(answer, "claim_lost");
    expect(await stateOf(world, theirs)).toBe("Research in Progress");
  });

  test("leaves what is gated to people, also by a stay or by name", async (world) => {
    const key = await ticketIn(world, "Human Needed");
    for (const ask of [
      { command: "triage", toState: "Ready for Plan" },
      { command: "impl", intent: "reject" },
      { command: "review", intent: "reject" },
      { command: "impl", intent: "lock" },
    ]) {
      refused(await hand(world, ann, key, ask), "human_gate");
    }
    accepted(await hand(world, ann, key, { command: "hero", intent: "escalate" }));
    expect(await stateOf(world, key)).toBe("Human Needed");
    accepted(await hand(world, operator, key, { toState: "Backlog" }));
  });
}
