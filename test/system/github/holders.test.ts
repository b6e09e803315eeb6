// People see on GitHub who works: by a label, or by an assignee.

import { describe, expect, it, onTestFinished } from "vitest";
import { releaseClaim } from "../../../src/app/claims/release.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import type { GitHubBoardOptions } from "../../../src/github/tracker/board.ts";
import { accepted, hand, locked, ticketOf } from "../../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE } from "../../support/worlds/world.ts";
import { Site } from "../../support/github/world.ts";

const LABEL = { as: "label", logins: {} } as const;
const ASSIGNEE = { as: "assignee", logins: { ann: "octo", bob: "hub" } } as const;
const LOCK = { command: "research", intent: "lock" } as const;

async function start(showHolder: GitHubBoardOptions["showHolder"], onTrouble?: (error: unknown) => void) {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  github.addAccount("User", "hub");
  const [issue, second] = ["First", "Second"].map((title) =>
    github.addIssue(repository, title, { project, card: { "Workflow State": "Research Needed" } }),
  );
  if (!issue || !second) throw new Error("there are no issues");
  const options = { showHolder, ...(onTrouble ? { onTrouble } : {}) };
  const machine = await site.machine(options);
  const labels = (): readonly string[] => github.see(issue).labels;
  const assignees = (): readonly string[] => github.see(issue).assignees;
  return { site, github, issue, second, machine, options, labels, assignees };
}

describe("the holder as a label", () => {
  it("is off unless it is asked for", async () => {
    const { machine, labels, assignees } = await start(undefined);
    await locked(machine, ann, "1", "research");
    expect([labels(), assignees()]).toEqual([[], []]);
  });

  it("comes and goes with the moves, in the same requests, once the label is known", async () => {
    const { github, machine, labels } = await start(LABEL);
    const { token } = await locked(machine, ann, "1", "research");
    expect(labels()).toEqual(["held by: ann"]);
    github.countRequests();
    accepted(await hand(machine, ann, "1", { command: "research", intent: "complete", claim: token }));
    expect(labels()).toEqual([]);
    await locked(machine, ann, "2", "research");
    expect(github.countRequests().operations).toEqual(["Handoff", "Write", "Handoff", "Write"]);
  });

  it("is none of the ticket's own labels: they are read and changed beside it", async () => {
    const { machine, labels } = await start(LABEL);
    await locked(machine, ann, "1", "research");
    accepted(await updateTicket(machine.app, maria, { key: "1", labels: ["bug"] }));
    expect(labels().toSorted()).toEqual(["bug", "held by: ann"]);
    expect((await ticketOf(machine, "1")).labels).toEqual(["bug"]);
    await machine.board.refresh();
    expect((await ticketOf(machine, "1")).labels).toEqual(["bug"]);
  });

  it("goes with a claim that is given back, that a person ends, or that runs out", async () => {
    const { site, github, issue, machine, labels } = await start(LABEL);
    const { token } = await locked(machine, ann, "1", "research");
    accepted(await releaseClaim(machine.app, ann, { key: "1", claim: token, reason: "because" }));
    await machine.board.refresh();
    expect(labels()).toEqual([]);

    // The card stays where it is: it is shown beside.
    accepted(await hand(machine, bob, "1", LOCK));
    await machine.board.refresh();
    expect(labels()).toEqual(["held by: bob"]);
    site.clock.pass(MINUTE);
    github.drag(issue, "Research Needed");
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    expect(labels()).toEqual([]);

    accepted(await hand(machine, ann, "1", LOCK));
    site.clock.pass(60 * MINUTE);
    expect(labels()).toEqual(["held by: ann"]);
    await machine.board.refresh();
    expect(labels()).toEqual([]);
  });

  it("is the new holder's alone where a claim that ran out is taken over, also by another machine", async () => {
    const { site, machine, options, labels } = await start(LABEL);
    await locked(machine, ann, "1", "research");
    const other = await site.machine(options);
    await other.board.refresh();
    site.clock.pass(60 * MINUTE);
    accepted(await hand(other, bob, "1", LOCK));
    await other.board.refresh();
    expect(labels()).toEqual(["held by: bob"]);
    // Who was deposed takes nothing of theirs away.
    await machine.board.refresh();
    expect(labels()).toEqual(["held by: bob"]);
  });

  it("that was noted and never written is put right: nothing of a move that did not happen stays", async () => {
    const { site, github, machine, options, labels, issue } = await start(LABEL);
    await locked(machine, bob, "2", "research");
    github.faults.plan({ kind: "drop", when: "before" }, { on: "Write", skip: 1 });
    await expect(hand(machine, ann, "1", LOCK)).rejects.toThrow();
    expect(labels()).toEqual([]);
    // Somebody puts it there, as the lost write would have.
    const label = site.repository.labels.find(({ name }) => name === "held by: ann");
    if (label) issue.labels.push(label.id);
    const again = await site.beside(machine, options);
    await again.board.refresh();
    expect(labels()).toEqual([]);
  });

  it("that somebody took away is there again after the next look, also where the label itself was deleted", async () => {
    const { site, issue, machine, labels } = await start(LABEL);
    await locked(machine, ann, "1", "research");
    issue.labels.splice(0);
    await machine.board.tickets.get("1");
    await machine.board.refresh();
    expect(labels()).toEqual(["held by: ann"]);
    issue.labels.splice(0);
    site.repository.labels.splice(0);
    await machine.board.tickets.get("1");
    await machine.board.refresh();
    expect(labels()).toEqual(["held by: ann"]);
  });

  it("fails no handoff where it can't be written", async () => {
    const told: unknown[] = [];
    const { github, machine, labels } = await start(LABEL, (error) => told.push(error));
    github.faults.plan({ kind: "forbidden" }, { on: "Labels" });
    await locked(machine, ann, "1", "research");
    await machine.board.refresh();
    expect(told).not.toEqual([]);
    expect(labels()).toEqual(["held by: ann"]);
  });
});

describe("the holder as an assignee", () => {
  it("is the login that the settings name, and goes with the claim; others stay", async () => {
    const { github, issue, machine, assignees } = await start(ASSIGNEE);
    issue.assignees.push("hub");
    const { token } = await locked(machine, ann, "1", "research");
    expect(assignees()).toEqual(["hub", "octo"]);
    github.countRequests();
    accepted(await hand(machine, ann, "1", { command: "research", intent: "complete", claim: token }));
    expect(github.countRequests().operations).toEqual(["Handoff", "Write"]);
    expect(assignees()).toEqual(["hub"]);
  });

  it("who was assigned before stays assigned", async () => {
    const { site, issue, machine, assignees } = await start(ASSIGNEE);
    issue.assignees.push("octo");
    const { token } = await locked(machine, ann, "1", "research");
    accepted(await releaseClaim(machine.app, ann, { key: "1", claim: token, reason: "because" }));
    await machine.board.refresh();
    expect(assignees()).toEqual(["octo"]);
    accepted(await hand(machine, bob, "1", LOCK));
    await machine.board.refresh();
    expect(assignees()).toEqual(["octo", "hub"]);
    site.clock.pass(60 * MINUTE);
    await machine.board.refresh();
    expect(assignees()).toEqual(["octo"]);
  });

  it("is nobody where no login is known", async () => {
    const { machine, assignees } = await start({ as: "assignee", logins: {} });
    await locked(machine, ann, "1", "research");
    expect(assignees()).toEqual([]);
  });
});
