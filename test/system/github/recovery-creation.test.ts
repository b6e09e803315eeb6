// A ticket whose making was left lying has no number by which anybody could come by: whoever works on the store next, at
// whatever, finishes it. No server has to run for that.

import { describe, expect, it, onTestFinished } from "vitest";
import { listCards } from "../../../src/app/pages/cards.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { accepted, hand, rowsOf, stateOf, ticketOf } from "../../support/worlds/steps.ts";
import { ann, bob, MINUTE } from "../../support/worlds/world.ts";
import { openWatched } from "./watched.ts";
import { Site, type Machine } from "../../support/github/world.ts";

const ASKED = { title: "New", priority: "P1", requestId: "once" };
const NEW = "3";
const LOCK = { command: "research", intent: "lock" };

async function board(): Promise<{ site: Site; machine: Machine }> {
  const site = await Site.open();
  onTestFinished(() => site.close());
  for (const title of ["First", "Second"]) {
    site.github.addIssue(site.repository, title, {
      project: site.project,
      card: { "Workflow State": "Research Needed", Estimate: "XS" },
    });
  }
  const machine = await site.machine();
  await machine.board.tickets.list({}, 1, null);
  return { site, machine };
}

/** `made`: whether GitHub has carried it out; its fields are not filled in either way. */
async function leaveLying({ faults }: Site["github"], machine: Machine, made: boolean): Promise<void> {
  faults.plan({ kind: "drop", when: made ? "after" : "before" }, { on: "Write" });
  faults.plan({ kind: "bad-gateway", when: "before" }, { on: "RecentIssues", times: 50 });
  await expect(createTicket(machine.app, ann, ASKED)).rejects.toMatchObject({ code: "unclear" });
  faults.clear();
  expect(await machine.store.pending.exists("new:")).toBe(true);
}

describe("a ticket whose making was left lying", () => {
  it.each<readonly [string, (machine: Machine) => Promise<unknown>]>([
    ["asks for it", (machine) => ticketOf(machine, NEW)],
    ["asks for another one", (machine) => ticketOf(machine, "1")],
    ["hands another one off", async (machine) => accepted(await hand(machine, bob, "1", LOCK))],
    ["makes another one", async (machine) => accepted(await createTicket(machine.app, bob, { title: "Other" }))],
    ["lists them", (machine) => machine.board.tickets.list({}, 10, null)],
    [
      "looks for work",
      (machine) => machine.board.tickets.pickable({ state: "Research Needed", estimates: ["XS"], givenUp: [] }, 10),
    ],
    ["looks at the board", (machine) => listCards(machine.app, {})],
    ["looks at a group", (machine) => machine.board.tickets.group("1", "whole")],
  ])("is finished by whoever %s", async (_, act) => {
    const { site, machine } = await board();
    await leaveLying(site.github, machine, true);
    site.clock.pass(2 * MINUTE);
    const other = await site.beside(machine);
    await act(other);
    expect(await other.store.pending.exists("new:")).toBe(false);
    expect(await other.store.tickets.get(NEW)).toMatchObject({ title: "New", state: "Backlog", priority: "P1" });
    const card = { "Workflow State": "Backlog", Priority: "P1" };
    expect(site.github.see(site.github.issue("acme", "shop", 3)).card).toMatchObject(card);
    expect((await rowsOf(other, NEW)).map(({ kind, by }) => [kind, by.connection])).toEqual([["create", "ann"]]);
    expect(await verifyStore(other.store.driver)).toMatchObject({ ok: true });
  });

  it("is given to whoever asks again with the same request, and made once", async () => {
    const { site, machine } = await board();
    await leaveLying(site.github, machine, true);
    site.clock.pass(2 * MINUTE);
    const again = accepted(await createTicket(machine.app, ann, ASKED));
    expect(again).toMatchObject({ number: 3, state: "Backlog" });
    expect((await machine.board.tickets.list({}, 10, null)).items.map(({ key }) => key)).toEqual(["1", "2", NEW]);
    expect([...site.github.world().issues.values()].map(({ title }) => title)).toEqual(["First", "Second", "New"]);
  });

  it("is said to be under way to whoever asks again while that may be", async () => {
    const { site, machine } = await board();
    await leaveLying(site.github, machine, true);
    const again = createTicket(machine.app, ann, ASKED);
    await expect(again).rejects.toMatchObject({
      code: "github_failed",
      recovery: expect.stringContaining("in a minute"),
    });
  });

  it("and never came about is called off, and made where the request is repeated", async () => {
    const { site, machine } = await board();
    await leaveLying(site.github, machine, false);
    site.clock.pass(2 * MINUTE);
    expect(accepted(await createTicket(machine.app, ann, ASKED))).toMatchObject({ number: 3 });
    expect([...site.github.world().issues.values()].map(({ title }) => title)).toEqual(["First", "Second", "New"]);
  });

  it("is found behind a hundred that were made since", async () => {
    const { site, machine } = await board();
    await leaveLying(site.github, machine, true);
    site.clock.pass(2 * MINUTE);
    for (let index = 0; index < 100; index++) site.github.addIssue(site.repository, `Later ${index}`);
    expect(accepted(await createTicket(machine.app, ann, ASKED))).toMatchObject({ number: 3 });
  });

  it("stays where a person has moved it since", async () => {
    const { site, machine } = await board();
    await leaveLying(site.github, machine, true);
    site.clock.pass(MINUTE);
    site.github.drag(site.github.issue("acme", "shop", 3), "Ready for Plan", { by: "maria" });
    site.clock.pass(MINUTE);
    expect(await stateOf(machine, NEW)).toBe("Ready for Plan");
    expect((await rowsOf(machine, NEW)).map(({ kind, by }) => [kind, by.connection ?? by.person])).toEqual([
      ["move", "maria"],
      ["create", "ann"],
    ]);
    const card = { "Workflow State": "Ready for Plan", Priority: "P1" };
    expect(site.github.see(site.github.issue("acme", "shop", 3)).card).toMatchObject(card);
  });

  it("keeps nobody from an issue that somebody else has made meanwhile", async () => {
    const { site, machine } = await board();
    await leaveLying(site.github, machine, true);
    site.github.addIssue(site.repository, "Theirs", { project: site.project, card: { "Workflow State": "Backlog" } });
    expect(await machine.board.tickets.get("4")).toMatchObject({ title: "Theirs" });
    expect(await machine.board.tickets.get(NEW)).toBeNull();
  });

  it("keeps nobody from the others while GitHub is away, and the trouble is told", async () => {
    const { site, machine } = await board();
    await leaveLying(site.github, machine, true);
    site.clock.pass(2 * MINUTE);
    const { board: watched, troubles } = await openWatched(site, machine);
    site.github.faults.plan({ kind: "bad-gateway", when: "before" }, { on: "RecentIssues", times: 50 });
    expect((await watched.tickets.list({}, 10, null)).items).toHaveLength(2);
    expect(troubles).toMatchObject([{ code: "github_failed" }]);
    // And it is not tried again by everybody who lists something, but when its new lease is over.
    site.github.countRequests();
    expect((await watched.tickets.list({}, 10, null)).items).toHaveLength(2);
    expect(site.github.countRequests().requests).toBe(0);
    site.github.faults.clear();
    site.clock.pass(2 * MINUTE);
    expect((await watched.tickets.list({}, 10, null)).items).toHaveLength(3);
  });
});
