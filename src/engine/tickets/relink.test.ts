import { describe, expect, it } from "vitest";
import { agent, person, TICKET, TICKET_WORKFLOW } from "../../../test/support/engine/situation.ts";
import { compile } from "../workflow/compile.ts";
import { tell } from "../surfaces/tell.ts";
import { checkHiding, checkRelink, mayHide } from "./relink.ts";

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

describe("work that is hung below a late ticket", () => {
  const at = (state: string | null, closed = false) => ({ key: "7", state, closed });

  it.each([
    ["is ready, as the ticket is not", at("Backlog"), [at("Ready for Plan")], true],
    ["is further on still", at("Human Needed"), [at("In Review")], true],
    ["is all ready", at(null), [at("Ready for Plan"), at("In Progress")], true],
    ["is late in part", at("Backlog"), [at("Ready for Plan"), at("Research Needed")], false],
    ["is with a person", at("Backlog"), [at("Human Needed")], false],
    ["is closed", at("Backlog"), [at("Done", true), at("Canceled", true)], false],
    ["is further on than a ticket that is ready itself", at("Ready for Plan"), [at("In Review")], false],
    ["is hung below a closed one", at("Canceled", true), [at("Ready for Plan")], false],
  ])("may hide it, or not, where it %s", (_, parent, below, expected) => {
    expect(mayHide(TICKET, parent, below)).toBe(expected);
  });

  it("hides nothing where no guard waits for a group", () => {
    const edges = TICKET_WORKFLOW.edges.map(({ guards: _, ...edge }) => edge);
    expect(mayHide(compile({ ...TICKET_WORKFLOW, edges }), at("Backlog"), [at("In Review")])).toBe(false);
  });

  const around = (key: string, parent: string | null, closed = false) => ({ ...at("Backlog", closed), key, parent });

  it.each([
    ["one that an open ticket hangs together with", [around("7", null), around("9", null)], false, true],
    ["all that is left below an open one", [around("7", "9"), around("9", null)], false, true],
    ["in a piece of the board that is too large to be read", [around("7", null)], true, true],
    ["alone", [around("7", null)], false, false],
    ["left with closed ones", [around("7", "9"), around("9", null, true), around("10", "7", true)], false, false],
    ["no work, because it has an open child", [around("7", "9"), around("9", null), around("10", "7")], false, false],
  ])("is refused where that ticket is %s, or not", (_, tickets, cut, expected) => {
    const code = checkHiding({ ...at("Ready for Plan"), key: "8" }, at("Backlog"), tickets, cut)?.code;
    expect(code).toBe(expected ? "relink_not_allowed" : undefined);
  });
});
