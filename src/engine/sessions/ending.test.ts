import { describe, expect, it } from "vitest";
import session from "../../../workflows/session.json" with { type: "json" };
import ticket from "../../../workflows/ticket.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import type { Workflow } from "../workflow/format.ts";
import { isRefusal } from "../refusal.ts";
import { endingBy, endsSessionOf } from "./ending.ts";
import { completeSession, updateSessionState } from "./session.ts";

const tickets = compile(ticket as Workflow);
const sessions = compile(session as Workflow);
const uma = { connection: "desk", agent: "uma" };

describe("what ends a session with its ticket", () => {
  it("is a terminal state, whoever moves it there", () => {
    expect(endingBy(tickets, "Done", null)).toEqual({ type: "closed", state: "Done" });
    expect(endingBy(tickets, "Canceled", uma)).toEqual({ type: "closed", state: "Canceled" });
    expect(endingBy(tickets, "In Review", null)).toBeNull();
    expect(endingBy(tickets, null, null)).toBeNull();
  });

  it("is a claim by another agent", () => {
    const ending = endingBy(tickets, "In Progress", uma);
    expect(ending).toEqual({ type: "claimed", by: uma });
    if (!ending) return;
    const cases: readonly (readonly [string, string | null, boolean])[] = [
      ["desk", "uma", false],
      // It left out its name, and may be the same one.
      ["desk", null, false],
      ["desk", "vic", true],
      ["ann", null, true],
      ["ann", "uma", true],
      // A person opened it: for anybody, for this agent, for another one.
      ["", null, false],
      ["", "uma", false],
      ["", "desk", false],
      ["", "ann", true],
    ];
    for (const [connection, agent, ends] of cases) {
      expect(endsSessionOf(ending, { connection, agent }), `${connection}/${agent}`).toBe(ends);
    }
  });
});

describe("a session that ended with its ticket", () => {
  it("takes no report any more, and from its agent how the work went", () => {
    const report = updateSessionState(sessions, "testing", "committing", true);
    expect(report).toMatchObject({
      kind: "refusal",
      code: "session_completed",
      facts: { from: "testing", ended: true },
    });
    expect(isRefusal(completeSession(sessions, "committing", "success"))).toBe(false);
  });
});
