// Whole stories over real servers: one ticket's way, a group that waits for its last, children, two who pick, long lists.

import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { openBoard } from "../../../src/store/open.ts";
import { appOn, person } from "../../support/worlds/world.ts";
import { ShiftedClock } from "../../support/clock/shifted-clock.ts";
import { openOffice, type Desk, type Office } from "../../support/clients/desk.ts";

let office: Office;
let desk: Desk;

beforeEach(async () => {
  office = openOffice();
  desk = await office.connect({ SIGNALBOX_AGENT: "desk" });
});

afterEach(() => office.close());

async function phaseOf(number: number): Promise<unknown> {
  return (await desk.ok("detect_pipeline_position", { number }))["phase"];
}

async function commentsOf(number: number): Promise<readonly string[]> {
  const { comments } = (await desk.ok("get_ticket", { number })) as { comments: { body: string }[] };
  return comments.map((comment) => comment.body);
}

/** On the same file, while the server has it open. */
async function moveAsPerson(number: number, toState: string, reason: string): Promise<void> {
  const board = await openBoard({ database: office.database });
  try {
    const answer = await handoff(appOn(board), person("Maria"), { key: String(number), toState, reason });
    if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  } finally {
    await board.close();
  }
}

describe("a small ticket", () => {
  it("goes from the backlog through all hands to a person, who closes it", async () => {
    const one = await desk.ticket({ title: "One", estimate: "XS" });
    const phases: unknown[] = [await phaseOf(one)];

    const ambiguous = await desk.refused("handoff_ticket", {
      number: one,
      command: "triage",
      intent: "complete",
      reason: "looked at it",
    });
    const told = /command="([^"]+)", to_state="([^"]+)"/.exec(String(ambiguous["recovery"]));
    await desk.hand(one, { command: told?.[1], to_state: told?.[2], reason: "needs a look" });
    phases.push(await phaseOf(one));

    const research = await desk.lock(one, "research");
    expect(await phaseOf(one)).toBe("RESEARCH");
    await desk.hand(one, { command: "research", intent: "complete", claim: research.token, reason: "found it" });
    phases.push(await phaseOf(one));

    const plan = await desk.lock(one, "ralph_plan");
    expect(await phaseOf(one)).toBe("REVIEW");
    await desk.hand(one, { command: "plan", intent: "__COMPLETE__", claim: plan.token, reason: "a plan" });
    phases.push(await phaseOf(one));

    await desk.hand(one, { command: "review", intent: "complete", reason: "a good plan" });
    phases.push(await phaseOf(one));

    const impl = await desk.hand(one, { command: "impl", intent: "lock" });
    expect(impl).toMatchObject({ changed: false, previousState: "In Progress", newState: "In Progress" });
    const { token } = impl["claim"] as { token: string };
    const built = await desk.hand(one, { command: "impl", intent: "complete", claim: token, reason: "built" });
    expect(built).toEqual({
      number: one,
      previousState: "In Progress",
      newState: "In Review",
      changed: true,
      intent: "complete",
      command: "impl",
      reason: "built",
      event: expect.any(Number) as number,
      warnings: [],
      guidance: {
        isLockState: false,
        isTerminal: false,
        requiresHumanAction: true,
        allowedNextTransitions: ["Done", "In Progress", "Human Needed"],
        expectedByCommands: [],
        note: expect.any(String) as string,
      },
    });
    phases.push(await phaseOf(one));
    expect(phases).toEqual(["TRIAGE", "RESEARCH", "PLAN", "HUMAN_GATE", "IMPLEMENT", "TERMINAL"]);

    await moveAsPerson(one, "Done", "accepted");
    expect(await desk.ok("detect_pipeline_position", { number: one })).toMatchObject({
      phase: "TERMINAL",
      complete: true,
      remainingPhases: [],
      isGroup: false,
      groupPrimary: null,
    });
    expect(await commentsOf(one)).toEqual([
      "**State transition**: Backlog → Research Needed\n**Command**: ralph_triage\n**Reason**: needs a look",
      "**State transition**: Research Needed → Research in Progress (intent: lock)\n**Command**: ralph_research\n**Reason**: next",
      "**State transition**: Research in Progress → Ready for Plan (intent: complete)\n**Command**: ralph_research\n**Reason**: found it",
      "**State transition**: Ready for Plan → Plan in Progress (intent: lock)\n**Command**: ralph_plan\n**Reason**: next",
      "**State transition**: Plan in Progress → Plan in Review (intent: complete)\n**Command**: ralph_plan\n**Reason**: a plan",
      "**State transition**: Plan in Review → In Progress (intent: complete)\n**Command**: ralph_review\n**Reason**: a good plan",
      "**State transition**: In Progress → In Review (intent: complete)\n**Command**: ralph_impl\n**Reason**: built",
      "**State transition**: In Review → Done\n**Person**: Maria\n**Reason**: accepted",
    ]);
  });
});

describe("a group", () => {
  it("of three plans together, and waits for its last", async () => {
    const parent = await desk.ticket({ title: "All of it" });
    const [first, second] = [
      await desk.ticketIn("Ready for Plan", { title: "First", parent }),
      await desk.ticketIn("Ready for Plan", { title: "Second", parent }),
    ];
    const last = await desk.ticketIn("Research Needed", { title: "Last", parent });
    const { token } = await desk.lock(last, "research", "ann");

    expect(await desk.ok("check_convergence", { number: first, targetState: "Ready for Plan" })).toEqual({
      converged: false,
      targetState: "Ready for Plan",
      total: 3,
      ready: 2,
      blocking: [{ number: last, title: "Last", currentState: "Research in Progress", distanceToTarget: 1 }],
      recommendation: "wait",
    });
    expect(await desk.ok("detect_pipeline_position", { number: second })).toMatchObject({
      phase: "RESEARCH",
      remainingPhases: ["research", "plan", "review", "implement", "pr"],
      isGroup: true,
      groupPrimary: first,
      convergence: { required: true, met: false, blocking: [{ number: last, state: "Research in Progress" }] },
    });

    const lock = { number: first, command: "plan", intent: "lock", reason: "planning" };
    const refused = await desk.refused("handoff_ticket", lock);
    expect(refused).toMatchObject({ code: "not_converged", from: "Ready for Plan" });
    expect(refused["error"]).toContain(`#${last} (Research in Progress)`);
    const pick = { workflowState: "Ready for Plan", claim: true, command: "plan", reason: "planning" };
    expect(await desk.ok("pick_actionable_issue", pick)).toMatchObject({
      found: false,
      issue: null,
      skipped: [
        { number: first, code: "not_converged" },
        { number: second, code: "not_converged" },
      ],
    });

    await desk.hand(last, { command: "research", intent: "complete", claim: token, agent: "ann" });
    expect(await desk.ok("check_convergence", { number: first, targetState: "Ready for Plan" })).toMatchObject({
      converged: true,
      ready: 3,
      blocking: [],
      recommendation: "proceed",
    });
    expect(await desk.ok("handoff_ticket", lock)).toMatchObject({ newState: "Plan in Progress" });
  });
});

describe("children", () => {
  it("follow their parent where they may, and are told why where they may not", async () => {
    const parent = await desk.ticket({ title: "Parent" });
    const behind = await desk.ticket({ title: "Behind", parent });
    const there = await desk.ticketIn("Ready for Plan", { title: "There", parent });
    const held = await desk.ticketIn("Research Needed", { title: "Held", parent });
    await desk.lock(held, "research", "ann");
    const stuck = await desk.ticketIn("Human Needed", { title: "Stuck", parent });
    const over = await desk.ticketIn("Canceled", { title: "Over", parent });
    await desk.hand(parent, { command: "triage", to_state: "Ready for Plan" });
    // Links made in the same millisecond count as made before: this one is made a second later.
    const clock = new ShiftedClock(join(office.folder, "clock"));
    clock.pass(1000);
    const later = await office.connect({ ...clock.env, SIGNALBOX_AGENT: "later" });
    const late = await later.ticket({ title: "Late", parent });

    const answer = await desk.ok("advance_children", { number: parent, targetState: "Ready for Plan" });
    expect(answer["advanced"]).toEqual([{ number: behind, fromState: "Backlog", toState: "Ready for Plan" }]);
    const skipped = answer["skipped"] as { number: number; reason: string }[];
    expect(skipped.map(({ number }) => number)).toEqual([there, held, stuck, over, late]);
    const reasons = ["already", "desk/ann holds a claim", "a person decides", "terminal", "linked after its parent"];
    for (const [index, part] of reasons.entries()) expect(skipped[index]?.reason).toContain(part);
    expect(answer["errors"]).toEqual([]);
    expect(await commentsOf(behind)).toEqual([
      `**State transition**: Backlog → Ready for Plan (propagated)\n**Parent**: #${parent}\n**Reason**: it follows its parent`,
    ]);
  });

  it("that are none make three empty lists", async () => {
    const alone = await desk.ticket();
    expect(await desk.ok("advance_children", { number: alone, targetState: "Backlog" })).toEqual({
      advanced: [],
      skipped: [],
      errors: [],
    });
  });
});

describe("picking with a claim", () => {
  it("gives two servers two tickets, and a third nothing", async () => {
    const numbers = [await desk.ticketIn("Research Needed"), await desk.ticketIn("Research Needed")];
    const other = await office.connect({ SIGNALBOX_AGENT: "other" });
    const pick = { workflowState: "Research Needed", claim: true, command: "research", reason: "free hands" };
    const picked = (await Promise.all(
      [desk, other].map((who) => who.ok("pick_actionable_issue", pick)),
    )) as unknown as { issue: { number: number }; claim: { holder: string } }[];
    expect(picked.map(({ issue }) => issue.number).toSorted((a, b) => a - b)).toEqual(numbers);
    expect(picked.map(({ claim }) => claim.holder)).toEqual(["desk", "other"]);
    expect(await other.ok("pick_actionable_issue", pick)).toEqual({
      found: false,
      issue: null,
      alternatives: 0,
      passedOver: { tooLarge: 0, blocked: 0, held: 0, noRoom: 0, guarded: 0 },
    });
  });

  it("takes what is urgent first, passes over what is large, blocked or split, and counts the rest", async () => {
    const blocker = await desk.ticket();
    await desk.ticketIn("Research Needed", { priority: "P0", estimate: "L" });
    await desk.ticketIn("Research Needed", { priority: "P0", blockedBy: [blocker] });
    const split = await desk.ticketIn("Research Needed", { priority: "P0" });
    await desk.ticket({ parent: split });
    await desk.ticketIn("Research Needed");
    const urgent = await desk.ticketIn("Research Needed", { priority: "P1", estimate: "S", body: "What it says." });
    expect(await desk.ok("pick_actionable_issue", { workflowState: "Research Needed" })).toEqual({
      found: true,
      issue: {
        number: urgent,
        title: "A ticket",
        description: "What it says.",
        workflowState: "Research Needed",
        estimate: "S",
        priority: "P1",
        isLocked: false,
        blockedBy: [],
      },
      alternatives: 1,
    });
  });
});

describe("a list", () => {
  it("comes in pages that are bounded, each ticket once, in order", async () => {
    const made: number[] = [];
    for (let index = 0; index < 105; index++) made.push(await desk.ticket({ title: `Number ${index}` }));
    const sizes: number[] = [];
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = (await desk.ok("list_tickets", cursor === null ? {} : { cursor })) as unknown as {
        tickets: { number: number }[];
        cursor?: string;
      };
      sizes.push(page.tickets.length);
      seen.push(...page.tickets.map(({ number }) => number));
      cursor = page.cursor ?? null;
    } while (cursor !== null);
    expect(sizes).toEqual([50, 50, 5]);
    expect(seen).toEqual(made);
    const most = (await desk.ok("list_tickets", { limit: 100 })) as {
      tickets: unknown[];
      more: unknown;
      cursor: unknown;
    };
    expect(most.tickets).toHaveLength(100);
    expect(most).toMatchObject({ more: true, cursor: expect.any(String) });
    expect(await desk.ok("list_tickets", { text: "number 104" })).toMatchObject({ tickets: [{ number: made[104] }] });
    expect(await desk.ok("list_tickets", { open: false })).toEqual({ tickets: [] });
  });
});

describe("every toolset's answers", () => {
  it("are what the tools say they are, for editing, commenting and linking too", async () => {
    const blocker = await desk.ticket();
    const number = await desk.ticket({ labels: ["a", "b"], priority: "P2" });
    expect(
      await desk.ok("update_ticket", { number, title: "Renamed", priority: null, addBlockedBy: [blocker] }),
    ).toMatchObject({
      number,
      edited: ["title", "priority"],
      links: { parent: null, added: [{ number: blocker }], removed: [] },
    });
    await desk.ok("add_comment", { number, body: "A word." });
    expect(await desk.ok("get_ticket", { number })).toMatchObject({
      title: "Renamed",
      state: "Backlog",
      priority: null,
      labels: ["a", "b"],
      blockedBy: [{ number: blocker, title: "A ticket", state: "Backlog" }],
      comments: [{ author: "desk", body: "A word." }],
      claim: null,
      parent: null,
    });
  });
});
