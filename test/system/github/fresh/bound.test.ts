// How old an answer may be, and what it says of its age.

import { describe, expect, it, onTestFinished } from "vitest";
import { viewBoard } from "../../../../src/app/pages/board-page.ts";
import { readMirror } from "../../../../src/app/pages/mirror.ts";
import { viewNeeds } from "../../../../src/app/pages/needs-you.ts";
import { readStats } from "../../../../src/app/measures/stats.ts";
import { listTickets } from "../../../../src/app/tickets/list.ts";
import { pickIssue } from "../../../../src/app/tickets/pick.ts";
import { GitHubError } from "../../../../src/github/client/errors.ts";
import { compile } from "../../../../src/engine/workflow/compile.ts";
import { LocalBudget } from "../../../../src/github/client/budget.ts";
import { verifyStore } from "../../../../src/store/ledger/verify.ts";
import type { Fault } from "../../../support/github/fake/faults.ts";
import { Site, type Machine } from "../../../support/github/world.ts";
import { shipped } from "../../../../src/workflows/shipped.ts";
import { accepted, hand, refused } from "../../../support/worlds/steps.ts";
import { ann, MINUTE } from "../../../support/worlds/world.ts";

const SECOND = 1_000;

/** #1 is to be planned, and the board is at rest. */
async function board(options: Parameters<Site["machine"]>[0] = {}): Promise<{ site: Site; machine: Machine }> {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const card = { "Workflow State": "Ready for Plan", Estimate: "XS" };
  for (const title of ["One", "Two"]) site.github.addIssue(site.repository, title, { project: site.project, card });
  const machine = await site.machine(options);
  for (let look = 0; look < 3; look++) {
    site.clock.pass(MINUTE);
    await machine.board.refresh();
  }
  return { site, machine };
}

const SURFACES: readonly (readonly [string, (machine: Machine) => Promise<unknown>])[] = [
  ["list_tickets", async ({ app }) => accepted(await listTickets(app, { state: "Human Needed" })).tickets.length],
  [
    "the board's page",
    async ({ app }) => (await viewBoard(app, 0)).cards.filter(({ state }) => state === "Human Needed").length,
  ],
  ["what waits for a person", async ({ app }) => (await viewNeeds(app)).length],
  [
    "stats",
    async ({ app }) => {
      const { tickets } = await readStats(app, { days: 1 });
      return tickets.oldestWaiting.filter(({ state }) => state === "Human Needed").length;
    },
  ],
  ["pick_actionable_issue", async ({ app }) => 2 - (await picked(app))],
];

async function picked(app: Machine["app"]): Promise<number> {
  const { found, alternatives } = accepted(await pickIssue(app, ann, { workflowState: "Ready for Plan" }));
  return found ? alternatives + 1 : 0;
}

describe.each(SURFACES)("%s", (_, ask) => {
  it("is at most 30 seconds old", async () => {
    const { site, machine } = await board();
    expect(await ask(machine)).toBe(0);
    site.github.drag(site.github.issue("acme", "shop", 1), "Human Needed");
    site.github.countRequests();
    site.clock.pass(29 * SECOND);
    expect(await ask(machine)).toBe(0);
    expect(site.github.countRequests().requests).toBe(0);
    site.clock.pass(2 * SECOND);
    expect(await ask(machine)).toBe(1);
  });

  it("shows nothing old where GitHub is away", async () => {
    const { site, machine } = await board();
    site.clock.pass(MINUTE);
    site.github.faults.plan({ kind: "bad-gateway", when: "before" }, { times: 99 });
    await expect(ask(machine)).rejects.toBeInstanceOf(GitHubError);
  });
});

it("says as of when it is: of the last look, whoever made it", async () => {
  const { site, machine } = await board();
  const other = await site.beside(machine);
  const asOf = new Date(site.clock.now()).toISOString();
  site.clock.pass(10 * SECOND);
  expect(await readMirror(other.board, false)).toEqual({ mirror: { of: "GitHub", asOf, behind: null } });
  expect((await viewBoard(other.app, 0)).mirror?.asOf).toBe(asOf);
  site.clock.pass(30 * SECOND);
  const now = new Date(site.clock.now()).toISOString();
  expect((await viewBoard(other.app, 0)).mirror?.asOf).toBe(now);
  expect((await readMirror(machine.board, false)).mirror?.asOf).toBe(now);
});

it("answers with what is known, and says how old it is and why, where GitHub's limit stands against a look", async () => {
  const budget = new LocalBudget();
  const { site, machine } = await board({ client: { budgetOf: () => budget } });
  const asOf = new Date(site.clock.now()).toISOString();
  await budget.block(site.clock.now() + 10 * MINUTE);
  site.github.drag(site.github.issue("acme", "shop", 1), "Human Needed");
  site.clock.pass(MINUTE);
  const view = await viewBoard(machine.app, 0);
  expect(view.cards.map(({ state }) => state)).toEqual(["Ready for Plan", "Ready for Plan"]);
  expect(view.mirror).toEqual({
    of: "GitHub",
    asOf,
    behind: expect.stringMatching(
      /^Nothing was sent: GitHub's limit .* Try again at \d\d:\d\d:\d\d UTC \(in 9 min\)\.$/,
    ),
  });
  // A decision is never made from it.
  await expect(machine.board.tickets.get("1")).rejects.toMatchObject({ code: "github_held_back" });
  site.clock.pass(10 * MINUTE);
  expect((await viewBoard(machine.app, 0)).mirror?.behind).toBeNull();
});

const FAULTS: readonly Fault[] = [
  { kind: "unauthorized" },
  { kind: "forbidden" },
  { kind: "too-many", retryAfter: 2 },
  { kind: "limited", limit: "primary" },
  { kind: "limited", limit: "secondary" },
  { kind: "bad-gateway", when: "before" },
  { kind: "drop", when: "after" },
  { kind: "garbage", body: "{}" },
  { kind: "resources" },
  { kind: "stale", writes: 1 },
];

describe("a look at a board on which cards were dragged, closed and removed", () => {
  const cases = FAULTS.flatMap((fault) =>
    [0, 1, 2, 3, 4].map((skip) => ({ fault, skip, shown: JSON.stringify(fault) })),
  );

  it.each(cases)("survives $shown at request $skip", async ({ fault, skip }) => {
    const site = await Site.open({ remember: 5 });
    onTestFinished(() => site.close());
    const { github, repository, project } = site;
    const issues = Array.from({ length: 5 }, (_, index) =>
      github.addIssue(repository, `Ticket ${index}`, { project, card: { "Workflow State": "Backlog" } }),
    );
    const machine = await site.machine();
    const [dragged, removed, renamed] = issues;
    if (!dragged || !removed || !renamed) throw new Error("there are no issues");
    for (let look = 0; look < 3; look++) {
      site.clock.pass(MINUTE);
      await machine.board.refresh();
    }
    github.rename(renamed, "Called otherwise");
    github.removeCard(removed);
    github.drag(dragged, "Research Needed");
    site.clock.pass(MINUTE);
    github.faults.plan(fault, { skip });
    await machine.board.refresh().catch((error: unknown) => expect(error).toBeInstanceOf(GitHubError));
    github.faults.clear();
    site.clock.pass(6 * MINUTE);
    await machine.board.refresh();
    const { items } = await machine.store.tickets.list({}, 10, null);
    expect(items.map(({ key, state, title }) => [key, state, title])).toEqual([
      ["1", "Research Needed", "Ticket 0"],
      ["3", "Backlog", "Called otherwise"],
      ["4", "Backlog", "Ticket 3"],
      ["5", "Backlog", "Ticket 4"],
    ]);
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });
});

it("counts the room in a state by a look that is no older than a list may be", async () => {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const to = "Research in Progress";
  const { workflow } = shipped("ticket");
  const edges = workflow.edges.map((edge) =>
    edge.to === to ? { ...edge, guards: [...(edge.guards ?? []), { type: "room", max: 1 } as const] } : edge,
  );
  const card = { "Workflow State": "Research Needed", Estimate: "XS" };
  const [, other] = ["First", "Second"].map((title) => github.addIssue(repository, title, { project, card }));
  if (!other) throw new Error("there is no second ticket");
  const machine = await site.machine({ workflow: compile({ ...workflow, edges }) });
  await machine.board.refresh();
  site.clock.pass(MINUTE);
  github.drag(other, to);
  const lock = { command: "research", intent: "lock" };
  refused(await hand(machine, ann, "1", lock), "no_room");
  github.drag(other, "Research Needed");
  site.clock.pass(MINUTE);
  // A decision is not made on what is old.
  github.faults.plan({ kind: "limited", limit: "secondary" }, { on: "BoardPulse", times: 20 });
  await expect(hand(machine, ann, "1", lock)).rejects.toMatchObject({ code: "github_limited" });
  github.faults.clear();
  site.clock.pass(5 * 60_000);
  accepted(await hand(machine, ann, "1", lock));
});
