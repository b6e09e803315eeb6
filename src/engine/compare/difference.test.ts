import { describe, expect, it } from "vitest";
import { TICKETS } from "../../../test/support/engine/boards.ts";
import {
  command,
  edge,
  guarded,
  newCommand,
  set,
  state,
  together,
  withoutState,
  type Edit,
} from "../../../test/support/engine/workflow-edits.ts";
import { difference, differenceWords } from "./difference.ts";

const NOTHING = {
  states: { added: [], removed: [], changed: [] },
  edges: { added: [], removed: [] },
  guards: { added: [], removed: [] },
  commands: { added: [], removed: [], changed: [] },
  fields: [],
};

const told = (edit: Edit): readonly string[] => differenceWords(difference(TICKETS, edit(TICKETS)));

describe("the difference of two workflows", () => {
  it("is none for the same one, whatever the order of its keys, and wherever its schema lies", () => {
    expect(difference(TICKETS, structuredClone(TICKETS))).toEqual(NOTHING);
    const turned = Object.fromEntries(Object.entries(TICKETS).toReversed()) as unknown as typeof TICKETS;
    expect(difference(TICKETS, { ...turned, $schema: "elsewhere.json" })).toEqual(NOTHING);
    expect(differenceWords(NOTHING)).toEqual([]);
  });

  it("names states, edges, guards and commands that come and go", () => {
    const edit = together(
      state("QA", { human: true }),
      edge("In Review", "QA"),
      edge("QA", "Done", { guards: [{ type: "no_open_blockers" }] }),
      withoutState("Canceled"),
      newCommand("test", { inputs: ["QA"], outputs: ["Done"] }),
    );
    expect(difference(TICKETS, edit(TICKETS))).toEqual({
      states: { added: ["QA"], removed: ["Canceled"], changed: [] },
      edges: {
        added: ['"In Review" → "QA"', '"QA" → "Done"'],
        removed: ['"Backlog" → "Canceled"'],
      },
      guards: { added: ['"QA" → "Done": no_open_blockers (enforce)'], removed: [] },
      commands: { added: ["test"], removed: [], changed: [] },
      fields: [],
    });
    expect(told(edit)).toEqual([
      'states: + "QA", - "Canceled"',
      'edges: + "In Review" → "QA", + "QA" → "Done", - "Backlog" → "Canceled"',
      'guards: + "QA" → "Done": no_open_blockers (enforce)',
      "commands: + test",
    ]);
  });

  it("names what is there and has changed, and other fields by their name", () => {
    const warn = [{ type: "group_convergence", target: "Ready for Plan", policy: "warn" }] as const;
    expect(told(guarded("Ready for Plan", "Plan in Progress", [...warn]))).toEqual([
      'guards: + "Ready for Plan" → "Plan in Progress": group_convergence on "Ready for Plan" (warn), - "Ready for Plan" → "Plan in Progress": group_convergence on "Ready for Plan" (enforce)',
    ]);
    const edit = together(
      state("Backlog", { lock: true }),
      command("plan", (spec) => ({ ...spec, relink: true })),
      set({ title: "Ours", inputs: "warn" }),
    );
    expect(told(edit)).toEqual([
      'states: changed "Backlog"',
      "commands: changed plan",
      "also different: title, inputs",
    ]);
    const labelled = TICKETS.edges.map((own) => ({ ...own, label: "Go" }));
    expect(told(set({ edges: labelled }))).toEqual(["also different: edges"]);
    const many = Array.from({ length: 14 }, (_, index) => newCommand(`c${index}`, { inputs: [], outputs: [] }));
    expect(told(together(...many))[0]).toMatch(/^commands: \+ c0, .*, \+ c11, 2 more$/);
    const { lease: _, ...rest } = TICKETS;
    expect(differenceWords(difference(TICKETS, rest))).toEqual(["also different: lease"]);
    expect(differenceWords(difference(rest, TICKETS))).toEqual(["also different: lease"]);
  });

  it("shows long names cut short, and confuses none of them", () => {
    const [one, other] = [`${"x".repeat(90)} one`, `${"x".repeat(90)} other`];
    const on = (target: string) => edge("Backlog", target, { guards: [{ type: "group_convergence", target }] });
    const before = together(state(one, {}), state(other, {}), on(one))(TICKETS);
    const cut = `"Backlog" → "${"x".repeat(80)}…"`;
    expect(difference(before, on(other)(before))).toMatchObject({ edges: { added: [cut], removed: [] } });
    expect(difference(before, on(other)(before)).guards.added).toHaveLength(1);
  });

  it("marks off a command whose name could be read as more", () => {
    const name = "x, - test, changed plan";
    expect(told(newCommand(name, { inputs: [], outputs: [] }))).toEqual([`commands: + "${name}"`]);
  });
});
