// A pull request that is merged, on a board whose state stands in Status: with and without GitHub's own "closed → Done".

import { expect, it } from "vitest";
import { viewNeeds } from "../../../../src/app/pages/needs-you.ts";
import { followMerge } from "../../../../src/app/tickets/follow-merge.ts";
import { passed } from "../../../support/github/fake/pull-requests.ts";
import { finish, reviewed, rulesOf } from "../../../support/github/proof.ts";
import { openStatus } from "../../../support/github/status.ts";
import { proof } from "../../../support/worlds/proof.ts";
import { lastRow, rowsOf } from "../../../support/worlds/steps.ts";

async function open(automations: Readonly<Record<string, string>>) {
  const workflow = rulesOf();
  const place = await openStatus({ workflow });
  const { github, site, machine, look } = place;
  for (const person of ["maria", "robin"]) github.addAccount("User", person);
  for (const bot of ["ann-bot", "github-actions"]) github.addAccount("Bot", bot);
  const world = proof(machine, { machine: workflow });
  machine.board.mirror?.follow((merged) => followMerge(world.app, merged));
  const ticket = await reviewed({ site, machine, world });
  await look();
  github.automate(site.project, automations);
  place.later();
  const needs = async () => (await viewNeeds(world.app)).map(({ kind }) => kind);
  return { ...place, world, ticket, needs };
}

it.for([
  ["leads along follow", {}, {}],
  ["is one move, of whoever merged, where the project's automation was first", { closed: "Done" }, { automated: true }],
] as const)("%s", async ([, automations, data]) => {
  const { site, machine, world, ticket, look, shown, needs } = await open(automations);
  finish({ site, machine, world }, ticket);
  await look();

  const moved = {
    kind: "move",
    by: { person: "maria", via: "github" },
    data: { from: "In Review", to: "Done", ...data },
  };
  expect(await lastRow(world, ticket.key)).toMatchObject(moved);
  expect(shown(ticket.issue)?.["Status"]).toBe("Done");
  expect(await needs()).toEqual([]);

  await look();
  const ends = (await rowsOf(world, ticket.key)).filter((row) => row.data["to"] === "Done");
  expect(ends).toHaveLength(1);
});

it.for([
  ["stays in its column, and a person is asked to look", {}, "In Review", "merged_ungated"],
  [
    "is recorded as past its guards, where the project's automation moved it",
    { closed: "Done" },
    "Done",
    "dragged_ungated",
  ],
] as const)("without an approval it %s", async ([, automations, status, need]) => {
  const { github, world, ticket, look, shown, needs } = await open(automations);
  github.pulls.check(ticket.pull, passed("test"));
  github.pulls.merge(ticket.pull, "maria");
  await look();

  expect(shown(ticket.issue)?.["Status"]).toBe(status);
  const kind = status === "Done" ? "override" : "refuse";
  expect(await lastRow(world, ticket.key)).toMatchObject({ kind, by: { person: "maria" } });
  expect(await needs()).toEqual([need]);
});
