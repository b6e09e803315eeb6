import { expect } from "vitest";
import { senderOf } from "../../src/app/commit/sender.ts";
import type { Caller } from "../../src/app/app.ts";
import { toldIn } from "../../src/app/ledger/told.ts";
import type { HandoffInput } from "../../src/app/tickets/handoff.ts";
import { machineWith, TICKETS } from "../support/engine/boards.ts";
import { appOn } from "../support/worlds/world.ts";
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
import { agent, ann, bob, maria, MINUTE, operator, START, uma, type Test } from "../support/worlds/world.ts";

export function handoffs(test: Test): void {
  test("moves a ticket along an edge, and says all about it", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    await world.advance(MINUTE);
    const answer = await hand(world, uma, key, { command: "research", intent: "lock", reason: "I'll look into it" });
    expect(answer).toEqual({
      number: 1,
      previousState: "Research Needed",
      newState: "Research in Progress",
      changed: true,
      intent: "lock",
      command: "research",
      reason: "I'll look into it",
      claim: { token: expect.any(String), holder: "desk/uma", fence: 1, expiresAt: iso(START + 21 * MINUTE) },
      event: 3,
      warnings: [],
      guidance: {
        isLockState: true,
        isTerminal: false,
        requiresHumanAction: false,
        allowedNextTransitions: ["Ready for Plan", "Human Needed"],
        expectedByCommands: [],
        note: expect.stringContaining("claimed exclusively"),
      },
    });
    expect(await ticketOf(world, key)).toMatchObject({
      state: "Research in Progress",
      closed: false,
      version: 3,
      enteredAt: START + MINUTE,
      updatedAt: START + MINUTE,
      claim: {
        holder: { connection: "desk", agent: "uma" },
        fence: 1,
        since: START + MINUTE,
        expiresAt: START + 21 * MINUTE,
      },
    });
  });

  test("writes down what an audit comment says: the transition, the intent, the command, the reason", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    await hand(world, uma, key, { command: "ralph_research", intent: "__LOCK__", reason: "line one\nline two" });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "move",
      at: START,
      subject: { type: "ticket", key },
      by: { connection: "desk", agent: "uma", via: "stdio" },
      data: {
        from: "Research Needed",
        to: "Research in Progress",
        command: "ralph_research",
        intent: "lock",
        claim: { type: "acquire", holder: "desk/uma", fence: 1, expiresAt: START + 20 * MINUTE, takenFrom: null },
      },
      texts: { reason: "line one\nline two" },
    });
    expect(await world.board.tickets.comments(key)).toEqual([]);
  });

  test("echoes the caller's word for the command, and has no intent where a state was named", async (world) => {
    const [a, b] = [await newTicket(world), await newTicket(world)];
    const named = accepted(await hand(world, ann, a, { command: "ralph_triage", toState: "Research Needed" }));
    expect(named).toMatchObject({ command: "ralph_triage", intent: null, newState: "Research Needed" });
    const wrapped = accepted(await hand(world, ann, b, { command: "triage", toState: "__CLOSE__" }));
    expect(wrapped).toMatchObject({ command: "triage", intent: "close", newState: "Done" });
    expect(wrapped.guidance).toMatchObject({ isTerminal: true, allowedNextTransitions: [] });
    expect(await ticketOf(world, b)).toMatchObject({ state: "Done", closed: true });
  });

  test("says who expects the ticket next, and that a person acts first where one does", async (world) => {
    const key = await ticketIn(world, "Ready for Plan");
    await locked(world, ann, key, "plan");
    const { guidance } = accepted(await hand(world, ann, key, { command: "plan", intent: "complete" }));
    expect(guidance).toEqual({
      isLockState: false,
      isTerminal: false,
      requiresHumanAction: true,
      allowedNextTransitions: ["In Progress", "Ready for Plan", "Human Needed"],
      expectedByCommands: ["ralph_review", "ralph_impl", "ralph_hero"],
      note: expect.stringContaining("A person acts first"),
    });
  });

  test("records a stay without touching the ticket", async (world) => {
    const key = await newTicket(world);
    const before = await ticketOf(world, key);
    await world.advance(MINUTE);
    const answer = accepted(await hand(world, ann, key, { command: "split", intent: "complete", reason: "in three" }));
    expect(answer).toMatchObject({ previousState: "Backlog", newState: "Backlog", changed: false, event: 2 });
    expect(await ticketOf(world, key)).toEqual(before);
    expect(await lastRow(world, key)).toMatchObject({
      kind: "stay",
      data: { from: "Backlog", to: "Backlog", command: "split", intent: "complete" },
      texts: { reason: "in three" },
    });
  });

  test("moves a ticket out of a state that nobody knows, and warns", async (world) => {
    const strange = await newTicket(world);
    await typeState(world, strange, "Somewhere");
    const first = accepted(await hand(world, ann, strange, { command: "research", intent: "lock" }));
    expect(first).toMatchObject({ previousState: "Somewhere", newState: "Research in Progress", claim: { fence: 1 } });
    expect(first.warnings).toEqual([expect.stringContaining('"Somewhere"')]);
  });

  test("moves a ticket out of no state as out of the start state, and warns", async (world) => {
    const none = await newTicket(world);
    await typeState(world, none, null);
    const second = accepted(await hand(world, ann, none, { command: "triage", toState: "Ready for Plan" }));
    expect(second).toMatchObject({ previousState: null, newState: "Ready for Plan", changed: true });
    expect(second.warnings).toHaveLength(1);
    refused(await hand(world, ann, none, { command: "triage", toState: "In Review" }), "invalid_transition");
  });

  test("refuses with a code of its own for each check, and leaves the ticket alone", async (world) => {
    const cases: readonly [state: string, input: Omit<HandoffInput, "key" | "reason">, code: string, text: string][] = [
      ["Backlog", { command: "triage" }, "one_target", "exactly one of intent and to_state"],
      ["Backlog", { command: "triage", intent: "close", toState: "Done" }, "one_target", "both"],
      ["Backlog", { command: "deploy", intent: "close" }, "unknown_command", "Unknown command"],
      ["Backlog", { intent: "close" }, "unknown_command", "Unknown command"],
      ["Backlog", { command: "triage", intent: "finish" }, "unknown_intent", "Unknown semantic intent"],
      ["Backlog", { command: "triage", toState: "Doing" }, "unknown_state", "Unknown state"],
      ["Backlog", { command: "triage", intent: "lock" }, "intent_not_mapped", "not valid for ralph_triage"],
      ["Backlog", { command: "triage", intent: "complete" }, "intent_ambiguous", "multiple output paths"],
      ["Human Needed", { command: "triage", toState: "Backlog" }, "human_gate", "only a person"],
      ["Done", { command: "review", intent: "reject" }, "terminal_state", "terminal"],
      ["Canceled", { command: "triage", intent: "cancel" }, "terminal_state", "terminal"],
      ["Backlog", { command: "research", intent: "lock" }, "invalid_transition", "Invalid transition"],
      ["Plan in Review", { command: "research", intent: "complete" }, "unexpected_state", "does not expect"],
      [
        "Research Needed",
        { command: "research", toState: "Done" },
        "invalid_transition",
        "not a valid output for ralph_research",
      ],
      [
        "Research Needed",
        { command: "split", toState: "Ready for Plan" },
        "invalid_output",
        "Available semantic intents",
      ],
    ];
    for (const [state, input, code, text] of cases) {
      const key = await ticketIn(world, state);
      const before = await ticketOf(world, key);
      const told = refused(await hand(world, ann, key, input), code);
      expect(told.error).toContain(text);
      expect(await ticketOf(world, key)).toEqual(before);
      expect(await lastRow(world, key)).toMatchObject({
        kind: "refuse",
        by: { connection: "ann" },
        data: {
          code,
          from: state,
          command: input.command ?? null,
          intent: input.intent ?? null,
          to: input.toState ?? null,
        },
        texts: { reason: "because", refusal: told.what, recovery: told.recovery },
      });
    }
  });

  test("keeps a refusal in the words of the surface that it was told on", async (world) => {
    const key = await ticketIn(world, "Plan in Review");
    const toldTo = async (caller: Caller, input: Parameters<typeof hand>[3]): Promise<unknown> => {
      refused(await hand(world, caller, key, input), "invalid_transition");
      return toldIn(await lastRow(world, key))?.recovery;
    };
    const [byState, byIntent] = [{ toState: "Done" }, { command: "review", intent: "close" }];
    expect(await toldTo(maria, byState)).toBe(
      'retry with --to "In Progress", --to "Ready for Plan" or --to "Human Needed", or override the workflow with --override.',
    );
    expect(await toldTo({ ...maria, via: "http" }, byState)).toBe(
      'use "Approve" (to In Progress), "Send back" (to Ready for Plan) or "Escalate" (to Human Needed), or use "Override the graph" as an operator.',
    );
    expect(await toldTo({ ...ann, via: "http" }, byIntent), "agents call tools over HTTP too").toContain(
      'command="ralph_review", intent="reject"',
    );
    expect(await toldTo({ ...ann, surface: "web" }, byIntent)).toContain(
      '"Send back" (to Ready for Plan, as ralph_review)',
    );
  });

  test("refuses without a reason, or without a ticket", async (world) => {
    const key = await newTicket(world);
    refused(await hand(world, ann, key, { command: "triage", intent: "close", reason: " \n " }), "blank_reason");
    expect((await lastRow(world, key)).data).toMatchObject({ code: "blank_reason" });
    const before = await seqOf(world);
    refused(await hand(world, ann, "404", { command: "triage", intent: "close" }), "ticket_not_found");
    refused(await hand(world, ann, "acme/web#1", { command: "triage", intent: "close" }), "ticket_not_found");
    expect(await seqOf(world)).toBe(before);
    expect(await stateOf(world, key)).toBe("Backlog");
  });

  test("refuses commands that the connection was not given", async (world) => {
    const key = await newTicket(world);
    const researcher = agent("lab", null, ["research", "ralph_plan"]);
    const refusal = refused(
      await hand(world, researcher, key, { command: "triage", intent: "close" }),
      "command_not_allowed",
    );
    expect(refusal.facts).toMatchObject({ commands: ["ralph_research", "ralph_plan"] });
    await put(world, key, "Research Needed");
    await locked(world, researcher, key, "ralph_research");
  });

  test("refuses when the ticket is elsewhere by now", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const late = { command: "research", intent: "lock", fromState: "Backlog" };
    expect(refused(await hand(world, ann, key, late), "state_changed").error).toContain('"Research Needed"');
    expect(await stateOf(world, key)).toBe("Research Needed");
    accepted(await hand(world, ann, key, { ...late, fromState: "Research Needed" }));
    expect(await stateOf(world, key)).toBe("Research in Progress");
  });

  test("writes nothing on a dry run, whatever it answers", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const before = [await ticketOf(world, key), await seqOf(world)];
    const answer = accepted(await hand(world, ann, key, { command: "research", intent: "lock", dryRun: true }));
    expect(answer).toMatchObject({ newState: "Research in Progress", changed: true, event: null, dryRun: true });
    expect(answer.claim?.token).toBeUndefined();
    refused(await hand(world, ann, key, { command: "research", toState: "Done", dryRun: true }), "invalid_transition");
    refused(await hand(world, ann, key, { command: "nobody", intent: "lock", dryRun: true }), "unknown_command");
    expect([await ticketOf(world, key), await seqOf(world)]).toEqual(before);
  });

  test("renews no lease and uses no request up on a dry run", async (world) => {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, ann, key, "research");
    await world.advance(15 * MINUTE);
    const before = await ticketOf(world, key);
    const again = { command: "research", intent: "lock", claim: token, requestId: "r1" };
    accepted(await hand(world, ann, key, { ...again, dryRun: true }));
    expect(await ticketOf(world, key)).toEqual(before);
    expect(
      await world.board.ledger.recorded({ sender: senderOf(ann), tool: "handoff_ticket", subject: key, id: "r1" }),
    ).toBeNull();
    accepted(await hand(world, ann, key, again));
    expect((await ticketOf(world, key)).claim?.expiresAt).toBe(START + 35 * MINUTE);
    expect(accepted(await hand(world, ann, key, { ...again, dryRun: true })).dryRun).toBe(true);
  });

  test("lets nobody start planning before the whole group is ready, and says who is late", async (world) => {
    const parent = await newTicket(world);
    const key = await ticketIn(world, "Ready for Plan", { parent });
    const late = await ticketIn(world, "Research Needed", { parent });
    const stuck = await newTicket(world, { blockedBy: [late] });
    const lock = { command: "plan", intent: "lock" };
    const refusal = refused(await hand(world, ann, key, lock), "not_converged");
    expect(refusal.facts["blocking"]).toEqual([
      { key: late, state: "Research Needed" },
      { key: stuck, state: "Backlog" },
    ]);
    expect(await stateOf(world, key)).toBe("Ready for Plan");
    await put(world, late, "Ready for Plan");
    await put(world, stuck, "Canceled");
    accepted(await hand(world, ann, key, lock));
    expect((await lastRow(world, key)).data).toMatchObject({
      guards: [{ type: "group_convergence", policy: "enforce", met: true, target: "Ready for Plan", blocking: [] }],
    });
  });

  test("follows the guards of the workflow in force", async (world) => {
    const edges = TICKETS.edges.map((edge) =>
      edge.to === "In Progress" ? { ...edge, guards: [{ type: "no_open_blockers" as const }] } : edge,
    );
    const app = appOn(world.board, { machine: machineWith({ edges }), warnings: ["the file is gone"] });
    const inForce = { ...world, app };
    const key = await ticketIn(world, "Plan in Review");
    const blocker = await newTicket(world);
    await block(world, key, blocker);
    const refusal = refused(await hand(inForce, ann, key, { command: "impl", intent: "lock" }), "open_blockers");
    expect(refusal.facts["blocking"]).toEqual([{ key: blocker, state: null }]);
    await put(world, blocker, "Done");
    const answer = accepted(await hand(inForce, ann, key, { command: "impl", intent: "lock" }));
    expect(answer).toMatchObject({ newState: "In Progress", warnings: ["the file is gone"] });
  });
}

export function people(test: Test): void {
  test("lets a person move a ticket along any edge, with a reason", async (world) => {
    const key = await ticketIn(world, "Plan in Review");
    const answer = accepted(await hand(world, maria, key, { toState: "In Progress", reason: "go ahead" }));
    expect(answer).toMatchObject({ command: null, intent: null, previousState: "Plan in Review", changed: true });
    expect(await lastRow(world, key)).toMatchObject({
      kind: "move",
      by: { person: "Maria", via: "cli", proof: "key" },
      data: { from: "Plan in Review", to: "In Progress", command: null, intent: null },
      texts: { reason: "go ahead" },
    });
    refused(await hand(world, maria, key, { toState: "In Review", reason: "" }), "blank_reason");
    refused(await hand(world, maria, key, { toState: "Nowhere" }), "unknown_state");
    expect(await stateOf(world, key)).toBe("In Progress");
  });

  test("lets a person lead a ticket out of where agents are held", async (world) => {
    const key = await ticketIn(world, "Human Needed");
    refused(await hand(world, ann, key, { command: "triage", toState: "Research Needed" }), "human_gate");
    accepted(await hand(world, maria, key, { toState: "Research Needed" }));
    expect(await stateOf(world, key)).toBe("Research Needed");
  });

  test("holds a person without an operator's credential to the graph and its guards", async (world) => {
    const [open, done] = [await newTicket(world), await ticketIn(world, "Done")];
    refused(await hand(world, maria, open, { toState: "In Review" }), "invalid_transition");
    refused(await hand(world, maria, done, { toState: "Backlog" }), "terminal_state");
    const parent = await newTicket(world);
    const ready = await ticketIn(world, "Ready for Plan", { parent });
    await newTicket(world, { parent });
    refused(await hand(world, maria, ready, { toState: "Plan in Progress" }), "not_converged");
    expect(await Promise.all([stateOf(world, open), stateOf(world, done), stateOf(world, ready)])).toEqual([
      "Backlog",
      "Done",
      "Ready for Plan",
    ]);
  });

  test("lets an operator override the graph and its guards, never silently", async (world) => {
    const key = await newTicket(world);
    accepted(await hand(world, operator, key, { toState: "In Review", reason: "it was built elsewhere" }));
    expect(await lastRow(world, key)).toMatchObject({
      kind: "override",
      by: { person: "Olga", via: "cli", proof: "key" },
      data: { from: "Backlog", to: "In Review" },
      texts: { reason: "it was built elsewhere" },
    });
    accepted(await hand(world, operator, key, { toState: "Done" }));
    expect((await lastRow(world, key)).kind).toBe("move");
    const parent = await newTicket(world);
    const ready = await ticketIn(world, "Ready for Plan", { parent });
    await newTicket(world, { parent });
    const forced = accepted(await hand(world, operator, ready, { toState: "Plan in Progress" }));
    expect(forced.warnings).toEqual([expect.stringContaining("Overridden")]);
    expect((await lastRow(world, ready)).kind).toBe("override");
  });

  test("opens a closed ticket again for an operator", async (world) => {
    const key = await ticketIn(world, "Canceled");
    expect((await ticketOf(world, key)).closed).toBe(true);
    await world.advance(MINUTE);
    accepted(await hand(world, operator, key, { toState: "Backlog", reason: "after all" }));
    expect(await ticketOf(world, key)).toMatchObject({ state: "Backlog", closed: false, enteredAt: START + MINUTE });
    refused(await hand(world, operator, await ticketIn(world, "Done"), { toState: "Done" }), "terminal_state");
  });

  test("records a person's word on a ticket that stays where it is", async (world) => {
    const key = await ticketIn(world, "In Review");
    const before = await ticketOf(world, key);
    const answer = accepted(await hand(world, maria, key, { toState: "In Review", reason: "still looking" }));
    expect(answer.changed).toBe(false);
    expect(await ticketOf(world, key)).toEqual(before);
    expect((await rowsOf(world, key)).map((row) => row.kind)).toEqual(["stay", "override", "create"]);
  });

  test("takes no agent for a person, whatever it calls itself", async (world) => {
    const key = await ticketIn(world, "Human Needed");
    const pretender = agent("human", "Maria");
    refused(await hand(world, pretender, key, { command: "human", toState: "Backlog" }), "unknown_command");
    refused(await hand(world, pretender, key, { command: "triage", toState: "Research Needed" }), "human_gate");
    refused(await hand(world, bob, key, { toState: "Backlog" }), "unknown_command");
    expect(await stateOf(world, key)).toBe("Human Needed");
  });
}
