// Where the token has lost sight of something: an error that says so, and no ticket leaves the board for it.

import { describe, expect, it, onTestFinished } from "vitest";
import { listTickets } from "../../../../src/app/tickets/list.ts";
import { checkConvergence } from "../../../../src/app/groups/position.ts";
import { GitHubError } from "../../../../src/github/client/errors.ts";
import { ann, MINUTE } from "../../../support/worlds/world.ts";
import { hand, seqOf } from "../../../support/worlds/steps.ts";
import { Site, TOKEN, type Machine } from "../../../support/github/world.ts";

const PROJECT = "acme/projects/7";
const HOUR = 60 * MINUTE;

async function lost(): Promise<{ site: Site; machine: Machine; blind: (...to: string[]) => void }> {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const api = github.addRepository("acme", "api");
  const card = { "Workflow State": "Research Needed", Estimate: "XS" };
  const parent = github.addIssue(repository, "Parent", { project, card });
  github.putUnder(github.addIssue(repository, "Child", { project, card }), parent);
  github.addIssue(api, "Elsewhere", { project, card });
  const machine = await site.machine();
  await machine.board.refresh();
  expect(await onBoard(machine)).toHaveLength(3);
  site.clock.pass(MINUTE);
  return { site, machine, blind: (...blindTo) => github.addToken({ token: TOKEN, login: "octo", blindTo }) };
}

async function onBoard({ store }: Machine): Promise<readonly string[]> {
  return (await store.tickets.list({}, 100, null)).items.map(({ key }) => key);
}

const ASKS: readonly (readonly [string, (machine: Machine) => Promise<unknown>])[] = [
  ["list_tickets", ({ app }) => listTickets(app, {})],
  ["a look at the board", ({ board }) => board.refresh()],
  ["a handoff", (machine) => hand(machine, ann, "1", { command: "research", intent: "lock" })],
  ["a ticket's page", ({ board }) => board.tickets.get("2")],
  ["a group", ({ app }) => checkConvergence(app, "2", "Ready for Plan")],
  ["children", ({ board }) => board.tickets.children("1")],
];

describe.each(ASKS)("%s", (_, ask) => {
  it("says that the project can't be seen any more", async () => {
    const { site, machine, blind } = await lost();
    const before = await seqOf(machine);
    blind(PROJECT);
    const error = await ask(machine).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(GitHubError);
    expect(error).toMatchObject({
      code: "github_project_missing",
      message: expect.stringContaining("project 7 of acme"),
      recovery: expect.stringContaining("signalbox doctor"),
    });
    expect(await seqOf(machine)).toBe(before);
    blind();
    site.clock.pass(MINUTE);
    await ask(machine);
    expect(await onBoard(machine)).toHaveLength(3);
  });

  it("says that the token is not known any more", async () => {
    const { site, machine } = await lost();
    site.github.revokeToken(TOKEN);
    await expect(ask(machine)).rejects.toMatchObject({ code: "github_unauthorized" });
    expect(await onBoard(machine)).toHaveLength(3);
  });

  it("says that the token lacks a scope", async () => {
    const { site, machine } = await lost();
    site.github.addToken({ token: TOKEN, login: "octo", scopes: ["repo"] });
    await expect(ask(machine)).rejects.toMatchObject({
      code: "github_forbidden",
      recovery: expect.stringContaining("gh auth refresh"),
    });
    expect(await onBoard(machine)).toHaveLength(3);
  });
});

describe("a repository that can't be seen any more", () => {
  it.each([
    ["right away", MINUTE],
    ["when everything is read again", 3 * HOUR],
  ])("keeps its tickets on the board, %s, and is named", async (_, later) => {
    const { site, machine, blind } = await lost();
    blind("acme/api");
    site.clock.pass(later);
    site.github.drag(site.github.issue("acme", "shop", 1), "Ready for Plan");
    await expect(machine.board.refresh()).rejects.toMatchObject({
      code: "github_forbidden",
      message: expect.stringContaining("acme/api#1"),
    });
    await expect(machine.board.tickets.get("acme/api#1")).rejects.toMatchObject({ code: "github_forbidden" });
    expect(await onBoard(machine)).toHaveLength(3);
    // The others are kept up to date.
    expect((await machine.store.tickets.get("1"))?.state).toBe("Ready for Plan");
  });

  it("lets its tickets go when their cards are taken off the project", async () => {
    const { site, machine, blind } = await lost();
    blind("acme/api");
    site.github.removeCard(site.github.issue("acme", "api", 1));
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    expect(await onBoard(machine)).toEqual(["1", "2"]);
  });
});

it("a card that was taken off the project leaves the board, however it is noticed", async () => {
  const { site, machine } = await lost();
  const { github } = site;
  github.removeCard(github.issue("acme", "shop", 2));
  await machine.board.tickets.get("2");
  expect(await onBoard(machine)).toEqual(["1", "acme/api#1"]);
  github.removeCard(github.issue("acme", "shop", 1));
  await machine.board.refresh();
  expect(await onBoard(machine)).toEqual(["acme/api#1"]);
});
