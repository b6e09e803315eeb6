import { describe, expect, it } from "vitest";
import { shipped } from "../../workflows/shipped.ts";
import { stateNamed } from "./compile.ts";
import { stateLike, statesMeant } from "./target-words.ts";

const machine = shipped("ticket");

describe("a word for a state", () => {
  it.each([
    ["In Progress", "In Progress"],
    ["in progress", "In Progress"],
    ["in-progress", "In Progress"],
    ["DONE", "Done"],
    ["approve", "approve"],
  ])("%s is %s", (word, state) => {
    expect(stateLike(machine, word)).toBe(state);
  });

  it("is exact where two states differ in their spelling alone", () => {
    const states = new Map(machine.states).set("done", { ...stateNamed(machine, "Done"), name: "done" });
    expect([stateLike({ ...machine, states }, "Done"), stateLike({ ...machine, states }, "DONE")]).toEqual([
      "Done",
      "DONE",
    ]);
  });
});

describe("a word for a way on", () => {
  it.each<[string | null, string, readonly string[]]>([
    ["Plan in Review", "approve", ["In Progress"]],
    ["Plan in Review", "Send back", ["Ready for Plan"]],
    ["In Review", "send-back", ["In Progress"]],
    ["In Progress", "submit", ["In Review"]],
    ["In Progress", "escalate", ["Human Needed"]],
    ["In Progress", "canceled", ["Canceled"]],
    // Where the verb is not the ticket's, it is no word at all.
    ["In Progress", "approve", []],
    ["Human Needed", "back", ["Backlog", "Research Needed", "Ready for Plan", "In Progress"]],
    [null, "approve", []],
    ["Done", "approve", []],
    ["Plan in Review", "!", []],
  ])("from %s, %s is %j", (from, word, states) => {
    expect(statesMeant(machine, from, word)).toEqual(states);
  });
});
