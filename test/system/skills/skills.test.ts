import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { decide } from "../../../src/engine/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { checkArguments } from "../../../src/mcp/arguments.ts";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { wordsOf } from "../../../src/mcp/words.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { agent, ask, claim, snapshotOf, TICKET, ticketIn } from "../../support/engine/situation.ts";
import { CALLS, SKILLS, type ShownCall } from "./calls.ts";

/** The states from which the workflow takes a call: as a stranger to the ticket, or as the one who holds it. */
function acceptedFrom({ command, intent, to_state }: Record<string, string | undefined>): string[] {
  const request = ask({ command, intent, toState: to_state, actor: agent("ann") });
  return [...TICKET.states.keys()].filter((state) =>
    [ticketIn(state), ticketIn(state, { claim: claim("ann"), token: "current" })].some(
      (ticket) => !isRefusal(decide(TICKET, snapshotOf(ticket), request)),
    ),
  );
}

const handoffs = CALLS.filter(({ tool }) => tool === "handoff_ticket");

describe("the skills", () => {
  it("are the nine that there should be, named like their folders, with a head that says what and when", () => {
    expect(SKILLS.map(({ name }) => name)).toEqual(
      ["hero", "impl", "plan", "report", "research", "review", "split", "team", "triage"].toSorted(),
    );
    for (const { name, text } of SKILLS) {
      const [, head = ""] = /^---\n(name: .+\ndescription: .+)\n---\n\n# /.exec(text) ?? [];
      const { name: named, description = "" } = parse(head) as Record<string, string>;
      expect(named).toBe(name);
      expect(description).toMatch(/^[A-Z].*\. Use when .*\.$/);
      expect(description.length).toBeLessThan(300);
    }
  });

  it("have a skill for every command of the shipped workflow", () => {
    const names = new Set(SKILLS.map(({ name }) => name));
    expect([...TICKET.commands.keys()].filter((command) => !names.has(command))).toEqual([]);
  });

  it("are short", () => {
    for (const { name, text } of SKILLS) expect(Buffer.byteLength(text), name).toBeLessThan(4000);
  });

  it("say what to do with a refusal, and tell nobody to escalate who is not shown how", () => {
    for (const { name, text } of SKILLS) {
      expect(text, name).toContain("`Recovery:`");
      const advice = /^.*`Recovery:`.*$/m.exec(text)?.[0] ?? "";
      const shown = handoffs.some(({ skill, arguments: { intent } }) => skill === name && intent === "escalate");
      expect(!advice.includes("escalate") || shown, name).toBe(true);
    }
  });

  it("say of each placeholder what it stands for, and of no other", () => {
    for (const { name, text } of SKILLS) {
      const [prose = ""] = /^.*\b7 stands for .*$/m.exec(text) ?? [];
      const calls = JSON.stringify(CALLS.filter(({ skill }) => skill === name));
      for (const word of ["TOKEN", "ID"]) {
        expect({ name, word, told: new RegExp(`\\b${word} for`).test(prose) }).toEqual({
          name,
          word,
          told: calls.includes(`"${word}"`),
        });
      }
    }
  });
});

describe("each call that a skill shows", () => {
  it.each(CALLS)("$skill: $tool fits the tool's schema", (call: ShownCall) => {
    const tool = TOOLS.find(({ name }) => name === call.tool);
    if (!tool) throw new Error(`there is no tool ${call.tool}`);
    const checked = checkArguments(tool, call.arguments);
    expect(isRefusal(checked) ? tell(checked, "mcp").error : "fits").toBe("fits");
  });

  it.each(handoffs)("$skill: $arguments is one that the workflow accepts", (call: ShownCall) => {
    expect(acceptedFrom(call.arguments as Record<string, string>)).not.toEqual([]);
  });

  it("would not pass if the workflow had no use for it", () => {
    expect(acceptedFrom({ command: "ralph_triage", intent: "complete" })).toEqual([]);
    expect(acceptedFrom({ command: "ralph_hero", intent: "lock" })).toEqual([]);
    expect(acceptedFrom({ command: "ralph_research", to_state: "Done" })).toEqual([]);
    expect(acceptedFrom({ command: "ralph_plan", intent: "lock" })).toEqual(["Ready for Plan", "Plan in Progress"]);
  });

  it("picks only in states that suit a role, as the command of that role", () => {
    const roles = [...TICKET.commands.values()].flatMap((command) => {
      const role = TICKET.workflow.commands?.[command.name]?.role;
      return role ? [{ state: role.picks, command: command.shown, locks: command.lock !== null }] : [];
    });
    for (const { arguments: args } of CALLS.filter(({ tool }) => tool === "pick_actionable_issue")) {
      const fits = roles.filter(
        ({ state, command, locks }) =>
          state === args["workflowState"] && (args["claim"] === true ? locks && command === args["command"] : true),
      );
      expect(fits, JSON.stringify(args)).toHaveLength(1);
    }
  });

  it("reports only states that agents report", () => {
    const states = [...shipped("session").states.keys()];
    for (const { arguments: args } of CALLS.filter(({ tool }) => tool === "update_session_state")) {
      expect(states).toContain(args["state"]);
    }
  });

  it("asks about convergence and advances only to states of the pipeline", () => {
    for (const { arguments: args } of CALLS.filter(({ arguments: { targetState } }) => targetState !== undefined)) {
      expect(wordsOf({ machine: TICKET, sessions: shipped("session") }, "pipeline")).toContain(args["targetState"]);
    }
  });
});

describe("what skills must not hold", () => {
  it("is the name of a tool that does not exist, update_workflow_state least of all", () => {
    const known = new Set(TOOLS.map(({ name }) => name));
    for (const { name, text } of SKILLS) {
      expect(text, name).not.toContain("update_workflow_state");
      const named = [...text.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, word = ""]) => word);
      expect(named.filter((word) => !known.has(word) && word !== "request_id")).toEqual([]);
    }
  });

  it("is a table, or an arrow from state to state", () => {
    for (const { name, text } of SKILLS) {
      expect(text, name).not.toMatch(/^\|/m);
      expect(text, name).not.toMatch(/→|->|=>/);
    }
  });

  it("is a state's name in prose: states stand in calls, where they are checked", () => {
    for (const { name, text } of SKILLS) {
      const prose = text.replaceAll(/^```json\n[^]*?^```$/gm, "");
      expect([...TICKET.states.keys()].filter((state) => new RegExp(`\\b${state}\\b`).test(prose))).toEqual([]);
      expect(name).toBeTruthy();
    }
  });

  it("is a conductor that forgets to ask: hero and team call the tools that decide", () => {
    const tools = (skill: string): Set<string> =>
      new Set(CALLS.filter((call) => call.skill === skill).map(({ tool }) => tool));
    for (const skill of ["hero", "team"]) {
      for (const tool of ["detect_pipeline_position", "check_convergence", "advance_children"]) {
        expect(tools(skill), skill).toContain(tool);
      }
    }
    expect(tools("team")).toContain("pick_actionable_issue");
    expect(tools("plan")).toContain("check_convergence");
  });
});
