import { describe, expect, it } from "vitest";
import { telling } from "../../../test/support/surfaces.ts";
import {
  ask,
  claim,
  person,
  snapshotOf,
  TICKET,
  TICKET_WORKFLOW,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import type { TicketFacts } from "../claims/claims.ts";
import { isRefusal } from "../refusal.ts";
import { tell } from "../surfaces/tell.ts";
import { compile } from "../workflow/compile.ts";
import { decide as decideUntold } from "./handoff.ts";
import type { HandoffRequest } from "./read-request.ts";

const decide = telling(decideUntold);

function recovery(
  state: string | null,
  request: Partial<HandoffRequest>,
  ticket: Partial<TicketFacts> = {},
  machine = TICKET,
): string {
  const decision = decide(machine, snapshotOf(ticketIn(state, ticket)), ask(request));
  if (decision.kind !== "refusal") throw new Error(`accepted: ${decision.newState}`);
  return decision.recovery;
}

describe("where an intent and a state were given", () => {
  it("names ways of one kind alone, and says which argument to leave out", () => {
    const both = recovery("In Progress", { command: "impl", intent: "complete", toState: "In Progress" });
    expect(both).toContain('intent="complete"');
    expect(both).toContain("without to_state");
    expect(both).not.toContain('to_state="In Progress"');
  });

  it("leaves the intent out where the state is what goes on", () => {
    const both = recovery("In Progress", { command: "impl", intent: "escalate", toState: "In Review" });
    expect(both).toContain('to_state="In Review"');
    expect(both).toContain("without intent");
  });
});

describe("what else is to be different in the call", () => {
  it("is from_state where the ticket is elsewhere, and only there", () => {
    const request = { command: "research", intent: "lokc" };
    expect(recovery("Research Needed", { ...request, fromState: "Backlog" })).toContain("without from_state");
    expect(recovery("Research Needed", { ...request, fromState: "Research Needed" })).not.toContain("from_state");
    expect(recovery("Research Needed", request)).not.toContain("without");
  });

  it("is the token where a holder forgot it, and not where it was given", () => {
    const request = { command: "plan", toState: "Plan in Progres" };
    const forgot = recovery("Plan in Progress", request, { claim: claim("ann") });
    expect(forgot).toContain("with claim set to the token that your lock answered with");
    const given = recovery("Plan in Progress", request, { claim: claim("ann"), token: "current" });
    expect(given).not.toContain("with claim set");
  });

  it("is a token that is worth nothing any more", () => {
    for (const token of ["former", "foreign"] as const) {
      expect(recovery("Research Needed", { command: "research", intent: "lock" }, { token })).toContain(
        "without claim",
      );
    }
  });

  it("is a reason where none was given", () => {
    expect(recovery("Research Needed", { command: "research", intent: "lock", reason: " " })).toContain(
      "with reason set to a sentence",
    );
  });
});

it("names three ways at the most", () => {
  const machine = compile({
    ...TICKET_WORKFLOW,
    commands: { ...TICKET_WORKFLOW.commands, triage: { ...triage(), outputs: PIPELINE } },
    edges: [
      ...TICKET_WORKFLOW.edges,
      { from: "Backlog", to: "In Progress" },
      { from: "Backlog", to: "Plan in Progress" },
    ],
  });
  const ways = recovery("Backlog", { command: "triage" }, {}, machine);
  expect(ways.match(/to_state="/g)).toHaveLength(3);
});

describe("a ticket that has ended", () => {
  it("is said to have, and is left", () => {
    expect(recovery("Done", { command: "impl" })).toContain("terminal. So leave #7");
  });

  it("is not what a ticket in a state that nobody knows is", () => {
    expect(recovery("Limbo", { command: "impl" })).not.toContain("terminal");
    expect(recovery(null, { command: "impl", intent: "lock" })).not.toContain("terminal");
  });
});

describe("a person", () => {
  function told(state: string, machine = TICKET): string {
    const request = ask({ actor: person(), toState: "xyzzy" });
    const refusal = decideUntold(machine, snapshotOf(ticketIn(state)), request);
    if (!isRefusal(refusal)) throw new Error("accepted");
    return tell(refusal, "web").recovery;
  }

  it("is told of every edge by its label", () => {
    expect(told("Plan in Review")).toContain("Approve");
    expect(told("Plan in Review")).not.toContain("Move to");
  });

  it("is told of an edge without a label by where it leads", () => {
    const bare = compile({ ...TICKET_WORKFLOW, edges: TICKET_WORKFLOW.edges.map(({ label: _, ...edge }) => edge) });
    expect(told("Plan in Review", bare)).toContain("Move to In Progress");
  });

  it("is told where nothing leads on", () => {
    expect(told("Canceled")).toContain("nothing leads on from here");
  });
});

const PIPELINE = ["Research Needed", "Ready for Plan", "Plan in Progress", "In Progress"];

function triage() {
  const found = TICKET_WORKFLOW.commands?.["triage"];
  if (!found) throw new Error("no triage");
  return found;
}
