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
  person,
  snapshotOf,
  TICKET,
  TICKET_WORKFLOW,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import type { HandoffRequest } from "./read-request.ts";
import type { TicketFacts } from "../claims/claims.ts";
import { compile } from "../workflow/compile.ts";
import { decide as decideUntold } from "./handoff.ts";
import type { HandoffSnapshot } from "./check-handoff.ts";

const decide = telling(decideUntold);

const STATES = [...TICKET.states.keys()];
const COMMANDS = [...TICKET.commands.keys()];

function told(
  state: string | null,
  request: Partial<HandoffRequest>,
  ticket: Partial<TicketFacts> = {},
  facts: Partial<HandoffSnapshot> = {},
  machine = TICKET,
): string {
  const decision = decide(machine, snapshotOf(ticketIn(state, ticket), facts), ask(request));
  if (decision.kind === "refusal") return `${decision.code}: ${decision.error}`;
  const { guidance, warnings, comment } = decision;
  return [`${decision.kind} to ${decision.newState}`, guidance.note, ...warnings, comment].filter(Boolean).join("\n");
}

/** Every word that an agent may act upon, as it stands. A change shows here, and is to be read before it is accepted. */
describe("the words of a handoff", () => {
  it.each(COMMANDS)("for %s locking, in every state", (command) => {
    expect(STATES.map((state) => told(state, { command, intent: "lock" })).join("\n\n")).toMatchSnapshot();
  });

  it.each(COMMANDS)("for %s completing, in every state", (command) => {
    expect(STATES.map((state) => told(state, { command, intent: "complete" })).join("\n\n")).toMatchSnapshot();
  });

  it("for input that makes no sense", () => {
    const cases: Partial<HandoffRequest>[] = [
      { command: "plan" },
      { command: "plan", intent: "lock", toState: "Done" },
      { command: "plam", intent: "lock" },
      { command: "xyzzy", intent: "lock" },
      { command: "plan", intent: "lokc" },
      { command: "plan", intent: "xyzzy" },
      { command: "plan", toState: "ready for plan" },
      { command: "plan", toState: "xyzzy" },
      { command: "plan", intent: "lock", reason: " " },
      { command: "plan", intent: "lock", actor: agent("ann", ["research", "xyzzy"]) },
      { command: "plan", intent: "lock", fromState: "Backlog" },
      { toState: "xyzzy", actor: person() },
      { toState: "Done", actor: person() },
      { toState: "Done", reason: "", actor: person() },
    ];
    expect(cases.map((request) => told("Ready for Plan", request)).join("\n\n")).toMatchSnapshot();
    const missing = decide(TICKET, snapshotOf(null), ask({ command: "xyzzy", intent: "lock" }));
    expect(missing).toMatchSnapshot();
  });

  it("under claims of all kinds", () => {
    const held = { claim: claim("bob"), fence: 1 };
    const own = { claim: claim("ann"), fence: 1 };
    const over = { claim: claim("ann", { expiresAt: NOW - MINUTE }), fence: 1 };
    const cases: [Partial<HandoffRequest>, Partial<TicketFacts>][] = [
      [{ intent: "lock" }, held],
      [{ intent: "complete" }, held],
      [{ intent: "lock" }, own],
      [{ intent: "lock" }, { ...own, token: "current" }],
      [{ intent: "complete" }, { ...own, token: "former" }],
      [{ intent: "complete" }, { ...held, token: "foreign" }],
      [{ intent: "complete" }, { token: "former" }],
      [{ intent: "complete" }, { ...held, formerHolder: { connection: "ann", agent: null } }],
      [{ intent: "complete" }, { ...over, token: "current" }],
      [{ intent: "lock" }, { ...held, claim: claim("bob", { expiresAt: NOW - MINUTE }) }],
      [{ intent: "lock" }, { reservedUntil: NOW + MINUTE }],
      [{ toState: "Human Needed", actor: person() }, held],
      [{ toState: "Research in Progress", actor: person() }, held],
    ];
    const say = ([request, ticket]: (typeof cases)[number]) =>
      told("Research in Progress", { command: "research", ...request }, ticket);
    expect(cases.map(say).join("\n\n")).toMatchSnapshot();
  });

  it("under guards of all kinds", () => {
    const lock = { command: "plan", intent: "lock" };
    const late = { group: group(member("7", "Ready for Plan"), member("8", "Backlog"), member("a/b#9", null)) };
    const cut = { group: { ...group(member("7", "Ready for Plan"), member("8", "Done")), truncated: true } };
    const warned = withGuard({ type: "group_convergence", target: "Ready for Plan", policy: "warn" });
    const blocked = withGuard({ type: "no_open_blockers" });
    expect(
      [
        told("Ready for Plan", lock, {}, late),
        told("Ready for Plan", lock, {}, cut),
        told("Ready for Plan", lock, {}, late, warned),
        told("Ready for Plan", lock, {}, { openBlockers: ["3", "a/b#4"] }, blocked),
        told("Ready for Plan", { toState: "Plan in Progress", actor: person(true) }, {}, late),
        told("Ready for Plan", { command: "research", intent: "lock" }, {}, late),
      ].join("\n\n"),
    ).toMatchSnapshot();
  });

  it("in states that the workflow does not know, and where it only warns", () => {
    const lenient = compile({ ...TICKET_WORKFLOW, inputs: "warn" });
    expect(
      [
        told(null, { command: "plan", intent: "lock" }),
        told("Doing", { command: "plan", toState: "Done" }),
        told("Plan in Review", { command: "research", intent: "complete" }, {}, {}, lenient),
        told("Done", { toState: "Backlog", actor: person(true) }),
        told("Done", { toState: "Backlog", actor: person() }),
        told("Human Needed", { toState: "Done", actor: person() }),
      ].join("\n\n"),
    ).toMatchSnapshot();
  });
});

describe("a compiled workflow", () => {
  it("has these tables", () => {
    const { states, commands, intents, pipeline, prefix } = TICKET;
    expect({ states, commands, intents, pipeline, prefix }).toMatchSnapshot();
  });

  it("does without what a workflow leaves out", () => {
    const bare = compile({
      name: "bare",
      version: 1,
      title: "Bare",
      mode: "enforce",
      start: "a",
      states: { a: { human: true }, b: { terminal: true } },
      edges: [
        { from: "a", to: "b" },
        { from: "a", to: "b", label: "again" },
      ],
    });
    expect(bare).toMatchSnapshot();
  });
});

function withGuard(guard: NonNullable<(typeof TICKET_WORKFLOW.edges)[number]["guards"]>[number]) {
  const edges = TICKET_WORKFLOW.edges.map((edge) => (edge.guards ? { ...edge, guards: [guard] } : edge));
  return compile({ ...TICKET_WORKFLOW, edges });
}
