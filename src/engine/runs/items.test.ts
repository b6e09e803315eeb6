import { describe, expect, it } from "vitest";
import { telling, type ToldRefusal as Refusal } from "../../../test/support/surfaces.ts";
import skill from "../../../workflows/skill.json" with { type: "json" };
import { compile } from "../workflow/compile.ts";
import { checkItems as checkItemsUntold, showItemStatus, type Item, type ItemUpdate } from "./items.ts";
import type { Workflow } from "../workflow/format.ts";

const checkItems = telling(checkItemsUntold);

const machine = compile(skill as Workflow);
const documented: Item = { number: 1, title: "Login", type: "code", documented: true };
const pending: Item = { number: 2, title: "Docs", type: "task", documented: false };

describe("checkItems", () => {
  it("adds items in number order and keeps those that are there", () => {
    const items = checkItems(
      machine,
      [pending],
      [
        { number: 10, title: "Ten", type: "bugfix" },
        { number: 1, title: "One", type: "code" },
      ],
    );
    expect(items).toEqual({
      kind: "items",
      items: [
        { number: 1, title: "One", type: "code", documented: false },
        pending,
        { number: 10, title: "Ten", type: "bugfix", documented: false },
      ],
      warnings: [],
    });
  });

  it("changes what is mentioned of an item, and nothing else", () => {
    expect(checkItems(machine, [pending], [{ number: 2, type: "code" }])).toMatchObject({
      items: [{ ...pending, type: "code" }],
    });
    expect(checkItems(machine, [documented], [{ number: 1, title: "Log in" }])).toMatchObject({
      items: [{ ...documented, title: "Log in" }],
    });
  });

  it("gives an item without a title one that people can call it by", () => {
    expect(checkItems(machine, [], [{ number: 4, type: "code" }])).toMatchObject({ items: [{ title: "Item 4" }] });
  });

  it.each([0, -1, 1.5, Number.NaN, Infinity, 2 ** 53])("refuses %d as a number", (number) => {
    expect(checkItems(machine, [], [{ number, title: "x", type: "code" }])).toMatchObject({
      code: "invalid_item",
      facts: { number },
    });
  });

  it("refuses an item that stands in one call twice", () => {
    expect(checkItems(machine, [pending], [{ number: 2 }, { number: 2 }])).toMatchObject({
      code: "duplicate_item",
      facts: { number: 2 },
    });
  });

  it("refuses a type that the workflow does not have, and any of those it names is taken", () => {
    const refusal = checkItems(machine, [], [{ number: 1, title: "x", type: "bugfx" }]) as Refusal;
    expect(refusal).toMatchObject({ code: "unknown_item_type", facts: { type: "bugfx", nearest: "bugfix" } });
    expect(refusal.error).toContain(`Item 1 has the unknown type "bugfx". Did you mean "bugfix"?\n`);
    const types = refusal.facts["types"] as string[];
    expect(types).toEqual(["code", "task", "bugfix"]);
    for (const type of types) {
      expect(refusal.recovery).toContain(`"${type}"`);
      expect(checkItems(machine, [], [{ number: 1, title: "x", type }])).toMatchObject({ kind: "items" });
    }
  });

  it("refuses a new item without a type", () => {
    const refusal = checkItems(machine, [], [{ number: 1, title: "x" }]) as Refusal;
    expect(refusal).toMatchObject({ code: "unknown_item_type", facts: { number: 1, type: null } });
    expect(refusal.error).toContain("Item 1 has no type.\n");
    expect(refusal.facts).not.toHaveProperty("nearest");
  });

  it("takes any word as a type where the workflow declares none", () => {
    const { itemTypes: _, ...open } = skill as Workflow;
    const free = compile(open);
    expect(checkItems(free, [], [{ number: 1, type: "poem" }])).toMatchObject({ items: [{ type: "poem" }] });
    for (const update of [{ number: 1, type: " " }, { number: 1 }]) {
      expect(checkItems(free, [], [update])).toMatchObject({
        code: "unknown_item_type",
        recovery: expect.stringContaining("type set to a word"),
      });
    }
  });

  it("does not let a documented item become another type", () => {
    expect(checkItems(machine, [documented], [{ number: 1, type: "task" }])).toMatchObject({
      code: "item_documented",
      facts: { number: 1, type: "code", given: "task" },
    });
    expect(checkItems(machine, [documented], [{ number: 1, type: "code" }])).toMatchObject({ items: [documented] });
  });

  it("never takes over that an item is documented, and says so", () => {
    const claims = { number: 2, status: "documented", documented: true } as ItemUpdate;
    const items = checkItems(machine, [pending], [claims]);
    expect(items).toMatchObject({ items: [pending], warnings: [expect.stringContaining("Item 2 stays pending")] });
    expect(items).toHaveProperty("warnings.0", expect.stringContaining("rough-draft-handoff, task-planning or"));
    const denies = { number: 1, status: "pending", documented: false } as ItemUpdate;
    expect(checkItems(machine, [documented], [denies])).toMatchObject({
      items: [documented],
      warnings: [expect.stringContaining("stays documented")],
    });
  });

  it("does not name a skill that documents items where there is none", () => {
    const states: Workflow["states"] = { a: { skill: "a" }, log: { work: "document" } };
    const items = checkItems(compile({ ...(skill as Workflow), states }), [pending], [{ number: 2, status: "x" }]);
    expect(items).toMatchObject({ warnings: [`Item 2 stays pending: its status "x" was not taken over.`] });
  });

  it("takes items back as it shows them", () => {
    const shown = [documented, pending].map((item) => ({ ...item, status: showItemStatus(item) }));
    expect(checkItems(machine, [documented, pending], shown)).toEqual({
      kind: "items",
      items: [documented, pending],
      warnings: [],
    });
  });
});
