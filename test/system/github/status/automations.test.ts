// GitHub's own automations on a board whose state stands in Status: closed → Done, reopened → In Progress, auto-add.

import { describe, expect, it } from "vitest";
import { openStatus } from "../../../support/github/status.ts";
import { accepted, hand, lastRow, rowsOf, stateOf } from "../../../support/worlds/steps.ts";
import { ann } from "../../../support/worlds/world.ts";
import { shipped } from "../../../../src/workflows/shipped.ts";

describe("a card that somebody drags in Status", () => {
  it("is their move, by name and from where it was, and a column of two words is none", async () => {
    const { github, add, look, machine, later } = await openStatus();
    github.addAccount("User", "maria");
    const issue = add("Tiles", { Status: "Todo" });
    await look();
    expect(await stateOf(machine, "1")).toBe("Backlog");
    later();
    github.drag(issue, "Ready for Plan", { field: "Status", by: "maria" });
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({
      kind: "move",
      by: { person: "maria", via: "github" },
      data: { from: "Backlog", to: "Ready for Plan" },
    });
  });

  it("names whoever dragged it last, where GitHub keeps who made the value first", async () => {
    const { github, add, look, machine, later, site } = await openStatus();
    const field = site.project.fields.find(({ name }) => name === "Status");
    if (field) field.valuesStay = true;
    const issue = add("Tiles", { Status: "Todo" }, "octo");
    await look();
    later();
    github.drag(issue, "Research Needed", { field: "Status", by: "maria" });
    await look();
    expect((await lastRow(machine, "1")).by).toEqual({ person: "maria", via: "github" });
  });
});

describe("a card that comes without a state", () => {
  it("lands in the first column, and the ledger says who put it on the board", async () => {
    const { add, look, machine, shown } = await openStatus();
    const issues = [add("Tiles", {}, "maria"), add("Taps", {}, "maria")];
    await look();
    expect(await stateOf(machine, "1")).toBe("Backlog");
    expect(issues.map((issue) => shown(issue)?.["Status"])).toEqual(["Todo", "Todo"]);
    expect(await rowsOf(machine, "1")).toMatchObject([
      { kind: "create", by: { via: "github" }, data: { to: "Backlog", addedBy: "maria" } },
    ]);
    // Nothing is left to do: the next look writes nothing.
    const { length } = await machine.store.ledger.bareRows(0, 100);
    await look();
    expect(await machine.store.ledger.bareRows(0, 100)).toHaveLength(length);
  });
});

describe("an issue that somebody closes, on a project that moves it to Done", () => {
  it("is their move along an edge", async () => {
    const { github, site, add, look, machine, later } = await openStatus();
    github.automate(site.project, { closed: "Done" });
    const issue = add("Tiles", { Status: "In Review" });
    await look();
    later();
    github.closeIssue(issue, "COMPLETED", "maria");
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({
      kind: "move",
      by: { person: "maria", via: "github" },
      data: { from: "In Review", to: "Done", automated: true },
      texts: { reason: "moved by the project's own automation" },
    });
  });

  it("is no way round the workflow: it is an override, and says so", async () => {
    const { github, site, add, look, machine, later } = await openStatus();
    github.automate(site.project, { closed: "Done" });
    const issue = add("Tiles", { Status: "In Progress" });
    await look();
    later();
    github.closeIssue(issue, "COMPLETED", "maria");
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({
      kind: "override",
      by: { person: "maria" },
      data: { to: "Done", automated: true, warning: "past the workflow" },
    });
  });

  it("is no way round the guards either: what was not met stands in the ledger", async () => {
    const { github, site, add, look, machine, later } = await openStatus({ workflow: shipped("ticket-proof") });
    github.automate(site.project, { closed: "Done" });
    const issue = add("Tiles", { Status: "In Review" });
    await look();
    later();
    github.closeIssue(issue, "COMPLETED", "maria");
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({
      kind: "override",
      data: { to: "Done", automated: true, warning: "past a guard", guards: expect.any(Array) },
    });
  });
});

describe("an issue that somebody opens again", () => {
  it.each([
    ["stays in its column", {}],
    ["is put to work by the project's own automation", { reopened: "In Progress" }],
  ])("goes to a person, where it %s", async (_, automations) => {
    const { github, site, add, look, machine, later, shown } = await openStatus();
    const issue = add("Tiles", { Status: "In Review" });
    await look();
    accepted(await hand(machine, ann, "1", { command: "impl", intent: "close" }));
    expect(github.see(issue)).toMatchObject({ closed: true, card: { Status: "Done" } });
    await look();
    later();
    github.automate(site.project, automations);
    github.reopenIssue(issue, "maria");
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({
      by: { person: "maria", via: "github" },
      data: { to: "Human Needed" },
      texts: { reason: "opened again on GitHub: a person decides where it goes from here" },
    });
    expect(shown(issue)?.["Status"]).toBe("Human Needed");
    expect(github.see(issue).closed).toBe(false);
    const { seq } = await lastRow(machine, "1");
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({ seq });
  });

  it("stays where a person has put it", async () => {
    const { github, add, look, machine, later } = await openStatus();
    const issue = add("Tiles", { Status: "In Review" });
    await look();
    accepted(await hand(machine, ann, "1", { command: "impl", intent: "close" }));
    await look();
    later();
    github.reopenIssue(issue, "maria");
    github.drag(issue, "Research Needed", { field: "Status", by: "maria" });
    await look();
    expect(await stateOf(machine, "1")).toBe("Research Needed");
  });
});
