// Pull requests on tickets and cards: the look at the board brings them, whatever the workflow asks for; and a merge leads
// the ticket on where the workflow says so.

import { describe, expect, it, onTestFinished } from "vitest";
import { readCards } from "../../../../src/app/pages/cards.ts";
import { viewNeeds } from "../../../../src/app/pages/needs-you.ts";
import { followMerge } from "../../../../src/app/tickets/follow-merge.ts";
import { viewTicket } from "../../../../src/app/tickets/view.ts";
import { compile } from "../../../../src/engine/workflow/compile.ts";
import { shipped } from "../../../../src/workflows/shipped.ts";
import { passed, setStatus } from "../../../support/github/fake/pull-requests.ts";
import type { Issue } from "../../../support/github/fake/world.ts";
import { openProof, reviewed } from "../../../support/github/proof.ts";
import { Site, TOKEN, type Machine } from "../../../support/github/world.ts";
import { HEAD, OLDER } from "../../../support/worlds/proof.ts";
import { accepted, hand, lastRow, stateOf } from "../../../support/worlds/steps.ts";
import { maria, MINUTE } from "../../../support/worlds/world.ts";

const NEWER = "a".repeat(40);
const FOLLOWING = compile({
  ...shipped("ticket").workflow,
  follow: [{ fact: "landed", from: "In Review", to: "Done" }],
});

/** So many tickets in review on a board that was looked at, by the shipped workflow, which asks for no evidence, and with `follow`. */
async function open(count = 1) {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  for (const person of ["maria", "robin"]) github.addAccount("User", person);
  for (const bot of ["ann-bot", "github-actions"]) github.addAccount("Bot", bot);
  const issues = Array.from({ length: count }, (_, index) =>
    github.addIssue(repository, `Ticket ${index}`, { project, card: { "Workflow State": "In Review" } }),
  );
  const machine = await site.machine({ workflow: FOLLOWING });
  machine.board.mirror?.follow((merged) => followMerge(machine.app, merged));
  await machine.board.refresh();
  const look = async (): Promise<readonly string[]> => {
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    return github.countRequests().operations;
  };
  // All cards are compared once more after the first look.
  await look();
  return { site, machine, github, issues, issue: issues[0] as Issue, look };
}

async function cardOf(machine: Machine, key = "1") {
  return (await readCards(machine.app, { keys: [key] }))[0]?.pull;
}

describe("a pull request", () => {
  it("is on the card after the next look, with its checks and its review, for no request more", async () => {
    const { machine, github, issue, look } = await open();
    const pull = github.pulls.open(issue, { head: HEAD, title: "Add a basket" });
    github.pulls.check(pull, passed("test"), passed("lint"), { ...passed("e2e"), result: "PENDING" });
    expect(await look()).toEqual(["BoardPulse"]);
    expect(await cardOf(machine)).toEqual({
      number: pull.number,
      title: "Add a basket",
      url: `https://github.com/acme/shop/pull/${pull.number}`,
      state: "open",
      checks: { state: "pending", passed: 2, failed: 0, pending: 1 },
      review: null,
      total: 1,
    });

    github.pulls.check(pull, { ...passed("types"), result: "FAILURE" });
    github.pulls.review(pull, "maria");
    expect(await look()).toEqual(["BoardPulse"]);
    expect(await cardOf(machine)).toMatchObject({ checks: { state: "failing", failed: 1 }, review: "approved" });
  });

  it("has checks that change without a trace: they are read again within minutes, for a point", async () => {
    const { site, machine, github, issue, look } = await open();
    const pull = github.pulls.open(issue, { head: HEAD });
    // Others were changed since, so that a look does not bring this one.
    site.clock.pass(MINUTE);
    for (let index = 0; index < 20; index++) github.pulls.openWithoutIssue(site.repository, { head: OLDER });
    await machine.board.tickets.get("1");
    github.pulls.check(pull, passed("test"));
    setStatus(site.repository, HEAD, "octo", { state: "failure", context: "signalbox/ticket", description: "" });
    await look();
    expect(await cardOf(machine)).toMatchObject({ checks: null });
    site.clock.pass(5 * MINUTE);
    expect(await look()).toEqual(["BoardPulse", "BoardScan", "Pulls"]);
    // The merge lock's own status is none of them.
    expect(await cardOf(machine)).toMatchObject({ checks: { state: "passing", passed: 1, failed: 0, pending: 0 } });
  });

  it("of 30 is the newest open one, and the number of all is said", async () => {
    const { machine, github, issue, look } = await open();
    const pulls = Array.from({ length: 30 }, () => github.pulls.open(issue, { head: HEAD }));
    for (const pull of pulls.slice(0, 29)) github.pulls.close(pull);
    await look();
    const ticket = accepted(await viewTicket(machine.app, "1"));
    expect(ticket.pullRequests?.map(({ state }) => state)).toEqual(["open", "closed", "closed", "closed", "closed"]);
    expect(ticket).toMatchObject({ morePullRequests: 25 });
    expect(await cardOf(machine)).toMatchObject({ number: pulls[29]?.number, state: "open", total: 30 });
  });

  it("that the token may not see hides nothing else", async () => {
    const { machine, github, issue, look } = await open();
    github.addToken({ token: TOKEN, login: "octo", lacks: ["pull requests"] });
    github.pulls.open(issue, { head: HEAD });
    github.drag(issue, "In Progress", { by: "maria" });
    await look();
    expect(await stateOf(machine, "1")).toBe("In Progress");
    expect(await cardOf(machine)).toBeUndefined();
  });
});

describe("a merge, by the shipped workflow", () => {
  it("leads the ticket on in the name of the person who merged, within one look", async () => {
    const { machine, github, issue, look } = await open();
    github.pulls.merge(github.pulls.open(issue, { head: HEAD }), "maria");
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({
      kind: "move",
      by: { person: "maria", via: "github" },
      data: { from: "In Review", to: "Done" },
    });
    expect(github.see(issue)).toMatchObject({ closed: true, card: { "Workflow State": "Done" } });
    expect(await cardOf(machine)).toMatchObject({ state: "merged" });
  });

  it("leads every ticket on that the pull request closes, and each once", async () => {
    const { machine, github, issues, look } = await open(2);
    const [one, two] = issues as [Issue, Issue];
    const pull = github.pulls.open(one, { head: HEAD });
    two.pullRequests.push(pull);
    github.pulls.merge(pull, "maria");
    await look();
    expect([await stateOf(machine, "1"), await stateOf(machine, "2")]).toEqual(["Done", "Done"]);

    // Somebody brings it back: what was merged before does not take it away again. What is merged anew does.
    github.reopenIssue(one);
    github.drag(one, "In Review", { by: "maria" });
    await look();
    await look();
    expect(await stateOf(machine, "1")).toBe("In Review");
    const again = github.pulls.open(one, { head: OLDER });
    await look();
    github.pulls.merge(again, "robin");
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({ by: { person: "robin" }, data: { to: "Done" } });
  });

  it("of one of two pull requests waits for the other", async () => {
    const { machine, github, issue, look } = await open();
    const [one, two] = [github.pulls.open(issue, { head: HEAD }), github.pulls.open(issue, { head: OLDER })];
    github.pulls.merge(one, "maria");
    await look();
    expect(await stateOf(machine, "1")).toBe("In Review");
    github.pulls.merge(two, "maria");
    await look();
    expect(await stateOf(machine, "1")).toBe("Done");
  });

  it("that is reverted leaves the ticket where it went: the revert is a piece of work of its own", async () => {
    const { site, machine, github, issue, look } = await open();
    github.pulls.merge(github.pulls.open(issue, { head: HEAD }), "maria");
    await look();
    const { seq } = await lastRow(machine, "1");
    github.pulls.merge(github.pulls.openWithoutIssue(site.repository, { head: NEWER, title: "Revert" }), "maria");
    await look();
    expect(await lastRow(machine, "1")).toMatchObject({ seq });
  });

  it("that was retargeted to another branch leads nowhere, until work is merged into the base", async () => {
    const { machine, github, issue, look } = await open();
    const pull = github.pulls.open(issue, { head: HEAD });
    await look();
    github.pulls.retarget(pull, "next");
    github.pulls.merge(pull, "maria");
    await look();
    expect(await stateOf(machine, "1")).toBe("In Review");
    github.pulls.merge(github.pulls.open(issue, { head: OLDER }), "maria");
    await look();
    expect(await stateOf(machine, "1")).toBe("Done");
  });

  it("from a fork counts like any other; one in another repository does not", async () => {
    const { machine, github, issues, look } = await open(2);
    const [one, two] = issues as [Issue, Issue];
    const fork = github.addRepository("acme", "fork", []);
    github.pulls.merge(github.pulls.open(one, { head: HEAD, repository: fork }), "maria");
    // A pull request from a fork is in the repository that it is to be merged into.
    github.pulls.merge(github.pulls.open(two, { head: HEAD, branch: "robin:patch-1", author: "robin" }), "maria");
    await look();
    expect([await stateOf(machine, "1"), await stateOf(machine, "2")]).toEqual(["In Review", "Done"]);
  });

  it.for([
    ["our own login, which agents have too", "octo"],
    ["an app", "github-actions"],
  ])("by %s moves nothing, and a person is asked to look, once", async ([, by]) => {
    const { machine, github, issue, look } = await open();
    github.pulls.merge(github.pulls.open(issue, { head: HEAD }), by ?? "");
    await look();
    expect(await stateOf(machine, "1")).toBe("In Review");
    expect((await viewNeeds(machine.app)).map(({ kind }) => kind)).toContain("merged_ungated");
    const { seq } = await machine.board.ledger.head();
    await look();
    expect(await machine.board.ledger.head()).toMatchObject({ seq });
    accepted(await hand(machine, maria, "1", { toState: "Done" }));
    expect(await viewNeeds(machine.app)).toEqual([]);
  });
});

it("leads a ticket on by the shipped workflow with proof, if everything that it asks for is there", async () => {
  const place = await openProof({ guards: shipped("ticket-proof").states.get("In Review")?.edges[0]?.guards ?? [] });
  onTestFinished(() => place.site.close());
  place.machine.board.mirror?.follow((merged) => followMerge(place.world.app, merged));
  const ticket = await reviewed(place);
  await place.machine.board.refresh();
  // It does not close the issue, so that nothing but the pull request has changed.
  Object.assign(ticket.pull, {
    state: "MERGED",
    mergedBy: "maria",
    mergeCommit: NEWER,
    updatedAt: place.site.clock.now(),
  });
  await place.world.advance(MINUTE);
  await place.machine.board.refresh();
  expect(await lastRow(place.world, ticket.key)).toMatchObject({ by: { person: "maria" }, data: { to: "Done" } });
});
