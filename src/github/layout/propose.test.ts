import { describe, expect, it } from "vitest";
import { TICKET } from "../../../test/support/engine/situation.ts";
import { TEMPLATES, type Template } from "../../../test/support/github/fake/templates.ts";
import { DEFAULT_LAYOUT, layoutOf, meaningOf, saidOf } from "./layout.ts";
import { proposeLayout, proposeStates, proposeStatus } from "./propose.ts";

function fieldsOf(name: keyof typeof TEMPLATES) {
  const { status, selects = {}, others = {} }: Template = TEMPLATES[name];
  return [
    ...[["Status", status] as const, ...Object.entries(selects)].map(([field, options]) => ({
      name: field,
      type: "SINGLE_SELECT",
      options: options.map((option) => ({ name: option })),
    })),
    ...Object.entries(others).map(([field, type]) => ({ name: field, type, options: [] })),
  ];
}

const ON_STATUS = { ...DEFAULT_LAYOUT, names: { ...DEFAULT_LAYOUT.names, state: "Status" } };

describe("a proposal for a project's own options", () => {
  it.each(Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[])(
    "finds a state for every option of the template %s",
    (name) => {
      const layout = proposeLayout(fieldsOf(name), TICKET, ON_STATUS);
      const states = TEMPLATES[name].status.map((option) => meaningOf(layout, "state", option));
      expect(states.filter((state) => !TICKET.states.has(state))).toEqual([]);
      expect([states.at(0), states.at(-1)]).toEqual(["Backlog", "Done"]);
      // Options of their own stand for different states, but for what comes in.
      const own = states.filter((state) => state !== "Backlog");
      expect(new Set(own).size).toBe(own.length);
    },
  );

  it("knows priorities and sizes by their words, and leaves a field of numbers alone", () => {
    const { names, options } = proposeLayout(fieldsOf("Feature"), TICKET, ON_STATUS);
    expect(names).toMatchObject({ priority: "Priority", estimate: "Size" });
    expect(options.priority).toEqual({ "🌋 Urgent": "P0", "🏔 High": "P1", "🏕 Medium": "P2", "🏝 Low": "P3" });
    expect(options.estimate).toEqual({
      "🐋 X-Large": "XL",
      "🦑 Large": "L",
      "🐂 Medium": "M",
      "🐇 Small": "S",
      "🦔 Tiny": "XS",
    });
    expect(proposeLayout(fieldsOf("Kanban"), TICKET, ON_STATUS).names.estimate).toBe("Size");
    const points = { name: "Estimate", type: "NUMBER", options: [] };
    expect(proposeLayout([points], TICKET, DEFAULT_LAYOUT).names.estimate).toBe("Size");
  });

  it("reads numbers by their order", () => {
    const points = { name: "Points", type: "SINGLE_SELECT", options: ["13", "1", "2", "3", "5", "8"].map(named) };
    const { names, options } = proposeLayout([points], TICKET, DEFAULT_LAYOUT);
    expect(names.estimate).toBe("Points");
    expect(options.estimate).toEqual({ 1: "XS", 2: "S", 3: "M", 5: "L", 8: "XL", 13: "XL" });
  });

  it("leaves open what it does not know, and what was said stays", () => {
    expect(proposeStates(["Someday maybe", "To Do", "done"], TICKET)).toEqual({ "To Do": "Backlog", done: "Done" });
    expect(proposeStates(["To Do"], TICKET, { "To Do": "Research Needed" })).toEqual({ "To Do": "Research Needed" });
  });

  it("shows every state by an option of Status", () => {
    const shown = proposeStatus(TEMPLATES.Kanban.status, TICKET);
    expect(shown).toEqual({
      Backlog: "Backlog",
      "Research Needed": "Backlog",
      "Research in Progress": "In progress",
      "Ready for Plan": "Ready",
      "Plan in Progress": "In progress",
      "Plan in Review": "In review",
      "In Progress": "In progress",
      "In Review": "In review",
      "Human Needed": "In review",
      Done: "Done",
      Canceled: "Done",
    });
    const few = proposeStatus(TEMPLATES.Table.status, TICKET);
    expect(Object.keys(few)).toHaveLength(TICKET.states.size);
    expect(few).toMatchObject({ Backlog: "Todo", "In Progress": "In Progress", Done: "Done", Canceled: "Done" });
  });

  it("is said in settings by as little as it takes, and read back the same", () => {
    const layout = proposeLayout(fieldsOf("Team planning"), TICKET, ON_STATUS);
    expect(saidOf(layout)).toEqual({
      fields: { state: "Status", estimate: "Size" },
      options: { state: { Ready: "Ready for Plan", "In progress": "In Progress", "In review": "In Review" } },
    });
    expect(layoutOf(saidOf(layout))).toEqual(layout);
  });
});

function named(name: string) {
  return { name };
}
