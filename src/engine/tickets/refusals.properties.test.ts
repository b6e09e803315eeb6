import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { telling } from "../../../test/support/surfaces.ts";
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
import { compile } from "../workflow/compile.ts";
import { decide as decideUntold } from "./handoff.ts";
import type { HandoffSnapshot } from "./check-handoff.ts";

const decide = telling(decideUntold);

const STATES = [...TICKET.states.keys()];
const COMMANDS = [...TICKET.commands.keys()];
const INTENTS = [...TICKET.intents.keys()];

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
          expect(
            decide(machine, told(snapshot, decision.recovery), follow(request, offer)),
            decision.error,
          ).toMatchObject({
            newState: offer.newState,
          });
        }
        for (const [, command, how, value] of decision.recovery.matchAll(
          /command="([^"]+)", (intent|to_state)="([^"]+)"/g,
        )) {
          const offer = { command: command ?? "", [how ?? ""]: value, newState: "" };
          const followed = decide(machine, told(snapshot, decision.recovery), follow(request, offer));
          expect(followed.kind, decision.error).not.toBe("refusal");
        }
      }),
      { numRuns: 500 },
    );
  });

  it("leaves no right way of the caller out", () => {
    let left = 0;
    fc.assert(
      fc.property(fc.constantFrom(...machines), anySnapshot, anyRequest, (machine, snapshot, request) => {
        const decision = decide(machine, snapshot, request);
        if (decision.kind !== "refusal" || (decision.facts["accepted"] as Offer[]).length > 0) return;
        const command = machine.commands.get(request.command ?? "");
        const state = machine.states.get(snapshot.ticket?.state ?? "");
        // An orchestrator has others do the work, and out of a state for people leads only a reviewer's judgement.
        if (!command || command.orchestrates || !state || (state.human && command.name !== "review")) return;
        if (!command.inputs.has(state.name) && command.lock !== state.name) return;
        // What is kept for a person who put it there is nobody else's to report on.
        if ((snapshot.ticket?.reservedUntil ?? 0) > NOW) return;
        const ahead = [...command.outputs].filter((name) => {
          const to = machine.states.get(name);
          return to && !to.terminal && to.order !== null && to.order > (state.order ?? 0);
        });
        left++;
        for (const target of [{ intent: "lock" }, { intent: "complete" }, ...ahead.map((toState) => ({ toState }))]) {
          const tried = decide(machine, snapshot, ask({ command: command.name, ...target, actor: request.actor }));
          expect(tried.kind, `${decision.error}\n${JSON.stringify({ command: command.name, target })}`).toBe("refusal");
        }
      }),
      { numRuns: 1000 },
    );
    expect(left).toBeGreaterThan(0);
  });

  it("always has a way on, or says that there is none", () => {
    fc.assert(
      fc.property(anySnapshot, anyRequest, (snapshot, request) => {
        const decision = decide(TICKET, snapshot, request);
        if (decision.kind !== "refusal") return;
        expect(decision.recovery.length).toBeGreaterThan(20);
        if ((decision.facts["accepted"] as Offer[]).length > 0)
          expect(decision.recovery).toMatch(/retry with|lock again|begin with/);
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

/** The facts of a caller that gives its token, or leaves it out, where it is told to. */
function told(snapshot: HandoffSnapshot, recovery: string): HandoffSnapshot {
  const { ticket } = snapshot;
  if (ticket && recovery.includes("with claim set to the token that your lock answered with")) {
    return { ...snapshot, ticket: { ...ticket, token: "current" } };
  }
  const drops = /without (?:\w+ and |\w+, )*claim/.test(recovery);
  return ticket && drops ? { ...snapshot, ticket: { ...ticket, token: "none" } } : snapshot;
}

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
