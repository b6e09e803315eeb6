import { describe, expect, it } from "vitest";
import { ask, person, snapshotOf, TICKET, ticketIn } from "../../../test/support/engine/situation.ts";
import { argument, by, capital, doing, say, type Act, type Words } from "../acts.ts";
import { refuse } from "../refusal.ts";
import { decide } from "../tickets/handoff.ts";
import { inWords, tell } from "./tell.ts";

function everywhere(words: Words): readonly string[] {
  return [inWords(words, "mcp"), inWords(words, "cli"), inWords(words, "web")];
}

const WAYS = [
  { command: "ralph_plan", intent: "lock", newState: "Plan in Progress", label: "Start planning", showsTarget: true },
  { command: "ralph_hero", toState: "Done", newState: "Done", label: "Move to Done", showsTarget: false },
  { command: "ralph_impl", intent: "close", newState: "Done", label: "Move to Done", showsTarget: false },
];

describe("an act is called", () => {
  it.each<[Act, string, string, string]>([
    [{ type: "again" }, "retry the same call", "run the same command again", "try again"],
    [argument("to_state"), "to_state", "--to", "the state"],
    [argument("workflowState", "Backlog"), 'workflowState="Backlog"', '--state "Backlog"', 'state "Backlog"'],
    [argument("claim", true), "claim=true", "a claim", "a claim"],
    [{ type: "call", tool: "add_comment" }, "add_comment", "another command", "something else"],
    [{ type: "list_tickets" }, "list_tickets", "`signalbox ticket list`", "the board"],
    [{ type: "show_ticket", key: "7" }, "get_ticket", "`signalbox ticket show 7`", "the ticket's page"],
    [{ type: "show_ticket", key: null }, "get_ticket", "`signalbox ticket show NUMBER`", "the ticket's page"],
    [{ type: "create_ticket" }, "create_ticket", "`signalbox ticket new TITLE`", '"New ticket" on the board'],
    [{ type: "comment" }, "add_comment", "`signalbox ticket comment`", '"Comment" on the ticket\'s page'],
    [{ type: "pick", workflowState: null }, "pick_actionable_issue", "`signalbox pick --state STATE`", "the board"],
    [
      { type: "release", key: "a/b#7" },
      "release_claim",
      '`signalbox release "a/b#7" --reason …`',
      '"Release" on the ticket\'s page',
    ],
    [
      { type: "check_convergence", key: "7", target: "Done" },
      "check_convergence",
      '`signalbox converge 7 --on "Done"`',
      "the ticket's page",
    ],
    [{ type: "move" }, "handoff_ticket", "`signalbox move`", "the buttons on the ticket's page"],
    [
      { type: "move_as", key: "7", ways: WAYS.slice(0, 1) },
      'command="ralph_plan", intent="lock" (to "Plan in Progress")',
      '`signalbox move 7 --to "Plan in Progress" --reason …`',
      '"Start planning" (to Plan in Progress, as ralph_plan)',
    ],
    [
      { type: "move_as", key: "7", ways: WAYS },
      'command="ralph_plan", intent="lock" (to "Plan in Progress"), command="ralph_hero", to_state="Done" or command="ralph_impl", intent="close"',
      '`signalbox move 7 --reason …` and --to "Plan in Progress" or --to "Done"',
      '"Start planning" (to Plan in Progress, as ralph_plan) or "Move to Done" (as ralph_hero or ralph_impl)',
    ],
    [
      {
        type: "move_to",
        ways: [
          { to: "Done", label: "Accept" },
          { to: "Backlog", label: "Move to Backlog" },
        ],
      },
      "retry with one of Done or Backlog",
      'retry with --to "Done" or --to "Backlog"',
      'use "Accept" (to Done) or "Move to Backlog"',
    ],
    [
      { type: "override" },
      "override with an operator's credential",
      "override the workflow with --override",
      'use "Override the graph" as an operator',
    ],
    [
      { type: "find_session" },
      "call get_session without an id for your open sessions, or create_ralph_session with the ticket to open one",
      "find the session with `signalbox sessions`",
      "find the session on the Agents page, by session",
    ],
    [{ type: "show_run" }, "get_run", "`signalbox runs PROJECT SESSION`", "the run's page"],
    [
      { type: "adopt_workflow" },
      "`signalbox workflow adopt`",
      "`signalbox workflow adopt FILE`",
      "`signalbox workflow adopt` in a terminal",
    ],
    [
      { type: "begin_run", skill: "plan" },
      'complete_skill with a new session and skill "plan"',
      'have an agent complete "plan" in a new session',
      'have an agent complete "plan" in a new session',
    ],
    [
      { type: "report_session", state: "testing" },
      'update_session_state with state "testing"',
      "its agent reports it",
      "its agent reports it",
    ],
    [
      { type: "end_session", outcomes: ["failure", "timeout"] },
      'complete_ralph_session with outcome "failure" or "timeout"',
      'as "failure" or "timeout", by its agent',
      'as "failure" or "timeout", by its agent',
    ],
  ])("%j", (act, mcp, cli, web) => {
    expect(everywhere(say`${act}`)).toEqual([mcp, cli, web]);
  });

  it.each<[string, Words, string, string, string]>([
    [
      "a tool",
      say`${by({ type: "pick", workflowState: null })}`,
      "with pick_actionable_issue",
      "with `signalbox pick --state STATE`",
      "from the board",
    ],
    [
      "a session",
      say`${by({ type: "open_session" })}`,
      "with create_ralph_session",
      "through an agent",
      "through an agent",
    ],
    [
      "a task that is dropped",
      say`${by({ type: "set_task", task: "a", status: "dropped", reason: "" })}`,
      'with update_task_status with task "a" and status "dropped" and a reason',
      "through the run's agent, with a reason",
      'with "Drop it, with a reason"',
    ],
    [
      "a task that is retried",
      say`${doing({ type: "set_task", task: "a", status: "in_progress" })}`,
      'call update_task_status with task "a" and status "in_progress"',
      'have the run\'s agent set "a" to "in_progress"',
      'use "Retry a"',
    ],
    [
      "a skill",
      say`${doing({ type: "complete_skill", skill: "plan", state: "s" })}`,
      'call complete_skill with skill "plan" and state "s"',
      'have the run\'s agent complete the skill "plan"',
      'have the run\'s agent complete the skill "plan"',
    ],
    [
      "items",
      say`${capital(doing({ type: "change_run", part: "items", example: "{ number }", known: "{ id }" }))}`,
      "Call update_run with items [{ number }] (or, for items that are there already, [{ id }])",
      "Have the run's agent change its items",
      "Have the run's agent change its items",
    ],
  ])("in its sentence: %s", (_, words, mcp, cli, web) => {
    expect(everywhere(words)).toEqual([mcp, cli, web]);
  });

  it("with a capital where it begins a sentence, unless it is a name or a command", () => {
    expect(everywhere(say`${capital({ type: "show_run" })} shows it.`)).toEqual([
      "get_run shows it.",
      "`signalbox runs PROJECT SESSION` shows it.",
      "The run's page shows it.",
    ]);
  });
});

describe("a refusal is told", () => {
  it("as what, recovery, and both as prose", () => {
    const refusal = refuse("blank_reason", "No.", say`${{ type: "again" }}.`, { number: 7 });
    expect(tell(refusal, "mcp")).toEqual({
      what: "No.",
      recovery: "retry the same call.",
      error: "No.\nRecovery: retry the same call.",
    });
    expect(tell(refusal, "cli").error).toBe("No.\nRecovery: run the same command again.");
  });

  it("to a person with the options or the buttons that lead on", () => {
    const decision = decide(TICKET, snapshotOf(ticketIn("In Review")), ask({ toState: "Backlog", actor: person() }));
    if (decision.kind !== "refusal") throw new Error("accepted");
    expect(tell(decision, "cli").recovery).toBe(
      'retry with --to "Done", --to "In Progress" or --to "Human Needed", or override the workflow with --override.',
    );
    expect(tell(decision, "web").recovery).toBe(
      'use "Accept" (to Done), "Send back" (to In Progress) or "Escalate" (to Human Needed), or use "Override the graph" as an operator.',
    );
  });
});
