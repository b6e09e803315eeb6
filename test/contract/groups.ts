import { expect } from "vitest";
import type { Change } from "../../src/app/commit/changes.ts";
import { checkConvergence, detectPosition } from "../../src/app/groups/position.ts";
import type { Key } from "../../src/engine/facts.ts";
import type { Position } from "../../src/engine/position/position.ts";
import {
  accepted,
  block,
  hand,
  locked,
  meddle,
  newTicket,
  put,
  refused,
  seqOf,
  ticketIn,
  ticketOf,
  typeState,
} from "../support/worlds/steps.ts";
import { ann, MINUTE, START, uma, type Test, type World } from "../support/worlds/world.ts";

export function groups(test: Test): void {
  test("is not left by taking on a child: what was waited for before is waited for still", async (world) => {
    const parent = await newTicket(world);
    const late = await newTicket(world, { parent });
    const key = await ticketIn(world, "Ready for Plan", { parent });
    const lock = { command: "plan", intent: "lock" };
    refused(await hand(world, ann, key, lock), "not_converged");
    await ticketIn(world, "Ready for Plan", { parent: key });
    const refusal = refused(await hand(world, ann, key, lock), "not_converged");
    expect(refusal.facts["blocking"]).toEqual([{ key: late, state: "Backlog" }]);
    await put(world, late, "Ready for Plan");
    expect(accepted(await hand(world, ann, key, lock)).newState).toBe("Plan in Progress");
  });

  test("finds a ticket alone", async (world) => {
    const key = await newTicket(world, { title: "alone", estimate: "S" });
    expect(await detectPosition(world.app, ann.actor, key)).toEqual({
      phase: "TRIAGE",
      reason: expect.stringContaining("#1 is in Backlog"),
      remainingPhases: ["triage", "research", "plan", "review", "implement", "pr"],
      issues: [{ number: 1, title: "alone", workflowState: "Backlog", estimate: "S" }],
      convergence: { required: false, met: true, blocking: [] },
      isGroup: false,
      groupPrimary: null,
      complete: false,
      attention: [],
      next: [
        { number: 1, command: "ralph_triage", to_state: "Research Needed", to: "Research Needed" },
        { number: 1, command: "ralph_triage", to_state: "Ready for Plan", to: "Ready for Plan" },
      ],
      waiting: [],
    });
    expect(await checkConvergence(world.app, key, "Ready for Plan")).toEqual({
      converged: true,
      targetState: "Ready for Plan",
      total: 1,
      ready: 1,
      blocking: [],
      recommendation: "proceed",
    });
  });

  test("finds the same group from any member, blockers first", async (world) => {
    const [family, otherFamily] = [await newTicket(world), await newTicket(world)];
    const [a, b] = [await newTicket(world, { parent: family }), await newTicket(world, { parent: family })];
    const far = await newTicket(world, { parent: otherFamily });
    const near = await newTicket(world, { parent: otherFamily });
    await newTicket(world, { title: "a stranger" });
    await block(world, a, far);
    await block(world, far, b);
    const members = [b, far, a, near].map(Number);
    for (const key of [a, b, far, near]) {
      const position = await positionOf(world, key);
      expect(position.issues.map((issue) => issue.number)).toEqual(members);
      expect(position).toMatchObject({ isGroup: true, groupPrimary: Number(b) });
    }
  });

  test("takes the leaves below a container for its group", async (world) => {
    const top = await newTicket(world);
    const inner = await newTicket(world, { parent: top });
    const leaf = await newTicket(world, { parent: top });
    const [deep, deeper] = [await newTicket(world, { parent: inner }), await newTicket(world, { parent: inner })];
    await block(world, deep, deeper);
    const below = await positionOf(world, top);
    expect(below.issues.map((issue) => issue.number)).toEqual([leaf, deeper, deep].map(Number));
    expect((await positionOf(world, inner)).issues.map((issue) => issue.number)).toEqual([deeper, deep].map(Number));
    // The leaves of a container stand in its place among its siblings.
    expect((await positionOf(world, leaf)).issues).toEqual(below.issues);
    expect((await positionOf(world, deep)).issues).toEqual(below.issues);
  });

  test("keeps a container whose children have ended until it is closed", async (world) => {
    const top = await newTicket(world);
    const [one, two] = [await newTicket(world, { parent: top }), await newTicket(world, { parent: top })];
    await put(world, one, "Done");
    await put(world, two, "Canceled");
    const close = { number: Number(top), command: "ralph_hero", intent: "close", to: "Done" };
    for (const key of [top, one, two]) {
      const position = await positionOf(world, key);
      expect(position).toMatchObject({ phase: "COMPLETE", remainingPhases: [], complete: false, next: [close] });
      expect(position.issues.map((issue) => issue.number)).toEqual([top, one, two].map(Number));
    }
    accepted(await hand(world, ann, top, { command: "hero", intent: "close" }));
    expect(await positionOf(world, top)).toMatchObject({ phase: "TERMINAL", complete: true, next: [] });
  });

  test("takes a container for work again whose children were all given up", async (world) => {
    const top = await newTicket(world);
    const child = await newTicket(world, { parent: top });
    await put(world, child, "Canceled");
    expect(await positionOf(world, top)).toMatchObject({ phase: "TRIAGE", next: [{ number: 1 }, { number: 1 }] });
  });

  test("names who is waited for, and what takes up the work of one that died", async (world) => {
    const key = await ticketIn(world, "Ready for Plan");
    await locked(world, uma, key, "plan");
    expect(await positionOf(world, key)).toMatchObject({
      phase: "REVIEW",
      next: [],
      waiting: [{ number: Number(key), holder: "desk/uma" }],
    });
    await world.advance(21 * MINUTE);
    expect(await positionOf(world, key)).toMatchObject({
      phase: "PLAN",
      next: [{ number: Number(key), command: "ralph_plan", intent: "lock", to: "Plan in Progress" }],
      waiting: [],
    });
  });

  test("follows chains of any depth", async (world) => {
    const keys = [await newTicket(world)];
    for (let i = 0; i < 24; i++) keys.push(await newTicket(world, { blockedBy: [keys.at(-1) ?? ""] }));
    for (const key of [keys[0], keys[12], keys[24]]) {
      expect((await positionOf(world, key ?? "")).issues.map((issue) => String(issue.number))).toEqual(keys);
    }
  });

  test("takes closed blockers for satisfied", async (world) => {
    const done = await ticketIn(world, "Done");
    const key = await ticketIn(world, "Ready for Plan", { blockedBy: [done] });
    expect(await positionOf(world, key)).toMatchObject({ phase: "PLAN", convergence: { required: true, met: true } });
    expect(await checkConvergence(world.app, key, "Ready for Plan")).toMatchObject({
      converged: true,
      total: 2,
      ready: 2,
    });
  });

  test("reports rings as data, and comes to an end", async (world) => {
    const [a, b, c] = [await newTicket(world), await newTicket(world), await newTicket(world)];
    await block(world, a, b);
    await meddle(world, b, blockedBy(b, a));
    await meddle(world, c, blockedBy(c, a));
    const position = await positionOf(world, c);
    expect(position.cycles).toEqual([[a, b]]);
    expect(position.issues.map((issue) => issue.number)).toEqual([1, 2, 3]);
    expect(await checkConvergence(world.app, a, "Ready for Plan")).toMatchObject({ cycles: [[a, b]], total: 3 });
    refused(await hand(world, ann, a, { command: "plan", intent: "lock" }), "invalid_transition");
  });

  test("comes to an end on tickets that hang below each other", async (world) => {
    const [a, b] = [await newTicket(world), await newTicket(world)];
    await meddle(world, a, below(a, b), below(b, a));
    for (const key of [a, b]) {
      const position = await positionOf(world, key);
      expect(position.issues).toEqual([]);
      expect(position.complete).toBe(true);
    }
    expect((await world.board.tickets.ancestors(a)).map((check) => check.key).toSorted()).toEqual([a, b]);
  });

  test("puts a group where its least advanced active member is", async (world) => {
    const parent = await newTicket(world);
    const first = await ticketIn(world, "In Progress", { parent });
    const second = await ticketIn(world, "Research in Progress", { parent });
    const third = await ticketIn(world, "Ready for Plan", { parent });
    await ticketIn(world, "Canceled", { parent });
    expect(await positionOf(world, first)).toMatchObject({
      phase: "RESEARCH",
      remainingPhases: ["research", "plan", "review", "implement", "pr"],
      convergence: {
        required: true,
        met: false,
        blocking: [{ number: Number(second), state: "Research in Progress" }],
      },
    });
    await put(world, second, "Ready for Plan");
    expect(await positionOf(world, third)).toMatchObject({ phase: "PLAN", convergence: { required: true, met: true } });
    await put(world, second, "Human Needed");
    expect(await positionOf(world, third)).toMatchObject({
      phase: "PLAN",
      attention: [{ number: Number(second), state: "Human Needed" }],
    });
    await put(world, second, "In Review");
    await put(world, third, "Done");
    expect(await positionOf(world, third)).toMatchObject({ phase: "IMPLEMENT", remainingPhases: ["implement", "pr"] });
    await put(world, first, "In Review");
    expect(await positionOf(world, third)).toMatchObject({
      phase: "TERMINAL",
      remainingPhases: ["pr"],
      complete: false,
    });
  });

  test("knows the phase of a ticket without a state", async (world) => {
    const key = await newTicket(world);
    await typeState(world, key, null);
    const position = await positionOf(world, key);
    expect([position.phase, position.issues[0]?.workflowState]).toEqual(["TRIAGE", "unknown"]);
  });

  test("knows every phase of a single ticket", async (world) => {
    const phases: readonly [state: string, phase: string, remaining: number][] = [
      ["Elsewhere", "TRIAGE", 6],
      ["Backlog", "TRIAGE", 6],
      ["Research Needed", "RESEARCH", 5],
      ["Research in Progress", "RESEARCH", 5],
      ["Ready for Plan", "PLAN", 4],
      ["Plan in Progress", "REVIEW", 3],
      ["Plan in Review", "HUMAN_GATE", 3],
      ["In Progress", "IMPLEMENT", 2],
      ["In Review", "TERMINAL", 1],
      ["Human Needed", "TERMINAL", 0],
      ["Done", "TERMINAL", 0],
      ["Canceled", "TERMINAL", 0],
    ];
    for (const [state, phase, remaining] of phases) {
      const known = state !== "Elsewhere";
      const key = await ticketIn(world, known ? state : "Backlog");
      if (!known) await typeState(world, key, state);
      const position = await positionOf(world, key);
      expect([state, position.phase, position.remainingPhases.length]).toEqual([state, phase, remaining]);
      expect(position.complete).toBe(state === "Done" || state === "Canceled");
      expect(position.issues[0]?.workflowState).toBe(known ? state : "unknown");
    }
  });

  test("wants what is too large split before all else", async (world) => {
    const parent = await newTicket(world);
    const small = await ticketIn(world, "Research Needed", { parent, estimate: "S" });
    const large = await ticketIn(world, "Research Needed", { parent, estimate: "L" });
    expect(await positionOf(world, small)).toMatchObject({ phase: "SPLIT" });
    await newTicket(world, { parent: large, estimate: "XS" });
    // What it was split into is where the group is least advanced.
    expect(await positionOf(world, small)).toMatchObject({ phase: "TRIAGE" });
    await put(world, large, "Ready for Plan");
    expect(await positionOf(world, await ticketIn(world, "Ready for Plan", { estimate: "XL" }))).toMatchObject({
      phase: "PLAN",
    });
  });

  test("counts who has reached a state, and how far the others are", async (world) => {
    const parent = await newTicket(world);
    const key = await ticketIn(world, "Backlog", { parent, title: "far" });
    await ticketIn(world, "Research in Progress", { parent, title: "near" });
    await ticketIn(world, "In Review", { parent });
    await ticketIn(world, "Canceled", { parent });
    const answer = accepted(await checkConvergence(world.app, key, "Plan in Review"));
    expect(answer).toEqual({
      converged: false,
      targetState: "Plan in Review",
      total: 3,
      ready: 1,
      blocking: [
        { number: 2, title: "far", currentState: "Backlog", distanceToTarget: 3 },
        { number: 3, title: "near", currentState: "Research in Progress", distanceToTarget: 3 },
      ],
      recommendation: "wait",
    });
    await put(world, "3", "Human Needed");
    expect(await checkConvergence(world.app, key, "Plan in Review")).toMatchObject({ recommendation: "escalate" });
    await put(world, key, "Plan in Review");
    await put(world, "3", "Done");
    expect(await checkConvergence(world.app, key, "Plan in Review")).toMatchObject({
      converged: true,
      total: 3,
      ready: 3,
      recommendation: "proceed",
    });
  });

  test("refuses targets outside the pipeline order, and tickets that are not there", async (world) => {
    const key = await newTicket(world);
    for (const target of ["Human Needed", "Canceled", "Nowhere"]) {
      const refusal = refused(await checkConvergence(world.app, key, target), "unknown_target");
      expect(refusal.error).toContain("Backlog, Research Needed, Research in Progress");
    }
    refused(await checkConvergence(world.app, "404", "Done"), "ticket_not_found");
    refused(await detectPosition(world.app, ann.actor, "404"), "ticket_not_found");
    expect(await seqOf(world)).toBe(1);
  });

  test("cuts a group off at 500, and never takes a part for the whole", async (world) => {
    const parent = await newTicket(world);
    const key = await ticketIn(world, "Ready for Plan", { parent });
    const numbers = Array.from({ length: 499 }, (_, index) => index + 10);
    await meddle(world, key, ...numbers.map((number) => bare(number, parent)));
    const whole = accepted(await checkConvergence(world.app, key, "Ready for Plan"));
    expect(whole).toMatchObject({ converged: true, total: 500 });
    expect(whole).not.toHaveProperty("truncated");
    await meddle(world, key, bare(1000, parent));
    for (const asked of [key, parent]) {
      const cut = accepted(await checkConvergence(world.app, asked, "Ready for Plan"));
      expect(cut).toMatchObject({ converged: false, total: 500, ready: 500, truncated: true, recommendation: "wait" });
      expect(await positionOf(world, asked)).toMatchObject({ truncated: true, complete: false });
    }
    refused(await hand(world, ann, key, { command: "plan", intent: "lock" }), "not_converged");
    expect((await ticketOf(world, parent)).childCount).toBe(501);
  });
}

async function positionOf(world: World, key: Key): Promise<Position> {
  return accepted(await detectPosition(world.app, ann.actor, key));
}

function blockedBy(ticket: Key, blocker: Key): Change {
  return { table: "blocker", key: { ticket, blocked_by: blocker }, set: { since: START } };
}

function below(key: Key, parent: Key): Change {
  return { table: "ticket", key: { key }, set: { parent, parent_since: START, version: 2 } };
}

/** A ticket that is ready for planning. */
function bare(number: number, parent: Key): Change {
  return {
    table: "ticket",
    key: { key: String(number) },
    set: {
      number,
      repo: "",
      title: `ticket ${number}`,
      body: "",
      state: "Ready for Plan",
      priority: null,
      estimate: null,
      labels: "[]",
      parent,
      parent_since: START,
      created_at: START,
      updated_at: START,
      entered_at: START,
      version: 1,
      closed: 0,
      fence: 0,
    },
  };
}
