import { describe, expect, it } from "vitest";
import { groupWith, inStates, leaf, MACHINE } from "../../../test/support/engine/boards.ts";
import type { Actor, Group, GroupTicket } from "../facts.ts";
import { dueOn } from "./due.ts";

const NOW = 1_000_000;
const ANN: Actor = { kind: "agent", identity: { connection: "ann", agent: null } };
const BOB: Actor = { kind: "agent", identity: { connection: "bob", agent: null } };
const HELD: Partial<GroupTicket> = {
  claim: { holder: { connection: "ann", agent: null }, fence: 1, since: NOW - 1, expiresAt: NOW + 1 },
};

function due(whole: Group, actor: Actor = ANN, now = NOW) {
  const { begin, handOn, ...rest } = dueOn(MACHINE, { now, whole }, "1", actor);
  const shown = (calls: typeof begin) =>
    calls.map(({ command, intent, to_state, to }) => `${command} ${intent ?? to_state} > ${to}`);
  return { begin: shown(begin), handOn: shown(handOn), ...rest };
}

describe("what is due on a ticket", () => {
  it.each<[string, string, string]>([
    ["Research in Progress", "research", "ralph_research complete > Ready for Plan"],
    ["Plan in Progress", "plan", "ralph_plan complete > Plan in Review"],
    ["In Progress", "implement", "ralph_impl complete > In Review"],
  ])("in %s: its holder hands it on, and nobody else is told to", (state, step, call) => {
    const group = groupWith(leaf("1", { state, ...HELD }));
    expect(due(group)).toEqual({ step, begin: [], handOn: [call], waitsFor: null });
    const waitsFor = { type: "holder", holder: "ann", until: NOW + 1 };
    expect(due(group, BOB)).toEqual({ step, begin: [], handOn: [], waitsFor });
  });

  it("is begun anew where the lease of its holder has run out", () => {
    const group = groupWith(leaf("1", { state: "Plan in Progress", ...HELD }));
    expect(due(group, BOB, NOW + 2)).toMatchObject({ step: "plan", begin: ["ralph_plan lock > Plan in Progress"] });
  });

  it("is nothing while a person decides, when it is over, and while others hold the group up", () => {
    expect(due(inStates("Plan in Review"))).toMatchObject({
      step: "review",
      begin: [],
      waitsFor: { type: "person", state: "Plan in Review" },
    });
    expect(due(inStates("Human Needed"))).toMatchObject({ step: null, waitsFor: { type: "person" } });
    expect(due(inStates("Canceled"))).toMatchObject({ step: null, waitsFor: { type: "nothing", state: "Canceled" } });
    expect(due(inStates("Ready for Plan", "Research Needed"))).toMatchObject({
      begin: [],
      waitsFor: { type: "others" },
    });
  });

  it("does not name a command that the caller may not act as", () => {
    const actor: Actor = { ...ANN, commands: ["research"] };
    expect(due(groupWith(leaf("1", { state: "In Progress", ...HELD })), actor).handOn).toEqual([]);
    expect(due(inStates("Research Needed"), actor).begin).toEqual(["ralph_research lock > Research in Progress"]);
  });

  it("is nothing where the ticket stands for its children, or the workflow has no position", () => {
    expect(dueOn(MACHINE, { now: NOW, whole: inStates("Backlog") }, "99", ANN)).toMatchObject({
      begin: [],
      waitsFor: { type: "others" },
    });
  });
});
