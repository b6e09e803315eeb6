// The whole board in the mirror: what it costs, and what is noticed without anybody touching a ticket.

import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { TicketKeys } from "../../../src/github/tracker/keys.ts";
import { Looker } from "../../../src/github/read/look.ts";
import { Mirror } from "../../../src/github/read/mirror.ts";
import { Polling } from "../../../src/github/read/polling.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { accepted, hand, seqOf } from "../../support/worlds/steps.ts";
import { ann, MINUTE } from "../../support/worlds/world.ts";
import { Site, type Machine } from "../../support/github/world.ts";

async function board(cards: number): Promise<{ site: Site; machine: Machine }> {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  for (let index = 0; index < cards; index++) {
    github.addIssue(repository, `Ticket ${index}`, { project, card: { "Workflow State": "Backlog", Priority: "P2" } });
  }
  return { site, machine: await site.machine() };
}

async function keysOf(machine: Machine): Promise<string[]> {
  return (await machine.store.tickets.list({}, 100, null)).items.map(({ key }) => key);
}

describe("a look at the whole board", () => {
  it("costs a point for a hundred cards, and one to see that nothing has changed", async () => {
    const { site, machine } = await board(250);
    await machine.board.tickets.list({}, 1, null);
    expect(site.github.countRequests()).toMatchObject({
      points: 5,
      operations: ["ProjectFields", "BoardPulse", "BoardPage", "BoardPage", "BoardPage"],
    });
    await machine.board.refresh();
    expect(site.github.countRequests()).toMatchObject({ points: 1, operations: ["BoardPulse"] });
    expect((await machine.store.tickets.countByState())[0]).toEqual({ state: "Backlog", count: 250 });
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });

  it("of an idle board stays below 60 points an hour, and writes no rows", async () => {
    const { site, machine } = await board(120);
    await machine.board.refresh();
    const before = await seqOf(machine);
    site.github.countRequests();
    for (let second = 0; second < 3600; second += 90) {
      site.clock.pass(90_000);
      await machine.board.refresh();
    }
    expect(site.github.countRequests().points).toBeLessThan(60);
    expect(await seqOf(machine)).toBe(before);
  });

  it("notices a drag, a new card, one that was archived and one that was removed", async () => {
    const { site, machine } = await board(4);
    await machine.board.refresh();
    site.clock.pass(MINUTE);
    const { github, repository, project } = site;
    github.drag(github.issue("acme", "shop", 1), "Research Needed");
    github.archive(github.issue("acme", "shop", 2));
    github.removeCard(github.issue("acme", "shop", 3));
    github.addIssue(repository, "New", { project });
    await machine.board.refresh();
    expect(await keysOf(machine)).toEqual(["1", "4", "5"]);
    expect((await machine.store.tickets.get("1"))?.state).toBe("Research Needed");
    expect((await machine.store.tickets.get("5"))?.state).toBeNull();
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });

  it("notices a second drag in the second of the first", async () => {
    const { site, machine } = await board(1);
    site.clock.pass(MINUTE);
    const issue = site.github.issue("acme", "shop", 1);
    site.github.drag(issue, "Research Needed");
    await machine.board.refresh();
    site.github.drag(issue, "Ready for Plan");
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    expect((await machine.store.tickets.get("1"))?.state).toBe("Ready for Plan");
    // At rest it costs a point again.
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    site.github.countRequests();
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    expect(site.github.countRequests()).toMatchObject({ points: 1, operations: ["BoardPulse"] });
  });

  it("by two processes at once takes every card over once", async () => {
    const { site, machine } = await board(120);
    const other = await site.beside(machine);
    await Promise.all([machine.board.refresh(), other.board.refresh()]);
    expect(await seqOf(machine)).toBe(120);
  });
});

it("takes an answer that is older than a move of ours for nobody's move", async () => {
  const { site, machine } = await board(1);
  await machine.board.refresh();
  const { store } = machine;
  const mirror = new Mirror(store, () => Promise.resolve(shipped("ticket")), false);
  const looker = new Looker(site.client(), new TicketKeys("acme/shop"), { owner: "acme", number: 7 });
  const [since, old] = [await mirror.moment(), await looker.issue("1", false)];
  accepted(await hand(machine, ann, "1", { command: "triage", toState: "Research Needed" }));
  if (!old) throw new Error("there is no issue");
  expect([...(await mirror.take([old.seen], since))]).toEqual(["1"]);
  expect((await store.tickets.get("1"))?.state).toBe("Research Needed");
});

describe("polling", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("goes on while somebody listens, 40 times an hour, whatever goes wrong", async () => {
    vi.useFakeTimers();
    const troubles: unknown[] = [];
    let rounds = 0;
    const polling = new Polling(
      () => (++rounds % 2 === 0 ? Promise.reject(new Error("away")) : Promise.resolve()),
      (error) => troubles.push(error),
    );
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(rounds).toBe(0);
    const [stop, stopOther] = [polling.start(), polling.start()];
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(rounds).toBe(40);
    expect(troubles).toHaveLength(20);
    stop();
    stop();
    await vi.advanceTimersByTimeAsync(3 * MINUTE);
    expect(rounds).toBe(42);
    stopOther();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(rounds).toBe(42);
    await polling.stop();
  });
});
