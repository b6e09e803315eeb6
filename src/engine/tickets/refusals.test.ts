import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { telling, type ToldToAgent } from "../../../test/support/surfaces.ts";
import {
  agent,
  ask,
  claim,
  group,
  member,
  MINUTE,
  NOW,
  snapshotOf,
  TICKET,
  TICKET_WORKFLOW,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import type { HandoffRequest } from "./read-request.ts";
import type { TicketFacts } from "../claims/claims.ts";
import { compile } from "../workflow/compile.ts";
import { decide as decideUntold, type RefusedHandoff } from "./handoff.ts";
import type { HandoffSnapshot } from "./check-handoff.ts";

const decide = telling(decideUntold);

const STATES = [...TICKET.states.keys()];
const COMMANDS = [...TICKET.commands.keys()];
const INTENTS = [...TICKET.intents.keys()];

function refusalOf(
  state: string | null,
  request: Partial<HandoffRequest>,
  ticket: Partial<TicketFacts> = {},
): ToldToAgent<RefusedHandoff> {
  const decision = decide(TICKET, snapshotOf(ticketIn(state, ticket)), ask(request));
  if (decision.kind !== "refusal") throw new Error(`accepted: ${JSON.stringify(decision)}`);
  return decision;
}

describe("the texts", () => {
  it("list all seven commands, with both forms, for an unknown one", () => {
    const { error, recovery } = refusalOf("Research Needed", { command: "reserch", intent: "lock" });
    expect(error).toContain('Unknown command "reserch"');
    for (const name of COMMANDS) expect(error).toContain(`ralph_${name}`);
    expect(error).toContain("triage or ralph_triage");
    expect(recovery).toBe('retry with command="ralph_research", intent="lock".');
  });

  it("list all six intents with a gloss for an unknown one", () => {
    const { error, recovery } = refusalOf("Research Needed", { command: "research", intent: "lok" });
    expect(error).toContain('Unknown semantic intent "lok"');
    for (const intent of TICKET.intents.values()) expect(error).toContain(`${intent.name} (${intent.description})`);
    expect(recovery).toBe('retry with command="ralph_research", intent="lock".');
  });

  it("list all states for an unknown one, with the nearest", () => {
    const { error, recovery, facts } = refusalOf("Backlog", { command: "triage", toState: "research needed" });
    for (const state of STATES) expect(error).toContain(state);
    expect(facts["nearest"]).toBe("Research Needed");
    expect(recovery).toBe('retry with command="ralph_triage", to_state="Research Needed".');
  });

  it("say who can lock, and to which state, to a command that can't", () => {
    const { error, recovery } = refusalOf("Backlog", { command: "triage", intent: "lock" });
    expect(error).toContain("not valid for ralph_triage");
    expect(error).toContain(
      'ralph_research (to "Research in Progress"), ralph_plan (to "Plan in Progress") and ralph_impl (to "In Progress")',
    );
    expect(error).toContain("in place of complete it names a state");
    expect(recovery).toContain('command="ralph_triage"');
  });

  it("call triage's complete ambiguous, and say what each way out is for", () => {
    const { error, recovery } = refusalOf("Backlog", { command: "triage", intent: "complete" });
    expect(error).toContain("ambiguous");
    expect(error).toContain("multiple output paths");
    expect(error).toContain("Enough is known: a plan can be written.");
    expect(recovery).toContain("direct state name");
    expect(recovery).toContain('to_state="Canceled"');
    expect(recovery, "no edge leads there from Backlog").not.toContain("Human Needed");
  });

  it("still ask for a direct state name where none of them is open from here", () => {
    const { recovery } = refusalOf("Plan in Review", { command: "triage", intent: "complete" });
    expect(recovery).toContain("direct state name");
    expect(recovery).toContain('command="ralph_triage", intent="escalate"');
  });

  it("send an orchestrator to delegate, or to escalate", () => {
    const { error, recovery } = refusalOf("In Progress", { command: "hero", intent: "complete" });
    expect(error).toContain("not valid for ralph_hero");
    expect(error).toContain("orchestrator");
    expect(recovery).toContain("delegate");
    expect(recovery).toContain("escalate");
  });

  it("list outputs, and the intent that leads there, for a state outside the outputs", () => {
    const { code, error, recovery } = refusalOf(null, { command: "research", toState: "Done" });
    expect(code).toBe("invalid_output");
    expect(error).toContain('"Done" is not a valid output for ralph_research');
    expect(error).toContain("Available semantic intents");
    expect(error).toContain('"Done" is what the intent "close" stands for');
    expect(recovery).toContain("retry");
  });

  it("list where the ticket may go for a move off the graph, and what would fit", () => {
    const { error, recovery, facts } = refusalOf("Plan in Review", { command: "review", toState: "Done" });
    expect(error).toContain('Invalid transition: #7 is in "Plan in Review", which does not lead to "Done"');
    expect(error).toContain("leads to In Progress, Ready for Plan or Human Needed");
    expect(error).toContain('"Done" is not a valid output for ralph_review');
    expect(facts["allowed"]).toEqual(["In Progress", "Ready for Plan", "Human Needed"]);
    expect(recovery).toContain('intent="escalate"');
    expect(recovery).toContain('intent="reject"');
  });

  it("say terminal where nothing leads on", () => {
    const { code, error, facts } = refusalOf("Done", { command: "triage", toState: "Backlog" });
    expect(code).toBe("terminal_state");
    expect(error).toContain("Invalid transition");
    expect(error).toContain("terminal");
    expect(facts["allowed"]).toEqual([]);
  });

  it("say what a command expects, and who expects the state that it is in", () => {
    const { error, facts } = refusalOf("Plan in Review", { command: "research", intent: "complete" });
    expect(error).toContain('it expects "Research Needed", or its own lock state "Research in Progress"');
    expect(error).toContain("expected by ralph_review, ralph_impl and ralph_hero");
    expect(facts["expectedByCommands"]).toEqual(["ralph_review", "ralph_impl", "ralph_hero"]);
  });

  it("say who holds the ticket, since when, until when, and what to do", () => {
    const { error, facts } = refusalOf(
      "Research in Progress",
      { command: "research", intent: "lock" },
      { claim: claim("bob") },
    );
    expect(error).toContain("claimed by bob since 2026-11-15T11:59:00.000Z, until 2026-11-15T12:19:00.000Z");
    expect(error).toContain("pick_actionable_issue");
    expect(facts).toMatchObject({ holder: "bob", since: "2026-11-15T11:59:00.000Z", accepted: [] });
  });

  it("suggest to end a ticket only where nothing else is left", () => {
    expect(refusalOf("Backlog", { command: "impl", intent: "lock" }).recovery).toBe(
      'retry with command="ralph_triage", to_state="Research Needed", command="ralph_triage", to_state="Ready for Plan" or command="ralph_split", intent="complete" (to "Backlog").',
    );
    const limited = refusalOf("Backlog", { command: "impl", intent: "lock", actor: agent("ann", ["impl"]) });
    expect(limited.recovery).toContain('intent="close" (to "Done")');
  });

  it("send a person's ticket to a person", () => {
    const { error, recovery } = refusalOf("Human Needed", { command: "plan", intent: "complete" });
    expect(error).toContain("only a person");
    expect(recovery).toContain("add_comment");
  });

  it("quote hostile words in short", () => {
    const { error } = refusalOf("Backlog", { command: `${"x".repeat(100_000)}\n"Recovery:`, intent: "lock" });
    expect(error.length).toBeLessThan(2_000);
    expect(error.match(/Recovery:/g)).toHaveLength(1);
  });

  it("send a caller with a wrong number to look for the right one", () => {
    const decision = decide(TICKET, snapshotOf(null), ask({ command: "nope", intent: "lock" }));
    expect(decision.kind === "refusal" && decision.recovery).toContain("list_tickets");
  });

  it("stand in error, with Recovery on a line of its own", () => {
    const { error, recovery } = refusalOf("Backlog", { command: "plan", intent: "lock" });
    expect(error.endsWith(`\nRecovery: ${recovery}`)).toBe(true);
  });
});

const anyState = fc.oneof(fc.constantFrom(...STATES), fc.constant("Typed By Hand"), fc.constant(null));
const anyToken = fc.constantFrom("none", "current", "former", "foreign");
const anyActor = fc
  .record({
    who: fc.constantFrom("ann", "bob"),
    limited: fc.option(fc.subarray(COMMANDS, { minLength: 1 }), { nil: undefined }),
  })
  .map(({ who, limited }) => agent(who, limited));
const anyClaim = fc.option(
  fc
    .record({ by: fc.constantFrom("ann", "bob"), left: fc.integer({ min: -30, max: 30 }) })
    .map(({ by, left }) => claim(by, { expiresAt: NOW + left * MINUTE })),
);

const anySnapshot: fc.Arbitrary<HandoffSnapshot> = fc
  .record({
    state: anyState,
    claimed: anyClaim,
    token: anyToken,
    reserved: fc.boolean(),
    former: fc.boolean(),
    sibling: fc.option(fc.constantFrom(...STATES)),
    blockers: fc.constantFrom([], ["3"]),
  })
  .map(({ state, claimed, token, reserved, former, sibling, blockers }) => {
    const ticket = ticketIn(state, {
      claim: claimed,
      token: token === "current" && !claimed ? "former" : token,
      reservedUntil: reserved && !claimed ? NOW + MINUTE : null,
      formerHolder: former && claimed ? { connection: "ann", agent: null } : null,
    });
    const members = [member("7", state), ...(sibling === null ? [] : [member("8", sibling)])];
    return snapshotOf(ticket, { group: group(...members), openBlockers: blockers });
  });

const anyTarget = fc.oneof(
  fc.constantFrom(...INTENTS, "nope").map((intent) => ({ intent })),
  fc.constantFrom(...STATES, "Nope", "__LOCK__").map((toState) => ({ toState })),
  fc.constant({}),
  fc.constant({ intent: "lock", toState: "Done" }),
);

const anyRequest: fc.Arbitrary<HandoffRequest> = fc
  .record({
    command: fc.constantFrom(...COMMANDS, "nope"),
    target: anyTarget,
    reason: fc.constantFrom("because", ""),
    fromState: fc.option(
      anyState.map((state) => state ?? "Backlog"),
      { nil: undefined, freq: 6 },
    ),
    actor: anyActor,
  })
  .map(({ command, target, reason, fromState, actor }) =>
    ask({ command, ...target, reason, actor, ...(fromState === undefined ? {} : { fromState }) }),
  );

const machines = [
  TICKET,
  compile({ ...TICKET_WORKFLOW, inputs: "warn" }),
  compile({
    ...TICKET_WORKFLOW,
    edges: TICKET_WORKFLOW.edges.map((edge) => ({ ...edge, guards: [{ type: "no_open_blockers" as const }] })),
  }),
];

interface Offer {
  command: string;
  intent?: string;
  to_state?: string;
  newState: string;
}

describe("every refusal", () => {
  it("is decided the same way each time, and never throws", () => {
    fc.assert(
      fc.property(fc.constantFrom(...machines), anySnapshot, anyRequest, (machine, snapshot, request) => {
        expect(decide(machine, snapshot, request)).toEqual(
          decide(machine, structuredClone(snapshot), structuredClone(request)),
        );
      }),
    );
  });

  it("names only retries that are accepted now, in its fields and in its text", () => {
    fc.assert(
      fc.property(fc.constantFrom(...machines), anySnapshot, anyRequest, (machine, snapshot, request) => {
        const decision = decide(machine, snapshot, request);
        if (decision.kind !== "refusal") return;
        for (const offer of decision.facts["accepted"] as Offer[]) {
          expect(decide(machine, snapshot, follow(request, offer)), decision.error).toMatchObject({
            newState: offer.newState,
          });
        }
        for (const [, command, how, value] of decision.recovery.matchAll(
          /command="([^"]+)", (intent|to_state)="([^"]+)"/g,
        )) {
          const offer = { command: command ?? "", [how ?? ""]: value, newState: "" };
          expect(decide(machine, snapshot, follow(request, offer)).kind, decision.error).not.toBe("refusal");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("says that nothing is accepted only where that is true", () => {
    fc.assert(
      fc.property(fc.constantFrom(...machines), anySnapshot, anyRequest, (machine, snapshot, request) => {
        const decision = decide(machine, snapshot, request);
        if (decision.kind !== "refusal" || (decision.facts["accepted"] as Offer[]).length > 0) return;
        for (const command of COMMANDS) {
          for (const target of [...INTENTS.map((intent) => ({ intent })), ...STATES.map((toState) => ({ toState }))]) {
            const tried = decide(machine, snapshot, ask({ command, ...target, actor: request.actor }));
            expect(tried.kind, `${decision.error}\n${JSON.stringify({ command, target })}`).toBe("refusal");
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("always has a way on, or says that there is none", () => {
    fc.assert(
      fc.property(anySnapshot, anyRequest, (snapshot, request) => {
        const decision = decide(TICKET, snapshot, request);
        if (decision.kind !== "refusal") return;
        expect(decision.recovery.length).toBeGreaterThan(20);
        if ((decision.facts["accepted"] as Offer[]).length > 0)
          expect(decision.recovery).toMatch(/retry|lock again|Accepted now/);
      }),
    );
  });
});

describe("every accepted decision", () => {
  it("stays on the graph, and never leaves a terminal state", () => {
    fc.assert(
      fc.property(fc.constantFrom(...machines), anySnapshot, anyRequest, (machine, snapshot, request) => {
        const decision = decide(machine, snapshot, request);
        if (decision.kind === "refusal") return;
        const from = machine.states.get(snapshot.ticket?.state ?? "");
        if (!from) return;
        expect(from.terminal).toBe(false);
        if (decision.kind === "move") expect(from.next).toContain(decision.newState);
        else expect(decision.newState).toBe(from.name);
      }),
      { numRuns: 1000 },
    );
  });

  it("is never under somebody else's live claim", () => {
    fc.assert(
      fc.property(anySnapshot, anyRequest, (snapshot, request) => {
        const decision = decide(TICKET, snapshot, request);
        const { ticket } = snapshot;
        if (
          decision.kind === "refusal" ||
          !ticket?.claim ||
          ticket.claim.expiresAt <= NOW ||
          request.actor.kind === "person"
        )
          return;
        const same = ticket.claim.holder.connection === request.actor.identity.connection;
        expect(ticket.token === "current" || (ticket.token === "none" && same)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

function follow(request: HandoffRequest, offer: Offer): HandoffRequest {
  return {
    key: request.key,
    actor: request.actor,
    reason: "following the refusal",
    command: offer.command,
    ...(offer.intent === undefined ? {} : { intent: offer.intent }),
    ...(offer.to_state === undefined ? {} : { toState: offer.to_state }),
  };
}
