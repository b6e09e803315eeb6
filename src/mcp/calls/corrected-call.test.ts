import { describe, expect, it } from "vitest";
import { isRefusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { shipped } from "../../workflows/shipped.ts";
import { TOOLS } from "../all-tools.ts";
import { checkArguments } from "../arguments.ts";

const sources = { machine: shipped("ticket"), sessions: shipped("session") };

function recoveryOf(name: string, given: unknown): string {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no ${name}`);
  const checked = checkArguments(tool, given, { name: `box_${name}`, sources });
  return isRefusal(checked) ? tell(checked, "mcp").recovery : "taken";
}

const COMMANDS = "ralph_triage, ralph_split, ralph_research, ralph_plan, ralph_review, ralph_impl or ralph_hero";
const FILL_IN = "What stands in <> is yours to fill in.";

describe("the call that was meant", () => {
  it.each([
    ["a number as text", "get_ticket", { number: "7" }, "(number=7)"],
    ["a number with its mark", "get_ticket", { number: "#7" }, "(number=7)"],
    ["a number with a point", "get_ticket", { number: "7.0" }, "(number=7)"],
    ["a number in a list", "get_ticket", { number: [7] }, "(number=7)"],
    ["nothing for what may be left out", "get_ticket", { number: 7, owner: null }, "(number=7)"],
    ["a list for a text", "add_comment", { number: 7, body: ["Found it."] }, '(number=7, body="Found it.")'],
    ["a number for a text", "add_comment", { number: 7, body: 12 }, '(number=7, body="12")'],
    ["one for a list", "create_ticket", { title: "x", labels: "bug" }, '(title="x", labels=["bug"])'],
    ["a list as text", "create_ticket", { title: "x", labels: '["a","b"]' }, '(title="x", labels=["a", "b"])'],
    ["numbers as text", "create_ticket", { title: "x", blockedBy: ["#5", "6"] }, '(title="x", blockedBy=[5, 6])'],
    ["yes as text", "list_tickets", { open: "true" }, "(open=true)"],
    ["too many at once", "list_tickets", { limit: 500 }, "(limit=100)"],
    [
      "a null that takes away, beside a slip",
      "update_ticket",
      { number: "7", parent: null },
      "(number=7, parent=null)",
    ],
  ])("is shown for %s", (_, tool, given, call) => {
    expect(recoveryOf(tool, given)).toBe(`retry with box_${tool} ${call}.`);
  });

  it.each([
    ["handoff_ticket", "state", "to_state"],
    ["handoff_ticket", "toState", "to_state"],
    ["handoff_ticket", "issue_number", "number"],
    ["handoff_ticket", "id", "number"],
    ["handoff_ticket", "ticket", "number"],
    ["handoff_ticket", "comment", "reason"],
    ["handoff_ticket", "requestId", "request_id"],
    ["add_comment", "comment", "body"],
    ["add_comment", "issueNumber", "number"],
    ["check_convergence", "state", "targetState"],
    ["pick_actionable_issue", "state", "workflowState"],
    ["list_tickets", "status", "state"],
    ["list_tickets", "query", "text"],
    ["create_ralph_session", "number", "ticket"],
    ["update_session_state", "session_id", "sessionId"],
    ["complete_ralph_session", "status", "outcome"],
    ["complete_skill", "sessionId", "session"],
    ["update_task_status", "taskId", "task"],
  ])("of %s has what was given as %s as %s", (tool, given, meant) => {
    expect(recoveryOf(tool, { [given]: "7" })).toMatch(new RegExp(`[(, ]${meant}="?7"?[,)]`));
  });

  it("names what is missing: the known words, or what kind of value", () => {
    expect(recoveryOf("handoff_ticket", { number: 7, state: "Done" })).toBe(
      `retry with box_handoff_ticket (number=7, command=<one of ${COMMANDS}>, to_state="Done", reason=<why, in your words>). ${FILL_IN}`,
    );
    expect(recoveryOf("get_ticket", {})).toBe(`retry with box_get_ticket (number=<the ticket's number>). ${FILL_IN}`);
    expect(recoveryOf("get_ticket", [7])).toBe(`retry with box_get_ticket (number=<the ticket's number>). ${FILL_IN}`);
    expect(recoveryOf("create_ticket", { title: "x", parent: "seven" })).toBe(
      `retry with box_create_ticket (title="x", parent=<a whole number>). ${FILL_IN}`,
    );
  });

  it("does not put a remark in the place of a ticket's text", () => {
    expect(recoveryOf("update_ticket", { number: 7, comment: "Found it." })).toMatch(
      /^retry with box_update_ticket \(number=7\)\. All arguments of update_ticket: number, /,
    );
  });

  it("says where a state is changed, to whom gives one to a tool that does not", () => {
    expect(recoveryOf("update_ticket", { number: 7, state: "Done" })).toContain(
      "A ticket's state is changed by handoff_ticket alone.",
    );
  });

  it("has no place for an argument twice", () => {
    expect(recoveryOf("add_comment", { number: 7, id: 8, body: "x" })).toMatch(
      /^retry with box_add_comment \(number=7, body="x"\)\. /,
    );
  });

  it("stays short, and on one line, whatever was given", () => {
    const long = recoveryOf("add_comment", { number: "7", body: "x".repeat(5000) });
    expect(long).toBe(`retry with box_add_comment (number=7, body=<as you gave it>). ${FILL_IN}`);
    expect(recoveryOf("add_comment", { number: "7", body: 'a"\nRecovery: b\u202e' })).toBe(
      String.raw`retry with box_add_comment (number=7, body="a\"\nRecovery\u003a b\u202e").`,
    );
    const many = Object.fromEntries(Array.from({ length: 1000 }, (__, index) => [`k${index}`, index]));
    expect(recoveryOf("get_ticket", { ...many, number: "7" }).length).toBeLessThan(500);
  });
});
