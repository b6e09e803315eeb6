// The whole board in the mirror: what it costs, and what is noticed without anybody touching a ticket.

import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { TicketKeys } from "../../../src/github/tracker/keys.ts";
import { Looker } from "../../../src/github/read/look.ts";
import { PullMirror } from "../../../src/github/read/pull-mirror.ts";
import { Mirror } from "../../../src/github/read/mirror.ts";
import { Polling } from "../../../src/github/read/polling.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { accepted, hand, seqOf } from "../../support/worlds/steps.ts";
import { ann, MINUTE } from "../../support/worlds/world.ts";
import { DEFAULT_LAYOUT } from "../../../src/github/layout/layout.ts";
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
  it("costs three points for a hundred cards, and one to see that nothing has changed", async () => {
    const { site, machine } = await board(250);
    site.clock.pass(MINUTE);
    await machine.board.tickets.list({}, 1, null);
    expect(site.github.countRequests()).toMatchObject({
      points: 11,
      operations: ["ProjectFields", "BoardPulse", "BoardPage", "BoardPage", "BoardPage"],
    });
    // Once more, as something may have happened in the second of the last change.
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    expect(site.github.countRequests().operations.slice(0, 2)).toEqual(["BoardPulse", "BoardScan"]);
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    expect(site.github.countRequests()).toMatchObject({ points: 1, operations: ["BoardPulse"] });
    expect((await machine.store.tickets.countByState())[0]).toEqual({ state: "Backlog", count: 250 });
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });

  it("of an idle board that nobody looks at takes about 60 points an hour, and writes no rows", async () => {
    const { site, machine } = await board(120);
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    const before = await seqOf(machine);
    site.github.countRequests();
    for (let second = 90; second <= 3600; second += 90) {
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
    expect((await machine.store.tickets.get("5"))?.state).toBe("Backlog");
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

  it("reads 200 cards that were dragged in pages, and not one by one", async () => {
    const { site, machine } = await board(250);
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    for (let number = 1; number <= 200; number++) {
      site.github.drag(site.github.issue("acme", "shop", number), "Research Needed", { by: "maria" });
    }
    site.clock.pass(MINUTE);
    site.github.countRequests();
    await machine.board.refresh();
    // The other 50 are as new as anything that was known before the drags: they are looked at once more.
    expect(site.github.countRequests().operations).toEqual([
      "BoardPulse",
      "BoardScan",
      "Cards",
      "Cards",
      "Cards",
      "LastComments",
      "LastComments",
    ]);
    expect(await machine.store.tickets.countByState()).toContainEqual({ state: "Research Needed", count: 200 });
    const rows = await machine.store.ledger.after(250, 1_000);
    expect(rows.filter(({ kind, by }) => kind === "move" && by.person === "maria")).toHaveLength(200);
  });

  it("finds what changed on a board whose cards changed places, came and went", async () => {
    const { site, machine } = await board(350);
    const { github, repository, project } = site;
    const issue = (number: number) => github.issue("acme", "shop", number);
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    for (let round = 0; round < 6; round++) {
      site.clock.pass(MINUTE);
      github.reorder(issue(300 + round), 10 * round);
      github.reorder(issue(5 + round), 340);
      github.drag(issue(100 + 30 * round), "Research Needed");
      github.removeCard(issue(150 + round));
      for (let count = 0; count <= round; count++) github.addIssue(repository, "More", { project });
      await machine.board.refresh();
      expect((await machine.store.tickets.get(String(100 + 30 * round)))?.state).toBe("Research Needed");
      expect((await machine.store.tickets.get(String(150 + round)))?.onBoard).toBe(false);
    }
    const total = (await machine.store.tickets.countByState()).reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(350 - 6 + 21);
  });

  it("notices what happens to an issue though its card stays as it is", async () => {
    const { site, machine } = await board(3);
    const { github } = site;
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    site.clock.pass(MINUTE);
    github.rename(github.issue("acme", "shop", 1), "Called otherwise");
    github.block(github.issue("acme", "shop", 2), github.issue("acme", "shop", 3));
    github.countRequests();
    await machine.board.refresh();
    expect(github.countRequests().operations).toEqual(["BoardPulse", "Cards"]);
    expect((await machine.store.tickets.get("1"))?.title).toBe("Called otherwise");
    expect((await machine.store.tickets.get("2"))?.openBlockers).toBe(1);
    // Once more, as it may have been changed again in the same second, and then no more.
    site.clock.pass(MINUTE);
    await machine.board.refresh();
    site.clock.pass(MINUTE);
    github.countRequests();
    await machine.board.refresh();
    expect(github.countRequests().operations).toEqual(["BoardPulse"]);
  });

  it("asks for less where GitHub stops half way, and loses no card", async () => {
    const { site, machine } = await board(250);
    site.clock.pass(MINUTE);
    const limited = await Site.open({ limits: { nodesAQuery: 1_000 } });
    onTestFinished(() => limited.close());
    const { github, repository, project } = limited;
    for (let index = 0; index < 250; index++) {
      github.addIssue(repository, `Ticket ${index}`, { project, card: { "Workflow State": "Backlog" } });
    }
    const other = await limited.machine();
    await machine.board.refresh();
    await other.board.refresh();
    expect((await other.store.tickets.countByState())[0]).toEqual({ state: "Backlog", count: 250 });
    const cut = github.requests.filter(({ outcome }) => outcome === "resources");
    expect(cut.length).toBeGreaterThan(0);
    for (let round = 1; round <= 10; round++) {
      github.drag(github.issue("acme", "shop", round * 20), "Research Needed");
      limited.clock.pass(MINUTE);
      await other.board.refresh();
    }
    expect(await other.store.tickets.countByState()).toContainEqual({ state: "Research Needed", count: 10 });
    const total = (await other.store.tickets.countByState()).reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(250);
  });

  it("is asked for once by ten processes that want it at the same moment", async () => {
    const { site, machine } = await board(120);
    site.clock.waits = true;
    const others = await Promise.all(Array.from({ length: 9 }, () => site.beside(machine)));
    await Promise.all([machine, ...others].map(({ board: one }) => one.tickets.list({}, 1, null)));
    const { operations } = site.github.countRequests();
    expect(operations.filter((name) => name === "BoardPage")).toHaveLength(2);
    expect(await seqOf(machine)).toBe(120);
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
  const mirror = new Mirror(store, {
    machine: () => Promise.resolve(shipped("ticket")),
    viewer: () => null,
    refs: false,
    layout: DEFAULT_LAYOUT,
    identify: () => Promise.resolve(new Set()),
    lookAtPulls: () => Promise.resolve(null),
    pulls: new PullMirror(machine.store.pulls, site.client()),
  });
  const looker = new Looker(site.client(), new TicketKeys("acme/shop"), { owner: "acme", number: 7 }, DEFAULT_LAYOUT);
  const [since, old] = [await mirror.moment(), await looker.issue("1", { withClaim: false })];
  accepted(await hand(machine, ann, "1", { command: "triage", toState: "Research Needed" }));
  if (!old) throw new Error("there is no issue");
  expect([...(await mirror.take([old.seen], since))]).toEqual(["1"]);
  expect((await store.tickets.get("1"))?.state).toBe("Research Needed");
});

describe("polling", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  function polling(isTold = () => false) {
    vi.useFakeTimers();
    const troubles: unknown[] = [];
    const rounds: number[] = [];
    const made = new Polling({
      round: (age) => {
        rounds.push(age);
        return rounds.length % 2 === 0 ? Promise.reject(new Error("away")) : Promise.resolve();
      },
      onTrouble: (error) => troubles.push(error),
      now: Date.now,
      isTold,
    });
    return { made, rounds, troubles };
  }

  it("looks rarely while GitHub says by itself what has changed, and often again when it stops", async () => {
    let told = true;
    const { made, rounds } = polling(() => told);
    made.follow();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(rounds).toHaveLength(12);
    made.attend();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(rounds).toHaveLength(12 + 10);
    told = false;
    await vi.advanceTimersByTimeAsync(MINUTE);
    rounds.length = 0;
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(rounds).toHaveLength(10);
    await made.stop();
  });

  it("looks 40 times an hour while somebody follows, whatever goes wrong, and not at all while nobody does", async () => {
    const { made, rounds, troubles } = polling();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(rounds).toHaveLength(0);
    const [stop, stopOther] = [made.follow(), made.follow()];
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(rounds).toHaveLength(40);
    expect(troubles).toHaveLength(20);
    stop();
    stop();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(rounds).toHaveLength(42);
    stopOther();
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(rounds).toHaveLength(42);
    await made.stop();
  });

  it("looks at once when somebody comes to look, and every 12 s until they go", async () => {
    const { made, rounds } = polling();
    const stop = made.follow();
    const leave = made.attend();
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toEqual([6_000]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(rounds).toHaveLength(6);
    leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rounds).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(rounds).toHaveLength(7);
    stop();
    await made.stop();
  });

  it("looks for a minute after somebody has loaded a page", async () => {
    const { made, rounds } = polling();
    made.glance();
    made.glance();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(rounds).toHaveLength(6);
    made.glance();
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toHaveLength(7);
    await made.stop();
    made.glance();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(rounds).toHaveLength(7);
  });
});
