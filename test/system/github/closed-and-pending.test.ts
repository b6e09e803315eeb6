// What people do on GitHub beside moving cards is part of a ticket; and reading one waits for nobody's write.

import { describe, expect, it, onTestFinished } from "vitest";
import { listTickets } from "../../../src/app/tickets/list.ts";
import { pickIssue } from "../../../src/app/tickets/pick.ts";
import { viewTicket } from "../../../src/app/tickets/view.ts";
import { viewTicketPage } from "../../../src/app/pages/ticket-page.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { accepted, hand, lastRow, refused, rowsOf } from "../../support/worlds/steps.ts";
import { ann, bob, MINUTE } from "../../support/worlds/world.ts";
import { Site } from "../../support/github/world.ts";

async function start(card: Readonly<Record<string, string>>) {
  const site = await Site.open({ remember: 5 });
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const issue = github.addIssue(repository, "First", { project, card });
  const machine = await site.machine();
  await machine.board.refresh();
  site.clock.pass(MINUTE);
  return { site, github, issue, machine };
}

describe("an issue that was closed on GitHub", () => {
  it.each([
    { reason: "COMPLETED", closed: "completed" },
    { reason: "NOT_PLANNED", closed: "not planned" },
    { reason: "DUPLICATE", closed: "duplicate" },
  ] as const)("as $closed is shown so, alone and in lists, until it is opened again", async ({ reason, closed }) => {
    const { site, github, issue, machine } = await start({ "Workflow State": "Research Needed", Estimate: "XS" });
    expect(accepted(await viewTicket(machine.app, "1"))).not.toHaveProperty("closed");
    github.closeIssue(issue, reason);
    site.clock.pass(MINUTE);
    expect(accepted(await listTickets(machine.app, {})).tickets).toMatchObject([{ number: 1, closed }]);
    expect(accepted(await viewTicket(machine.app, "1"))).toMatchObject({ closed, state: "Research Needed" });
    expect(await pickIssue(machine.app, ann, { workflowState: "Research Needed" })).toMatchObject({ found: false });
    github.reopenIssue(issue);
    site.clock.pass(MINUTE);
    expect(accepted(await viewTicket(machine.app, "1"))).not.toHaveProperty("closed");
    expect(await pickIssue(machine.app, ann, { workflowState: "Research Needed" })).toMatchObject({ found: true });
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });

  it("by a move of our own is no edit of anybody's", async () => {
    const { site, machine } = await start({ "Workflow State": "Backlog" });
    accepted(await hand(machine, ann, "1", { command: "triage", intent: "cancel" }));
    site.clock.pass(MINUTE);
    expect(accepted(await viewTicket(machine.app, "1"))).toMatchObject({ closed: "not planned", state: "Canceled" });
    expect((await lastRow(machine, "1")).kind).toBe("move");
  });
});

it("shows a card that was archived, which nobody works on, until it is back", async () => {
  const { site, github, issue, machine } = await start({ "Workflow State": "Research Needed" });
  github.archive(issue);
  site.clock.pass(MINUTE);
  expect(accepted(await viewTicket(machine.app, "1"))).toMatchObject({ archived: true });
  refused(await hand(machine, ann, "1", { command: "research", intent: "lock" }), "not_on_board");
  expect(accepted(await listTickets(machine.app, {})).tickets).toEqual([]);
  github.unarchive(issue);
  site.clock.pass(MINUTE);
  expect(accepted(await viewTicket(machine.app, "1"))).not.toHaveProperty("archived");
  accepted(await hand(machine, ann, "1", { command: "research", intent: "lock" }));
});

it("shows the pull requests that are linked with an issue", async () => {
  const { github, issue, machine } = await start({ "Workflow State": "In Review" });
  expect(accepted(await viewTicket(machine.app, "1"))).not.toHaveProperty("pullRequests");
  github.linkPullRequest(issue, 12, "OPEN", true);
  github.linkPullRequest(issue, 13, "MERGED");
  expect(accepted(await viewTicket(machine.app, "1"))).toMatchObject({
    pullRequests: [
      { number: 12, state: "draft" },
      { number: 13, state: "merged" },
    ],
  });
});

describe("a card without a state", () => {
  it("is in the start state: listed, picked and moved as one of those, and never past the graph", async () => {
    const { site, github, issue, machine } = await start({ Estimate: "XS" });
    expect(accepted(await listTickets(machine.app, { state: "Backlog" })).tickets).toMatchObject([
      { state: "Backlog" },
    ]);
    expect(await pickIssue(machine.app, ann, { workflowState: "Backlog" })).toMatchObject({ issue: { number: 1 } });
    refused(await hand(machine, ann, "1", { command: "research", intent: "lock" }), "invalid_transition");
    refused(await hand(machine, ann, "1", { command: "impl", toState: "In Progress" }), "invalid_transition");
    const rows = (await rowsOf(machine, "1")).length;
    site.clock.pass(61 * MINUTE);
    await machine.board.refresh();
    expect(await rowsOf(machine, "1")).toHaveLength(rows);
    const moved = accepted(await hand(machine, ann, "1", { command: "triage", toState: "Research Needed" }));
    expect(moved).toMatchObject({ previousState: "Backlog", warnings: [] });
    expect(github.see(issue).card?.["Workflow State"]).toBe("Research Needed");
  });

  it("is moved by one of two at once, and what the answer to got lost is found", async () => {
    const { site, machine } = await start({});
    site.github.faults.plan({ kind: "drop", when: "after" }, { on: "Write" });
    const moved = await hand(machine, ann, "1", { command: "triage", toState: "Research Needed" });
    expect(accepted(moved)).toMatchObject({ newState: "Research Needed" });
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });
});

it("is read at once while a write is under way on it, by agents and on its page", async () => {
  const { site, github, machine } = await start({ "Workflow State": "Research Needed" });
  await machine.store.pending.begin(
    { id: "under way", checks: [], entries: [] },
    { marker: "m", subjects: ["1"], body: "{}", leaseMs: 60_000 },
  );
  github.countRequests();
  expect(accepted(await viewTicket(machine.app, "1"))).toMatchObject({ number: 1, state: "Research Needed" });
  expect(github.countRequests().requests).toBe(2);
  expect(accepted(await viewTicketPage(machine.app, "1", null))).toMatchObject({ card: { number: 1 } });
  // Whoever wants to write waits, and gets in when it is over.
  const waiting = hand(machine, bob, "1", { command: "research", intent: "lock" });
  await machine.store.pending.finish({ id: "under way", checks: [], entries: [] }, "m");
  accepted(await waiting);
  site.clock.pass(MINUTE);
});
