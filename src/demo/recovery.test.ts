import { describe, expect, it } from "vitest";
import { decide } from "../engine/tickets/handoff.ts";
import { tell } from "../engine/surfaces/tell.ts";
import { ask, snapshotOf, TICKET, ticketIn } from "../../test/support/engine/situation.ts";
import { nextCall } from "./recovery.ts";

/** What a simulated agent calls after this handoff was refused. */
function after(state: string, args: Readonly<Record<string, string>>, token: "none" | "former" = "none"): unknown {
  const { command, intent, to_state: toState, from_state: fromState, reason = "because" } = args;
  const request = ask({
    reason,
    ...(command === undefined ? {} : { command }),
    ...(intent === undefined ? {} : { intent }),
    ...(toState === undefined ? {} : { toState }),
    ...(fromState === undefined ? {} : { fromState }),
  });
  const decision = decide(TICKET, snapshotOf(ticketIn(state, { token })), request);
  if (decision.kind !== "refusal") throw new Error("it was accepted");
  const refused = { code: decision.code, ...tell(decision, "mcp") };
  const call = { tool: "handoff_ticket", args: { number: 7, ...args } };
  return nextCall(call, refused, { otherWork: "Backlog", ticket: 7 });
}

describe("a simulated agent", () => {
  it("does its own right move, with nothing else changed", () => {
    expect(after("Ready for Plan", { command: "plan", intent: "complete", reason: "because" })).toEqual({
      tool: "handoff_ticket",
      args: { number: 7, command: "ralph_plan", intent: "lock", reason: "because" },
    });
  });

  it("drops what it is told to drop, and gives a reason", () => {
    const args = { command: "plan", intent: "lock", from_state: "Backlog", claim: "old", reason: " " };
    expect(after("Ready for Plan", args, "former")).toEqual({
      tool: "handoff_ticket",
      args: { number: 7, command: "ralph_plan", intent: "lock", reason: expect.stringMatching(/\w/) },
    });
  });

  it("leaves work that is not its own, and looks where it is sent", () => {
    expect(after("In Progress", { command: "plan", intent: "lock" })).toEqual({
      tool: "pick_actionable_issue",
      args: { workflowState: "Ready for Plan" },
    });
  });
});
