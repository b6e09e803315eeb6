import { describe, expect, it } from "vitest";
import { agent, person, TICKET, TICKET_WORKFLOW } from "../../../test/support/engine/situation.ts";
import { compile } from "../workflow/compile.ts";
import { tell } from "../surfaces/tell.ts";
import { checkRelink } from "./relink.ts";

const inState = (state: string | null) => ({ key: "7", state });

describe("taking a link away", () => {
  it("is open to every person, in every state", () => {
    for (const state of ["Backlog", "In Progress", "Done", null]) {
      expect(checkRelink(TICKET, inState(state), person(), undefined)).toBeNull();
    }
  });

  it.each([
    ["triage", "Backlog"],
    ["ralph_split", "Backlog"],
    ["split", "Research Needed"],
  ])("is open to an agent as %s in %s", (command, state) => {
    expect(checkRelink(TICKET, inState(state), agent(), command)).toBeNull();
  });

  it.each([
    ["triage", "Research Needed"],
    ["research", "Research Needed"],
    ["nonsense", "Backlog"],
    [undefined, "Backlog"],
    ["triage", null],
  ])("is refused to an agent as %s in %s", (command, state) => {
    expect(checkRelink(TICKET, inState(state), agent(), command)).toMatchObject({
      code: "relink_not_allowed",
      facts: { number: 7, state, commands: ["ralph_triage", "ralph_split"] },
    });
  });

  it("is refused as a command that the connection was not given", () => {
    expect(checkRelink(TICKET, inState("Backlog"), agent("ann", ["research"]), "triage")).not.toBeNull();
    expect(checkRelink(TICKET, inState("Backlog"), agent("ann", ["ralph_triage"]), "triage")).toBeNull();
  });

  it("says who may, in which states", () => {
    const refusal = checkRelink(TICKET, inState("In Progress"), agent(), "impl");
    expect(refusal && tell(refusal, "mcp").recovery).toMatch(
      /^retry as one of ralph_triage \(on a ticket in Backlog\)/,
    );
    const commands = Object.fromEntries(
      Object.entries(TICKET_WORKFLOW.commands ?? {}).map(([name, { relink: _, ...command }]) => [name, command]),
    );
    const nobody = compile({ ...TICKET_WORKFLOW, commands });
    expect(checkRelink(nobody, inState("Backlog"), agent(), "triage")).toMatchObject({
      recovery: "ask a person: no command of this workflow may relink.",
    });
  });
});
