import { describe, expect, it } from "vitest";
import { telling, type ToldToAgent } from "../../../test/support/surfaces.ts";
import { agent, ask, claim, snapshotOf, TICKET, ticketIn } from "../../../test/support/engine/situation.ts";
import type { HandoffRequest } from "./read-request.ts";
import type { TicketFacts } from "../claims/claims.ts";
import { decide as decideUntold, type RefusedHandoff } from "./handoff.ts";

const decide = telling(decideUntold);

const STATES = [...TICKET.states.keys()];
const COMMANDS = [...TICKET.commands.keys()];

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
    expect(recovery).toBe(
      'retry with command="ralph_research", intent="lock" (to "Research in Progress"). If you can\'t go on: command="ralph_research", intent="escalate" (to "Human Needed").',
    );
  });

  it("list all six intents with a gloss for an unknown one", () => {
    const { error, recovery } = refusalOf("Research Needed", { command: "research", intent: "lok" });
    expect(error).toContain('Unknown semantic intent "lok"');
    for (const intent of TICKET.intents.values()) expect(error).toContain(`${intent.name} (${intent.description})`);
    expect(recovery).toBe(
      'retry with command="ralph_research", intent="lock" (to "Research in Progress"). If you can\'t go on: command="ralph_research", intent="escalate" (to "Human Needed").',
    );
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
    expect(error).toContain("Given up; nothing more happens to it.");
    expect(recovery).toContain('to_state="Research Needed" or command="ralph_triage", to_state="Ready for Plan"');
    expect(recovery, "it asked for none of these").not.toMatch(/Canceled|Done|Human Needed/);
  });

  it("still ask for a direct state name where none of them is open from here", () => {
    const { recovery } = refusalOf("Plan in Review", { command: "triage", intent: "complete" });
    expect(recovery).toContain("direct state name");
    expect(recovery).toContain('#7 is in "Plan in Review": a person\'s turn');
    expect(recovery).toContain('pick_actionable_issue (workflowState="Backlog")');
  });

  it("send an orchestrator to delegate, or to escalate", () => {
    const { error, recovery } = refusalOf("In Progress", { command: "hero", intent: "complete" });
    expect(error).toContain("not valid for ralph_hero");
    expect(error).toContain("orchestrator");
    expect(recovery).toContain("delegate");
    expect(recovery).toMatch(/If you can't go on: command="ralph_hero", intent="escalate" \(to "Human Needed"\)\.$/);
  });

  it("list outputs, and the intent that leads there, for a state outside the outputs", () => {
    const { code, error, recovery } = refusalOf("Doing", { command: "research", toState: "Done" });
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
    expect(recovery).toBe(
      'retry with command="ralph_review", intent="reject" (to "Ready for Plan") or command="ralph_review", intent="escalate" (to "Human Needed").',
    );
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

  it("say whose turn it is, how their work begins, and where the caller's own work is", () => {
    expect(refusalOf("Backlog", { command: "impl", intent: "lock" }).recovery).toBe(
      '#7 is in "Backlog": ralph_triage\'s turn. To do that work, begin with command="ralph_triage", to_state="Research Needed" or command="ralph_triage", to_state="Ready for Plan"; else leave #7, retry nothing on it, and take up other work with pick_actionable_issue (workflowState="In Progress").',
    );
    const limited = refusalOf("Backlog", { command: "impl", intent: "lock", actor: agent("ann", ["impl"]) });
    expect(limited.recovery).toBe(
      '#7 is in "Backlog": ralph_triage\'s turn. So leave #7, retry nothing on it, and take up other work with pick_actionable_issue (workflowState="In Progress").',
    );
  });

  it("name an end only to a caller that asked for one", () => {
    const { recovery } = refusalOf("Backlog", { command: "impl", toState: "Done" });
    expect(recovery).toBe('retry with command="ralph_impl", intent="close" (to "Done").');
  });

  it("refuse a reject that would carry the ticket on", () => {
    const { code, error, recovery } = refusalOf("Backlog", { command: "review", intent: "reject" });
    expect(code).toBe("reject_goes_back");
    expect(error).toContain('"Ready for Plan" is further on than "Backlog"');
    expect(recovery).toContain("ralph_triage's turn");
  });

  it("say which argument to drop, and which to add", () => {
    const drop = (request: Partial<HandoffRequest>, ticket: Partial<TicketFacts> = {}) =>
      refusalOf("Ready for Plan", { command: "plan", ...request }, ticket).recovery.split(". If you")[0];
    const lock = 'retry with command="ralph_plan", intent="lock" (to "Plan in Progress")';
    expect(drop({ intent: "lock", fromState: "Backlog" })).toBe(`${lock}, without from_state`);
    expect(drop({ intent: "lock", toState: "Done" })).toBe(`${lock}, without to_state`);
    expect(drop({ intent: "lock" }, { token: "former" })).toBe(`${lock}, without claim`);
    expect(drop({ intent: "lock", reason: " " })).toBe(`${lock}, with reason set to a sentence that says why`);
    expect(drop({ intent: "lock", fromState: "Backlog", reason: "" }, { token: "former" })).toBe(
      `${lock}, without from_state and claim, with reason set to a sentence that says why`,
    );
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
