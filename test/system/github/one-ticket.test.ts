// One issue stays one ticket, and two issues stay two, whatever people do with names, cards and repositories at once.

import { describe, expect, it, onTestFinished } from "vitest";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { accepted, hand, locked, refused, rowsOf, seqOf, stateOf } from "../../support/worlds/steps.ts";
import { ann, bob, MINUTE } from "../../support/worlds/world.ts";
import type { Issue, Repository } from "../../support/github/fake/world.ts";
import { Site, type Machine } from "../../support/github/world.ts";

const LOCK = { command: "research", intent: "lock" };
const COMPLETE = { command: "research", intent: "complete" };
const CARD = { "Workflow State": "Research Needed", Estimate: "XS" };
/** By then all cards were compared, whatever GitHub says of its changes. */
const A_WHILE = 6 * MINUTE;

interface Place {
  readonly site: Site;
  readonly api: Repository;
  readonly first: Issue;
  readonly second: Issue;
  readonly one: Machine;
}

/** Two tickets, "1" and "acme/api#2", which the machine has seen. */
async function place(refLocks = false): Promise<Place> {
  const site = await Site.open({ remember: 5 });
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const api = github.addRepository("acme", "api");
  const first = github.addIssue(repository, "First", { project, card: CARD });
  github.addIssue(api, "Only in api");
  const second = github.addIssue(api, "Second", { project, card: CARD });
  const one = await site.machine({ refLocks });
  expect(await keysOn(one)).toEqual(["1", "acme/api#2"]);
  return { site, api, first, second, one };
}

async function keysOn({ board }: Machine): Promise<readonly string[]> {
  await board.refresh();
  return (await board.tickets.list({}, 100, null)).items.map(({ key }) => key);
}

/** Nobody else can lock it, and its holder goes on. */
async function isHeldByAnn(one: Machine, key: string, token: string): Promise<void> {
  refused(await hand(one, bob, key, LOCK), "claim_conflict");
  accepted(await hand(one, ann, key, { ...COMPLETE, claim: token }));
  expect(await verifyStore(one.store.driver)).toMatchObject({ ok: true });
}

describe.each([
  { kept: {}, ids: "with new ids" },
  { kept: { card: true }, ids: "on its card" },
  { kept: { id: true, card: true }, ids: "with its ids" },
])("an issue that is transferred $ids", ({ kept }) => {
  it.each([
    { between: true, number: 2 },
    { between: false, number: 2 },
    { between: true, number: 1 },
    { between: false, number: 1 },
  ])("and back, as #$number, is the ticket that it was (looked at in between: $between)", async (how) => {
    const { site, api, first, one } = await place();
    const { token } = await locked(one, ann, "1", "research");
    site.github.transferIssue(first, api, kept);
    site.clock.pass(A_WHILE);
    if (how.between) expect(await keysOn(one)).toEqual(["acme/api#2", "acme/api#3"]);
    site.repository.nextNumber = how.number;
    site.github.transferIssue(first, site.repository, kept);
    site.clock.pass(A_WHILE);
    expect(await keysOn(one)).toEqual([String(how.number), "acme/api#2"]);
    await isHeldByAnn(one, String(how.number), token);
  });

  it.each([{ refLocks: false }, { refLocks: true }])(
    "and gets another title is the ticket that it was (claims as refs: $refLocks)",
    async ({ refLocks }) => {
      const { site, api, first, one } = await place(refLocks);
      const { token } = await locked(one, ann, "1", "research");
      site.github.transferIssue(first, api, kept);
      site.github.rename(first, "Another title");
      site.clock.pass(A_WHILE);
      expect(await keysOn(one)).toEqual(["acme/api#2", "acme/api#3"]);
      await isHeldByAnn(one, "acme/api#3", token);
    },
  );

  it("and gets another title is known by our comment where it is asked for by its new name", async () => {
    const { site, api, first, one } = await place();
    const { token } = await locked(one, ann, "1", "research");
    site.github.transferIssue(first, api, kept);
    site.github.rename(first, "Another title");
    await isHeldByAnn(one, "acme/api#3", token);
    site.clock.pass(A_WHILE);
    expect(await keysOn(one)).toEqual(["acme/api#2", "acme/api#3"]);
  });
});

it("tells many issues of one title apart that are transferred together", async () => {
  const { site, api, one } = await place();
  const { github, repository, project } = site;
  const all = Array.from({ length: 8 }, () => github.addIssue(repository, "Same", { project, card: CARD }));
  site.clock.pass(A_WHILE);
  await keysOn(one);
  const { token } = await locked(one, ann, "9", "research");
  for (const issue of all) github.transferIssue(issue, api);
  site.clock.pass(A_WHILE);
  github.countRequests();
  expect(await keysOn(one)).toHaveLength(10);
  // Where each of the eight former names leads is asked for once: it leads on, and there the issue is.
  expect(github.countRequests().operations.filter((name) => name === "GET issues")).toHaveLength(16);
  await isHeldByAnn(one, "acme/api#10", token);
});

it("asks for no former name where a new issue has the title of others", async () => {
  const { site, one } = await place();
  for (let count = 0; count < 5; count++) {
    site.github.addIssue(site.repository, "First", { project: site.project, card: CARD });
  }
  site.clock.pass(A_WHILE);
  site.github.countRequests();
  expect(await keysOn(one)).toHaveLength(7);
  expect(site.github.countRequests().operations).not.toContain("GET issues");
});

describe("a repository that is deleted, and made anew under its name with the same issues", () => {
  it.each([{ asked: false }, { asked: true }])("has other tickets (asked for by name: $asked)", async ({ asked }) => {
    const { site, api, second, one } = await place();
    await locked(one, ann, "acme/api#2", "research");
    deleteRepository(site, api, [second]);
    const anew = site.github.addRepository("acme", "api");
    site.github.addIssue(anew, "Only in api");
    site.github.addIssue(anew, "Second", { project: site.project, card: CARD });
    if (!asked) site.clock.pass(A_WHILE);
    if (!asked) expect(await keysOn(one)).toEqual(["1", "acme/api#2"]);
    accepted(await hand(one, bob, "acme/api#2", LOCK));
    site.clock.pass(A_WHILE);
    expect(await keysOn(one)).toEqual(["1", "acme/api#2"]);
    expect((await rowsOf(one, "acme/api#2")).slice(0, 2).map(({ kind }) => kind)).toEqual(["move", "create"]);
    expect(await verifyStore(one.store.driver)).toMatchObject({ ok: true });
  });

  it("is not taken for the default one that it is called like", async () => {
    const { site, first, one } = await place();
    await locked(one, ann, "1", "research");
    deleteRepository(site, site.repository, [first]);
    const anew = site.github.addRepository("acme", "shop");
    site.github.addIssue(anew, "First", { project: site.project, card: CARD });
    refused(await hand(one, bob, "1", LOCK), "not_on_board");
    site.clock.pass(A_WHILE);
    expect(await keysOn(one)).toEqual(["acme/shop#1", "acme/api#2"]);
    expect((await rowsOf(one, "acme/shop#1")).map(({ kind }) => kind)).toEqual(["create"]);
    accepted(await hand(one, bob, "acme/shop#1", LOCK));
  });
});

function deleteRepository({ github }: Site, repository: Repository, issues: readonly Issue[]): void {
  for (const issue of issues) github.deleteIssue(issue);
  github.world().repositories.delete(repository.id);
}

it("an issue that is on the project twice is one ticket, and nobody moves it to and fro", async () => {
  const { site, first, one } = await place();
  site.github.addSecondCard(first, "Backlog");
  await keysOn(one);
  const [state, seq] = [await stateOf(one, "1"), await seqOf(one)];
  for (let look = 0; look < 4; look++) {
    site.clock.pass(A_WHILE);
    expect(await keysOn(one)).toEqual(["1", "acme/api#2"]);
    expect(await stateOf(one, "1")).toBe(state);
  }
  expect(await seqOf(one)).toBe(seq);
});

it("a card that is restored is noticed, though somebody asked for it while it was archived", async () => {
  const { site, first, one } = await place();
  const { token } = await locked(one, ann, "1", "research");
  site.github.archive(first);
  site.clock.pass(MINUTE);
  refused(await hand(one, ann, "1", { ...COMPLETE, claim: token }), "not_on_board");
  expect(await keysOn(one)).toEqual(["acme/api#2"]);
  site.github.unarchive(first);
  site.clock.pass(A_WHILE);
  expect(await keysOn(one)).toEqual(["1", "acme/api#2"]);
  await isHeldByAnn(one, "1", token);
});
