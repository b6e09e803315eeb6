// Groups as GitHub has them: through parents and dependencies, over repositories, from every member the same.

import { describe, expect, it, onTestFinished } from "vitest";
import { checkConvergence, detectPosition } from "../../../src/app/groups/position.ts";
import type { Key } from "../../../src/engine/facts.ts";
import type { Position } from "../../../src/engine/groups/position.ts";
import { accepted, hand, refused } from "../../support/worlds/steps.ts";
import { ann } from "../../support/worlds/world.ts";
import type { Issue } from "../../support/github/fake/world.ts";
import { Site, type Machine } from "../../support/github/world.ts";

async function board(): Promise<{ site: Site; machine: Machine; add: (title: string, state?: string) => Issue }> {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const add = (title: string, state = "Ready for Plan"): Issue =>
    github.addIssue(repository, title, { project, card: { "Workflow State": state } });
  return { site, machine: await site.machine(), add };
}

async function positionOf(machine: Machine, key: Key): Promise<Position> {
  return accepted(await detectPosition(machine.app, key));
}

const numbers = (position: Position): number[] => position.issues.map(({ number }) => number);

describe("a group", () => {
  it.each([false, true])("is a chain of 11 from every member, in order (known before: %s)", async (known) => {
    const { site, machine, add } = await board();
    const chain = Array.from({ length: 11 }, (_, index) => add(`Link ${index}`));
    // The last comes first.
    for (const [index, issue] of chain.entries()) {
      const blocker = chain[index + 1];
      if (blocker) site.github.block(issue, blocker);
    }
    if (known) await machine.board.tickets.list({}, 1, null);
    const order = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    for (const { number } of chain) {
      expect(numbers(await positionOf(machine, String(number)))).toEqual(order);
      site.github.countRequests();
      expect(await positionOf(machine, String(number))).toMatchObject({ groupPrimary: 11 });
      expect(site.github.countRequests().requests).toBeLessThanOrEqual(2);
    }
  });

  it("tells a cycle as data", async () => {
    const { site, machine, add } = await board();
    const [a, b, c] = [add("A"), add("B"), add("C")];
    site.github.block(a, b);
    site.github.block(b, c);
    site.github.block(c, a);
    for (const key of ["1", "2", "3"]) {
      const position = await positionOf(machine, key);
      expect(numbers(position).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
      expect(position.cycles).toHaveLength(1);
    }
  });

  it("reaches over repositories, where the same number is another ticket", async () => {
    const { site, machine, add } = await board();
    const { github, project } = site;
    const here = add("Here");
    const other = github.addRepository("acme", "api");
    const twin = github.addIssue(other, "Twin", { project, card: { "Workflow State": "Backlog" } });
    expect(twin.number).toBe(here.number);
    github.block(here, twin);
    for (const key of ["1", "acme/api#1"]) {
      const { issues } = await positionOf(machine, key);
      expect(issues.map(({ number, repo, title }) => [number, repo, title])).toEqual([
        [1, "acme/api", "Twin"],
        [1, undefined, "Here"],
      ]);
    }
    refused(await hand(machine, ann, "1", { command: "plan", intent: "lock" }), "not_converged");
    accepted(await hand(machine, ann, "acme/api#1", { command: "triage", toState: "Ready for Plan" }));
    expect(github.see(twin).card).toMatchObject({ "Workflow State": "Ready for Plan" });
    accepted(await hand(machine, ann, "1", { command: "plan", intent: "lock" }));
  });

  it("holds all 61 children of a parent", async () => {
    const { site, machine, add } = await board();
    const parent = add("Parent", "Backlog");
    for (let index = 0; index < 61; index++) site.github.putUnder(add(`Child ${index}`), parent);
    const all = Array.from({ length: 61 }, (_, index) => index + 2);
    for (const key of ["1", "2", "62"]) expect(numbers(await positionOf(machine, key))).toEqual(all);
    const converged = accepted(await checkConvergence(machine.app, "30", "Ready for Plan"));
    expect(converged).toMatchObject({ converged: true, total: 61 });
  });

  it("takes a blocker that was closed for satisfied, and one outside the board for what it is", async () => {
    const { site, machine, add } = await board();
    const { github, repository } = site;
    const ticket = add("Ticket");
    const outside = github.addIssue(repository, "Not on the board");
    github.block(ticket, outside);
    refused(await hand(machine, ann, "1", { command: "plan", intent: "lock" }), "not_converged");
    github.closeIssue(outside);
    accepted(await hand(machine, ann, "1", { command: "plan", intent: "lock" }));
  });

  it("has a member that joined on GitHub since, and lacks one that left", async () => {
    const { site, machine, add } = await board();
    const parent = add("Parent", "Backlog");
    for (const title of ["One", "Two"]) site.github.putUnder(add(title), parent);
    expect(numbers(await positionOf(machine, "2"))).toEqual([2, 3]);
    site.github.putUnder(add("Three", "Backlog"), parent);
    refused(await hand(machine, ann, "2", { command: "plan", intent: "lock" }), "not_converged");
    expect(numbers(await positionOf(machine, "3"))).toEqual([2, 3, 4]);
    const other = add("Other parent", "Backlog");
    site.github.putUnder(site.github.issue("acme", "shop", 4), other);
    expect(numbers(await positionOf(machine, "2"))).toEqual([2, 3]);
    accepted(await hand(machine, ann, "2", { command: "plan", intent: "lock" }));
  });

  it("of one that blocks 61 others has all of them", async () => {
    const { site, machine, add } = await board();
    const blocker = add("Blocker");
    for (let index = 0; index < 61; index++) site.github.block(add(`Ticket ${index}`), blocker);
    for (const key of ["1", "62"]) expect((await positionOf(machine, key)).issues).toHaveLength(62);
  });

  it("of more blockers than a page has all of them", async () => {
    const { site, machine, add } = await board();
    const ticket = add("Ticket");
    for (let index = 0; index < 50; index++) site.github.block(ticket, add(`Blocker ${index}`));
    await machine.board.tickets.list({}, 1, null);
    expect(await machine.board.tickets.get("1")).toMatchObject({ openBlockers: 50 });
    expect((await positionOf(machine, "20")).issues).toHaveLength(51);
  });
});
