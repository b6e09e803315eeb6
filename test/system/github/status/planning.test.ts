// Issue types, milestones and iterations of GitHub, and a project's own priorities and sizes.

import { expect, it, onTestFinished } from "vitest";
import { listCards } from "../../../../src/app/pages/cards.ts";
import { viewTicket } from "../../../../src/app/tickets/view.ts";
import { updateTicket } from "../../../../src/app/tickets/update.ts";
import { DEFAULT_LAYOUT } from "../../../../src/github/layout/layout.ts";
import { proposeLayout } from "../../../../src/github/layout/propose.ts";
import { isRefusal } from "../../../../src/engine/refusal.ts";
import { findProject } from "../../../../src/github/setup/project.ts";
import { openStatus } from "../../../support/github/status.ts";
import { Site } from "../../../support/github/world.ts";
import { accepted, lastRow } from "../../../support/worlds/steps.ts";
import { TICKET } from "../../../support/engine/situation.ts";
import { maria } from "../../../support/worlds/world.ts";

it("shows type, milestone and iteration of an issue, and finds tickets by them", async () => {
  const { github, add, look, machine, later, site } = await openStatus();
  github.addPlainField(site.project, "Iteration", "ITERATION");
  const [first, second] = [add("Tiles", { Status: "Todo" }), add("Taps", { Status: "Todo" })];
  github.plan(first, { type: "Bug", milestone: "1.0", iteration: "Week 7" });
  await look();
  expect(accepted(await viewTicket(machine.app, "1"))).toMatchObject({
    type: "Bug",
    milestone: "1.0",
    iteration: "Week 7",
  });
  const found = async (filter: object): Promise<readonly string[]> => {
    const page = await listCards(machine.app, filter);
    return isRefusal(page) ? [] : page.tickets.map(({ key }) => key);
  };
  expect([
    await found({ type: "Bug" }),
    await found({ milestone: "1.0" }),
    await found({ iteration: "Week 7" }),
    await found({ iteration: "Week 8" }),
    await found({}),
  ]).toEqual([["1"], ["1"], ["1"], [], ["1", "2"]]);
  later();
  github.plan(second, { iteration: "Week 8" });
  await look();
  expect(await found({ iteration: "Week 8" })).toEqual(["2"]);
  expect(await lastRow(machine, "2")).toMatchObject({ kind: "edit", data: { fields: ["iteration"] } });
});

it("reads and writes priorities and sizes by the project's own words", async () => {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const rename = (field: string, names: readonly string[]): void => {
    const own = project.fields.find(({ name }) => name === field);
    if (own)
      own.options = own.options.flatMap((option, index) => (names[index] ? [{ ...option, name: names[index] }] : []));
  };
  rename("Priority", ["Urgent", "High", "Low"]);
  rename("Estimate", ["1", "2", "3", "5", "8"]);
  const found = await findProject(site.client(), { owner: "acme", number: 7 });
  const layout = proposeLayout(found.fields, TICKET, DEFAULT_LAYOUT);
  const machine = await site.machine({ layout });
  const card = { "Workflow State": "Backlog", Priority: "High", Estimate: "8" };
  const issue = github.addIssue(repository, "Tiles", { project, card });
  expect(accepted(await viewTicket(machine.app, "1"))).toMatchObject({ priority: "P1", estimate: "XL" });
  accepted(await updateTicket(machine.app, maria, { key: "1", priority: "P0", estimate: "S" }));
  expect(github.see(issue).card).toMatchObject({ Priority: "Urgent", Estimate: "2" });
  await expect(updateTicket(machine.app, maria, { key: "1", priority: "P2" })).rejects.toMatchObject({
    code: "github_settings",
    message: expect.stringContaining('The project has no option for P2 in its field "Priority". Nothing was written.'),
    recovery: expect.stringContaining("Urgent (P0), High (P1) and Low (P3)"),
  });
});
