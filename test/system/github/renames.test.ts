// Names on GitHub change: of a repository, of its owner, and of an issue that is transferred. One issue stays one ticket, and
// two agents never hold it under two names.

import { describe, expect, it, onTestFinished } from "vitest";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { checkConvergence } from "../../../src/app/groups/position.ts";
import { listTickets } from "../../../src/app/tickets/list.ts";
import { ticketChange } from "../../../src/app/commit/changes.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import { viewTicket } from "../../../src/app/tickets/view.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { accepted, hand, locked, refused, rowsOf, stateOf } from "../../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE } from "../../support/worlds/world.ts";
import type { Fault } from "../../support/github/fake/faults.ts";
import type { Issue, Repository } from "../../support/github/fake/world.ts";
import { githubBoard } from "../../../src/github/tracker/board.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { Site, type Machine } from "../../support/github/world.ts";

const LOCK = { command: "research", intent: "lock" };
const COMPLETE = { command: "research", intent: "complete" };

interface Place {
  readonly site: Site;
  readonly api: Repository;
  /** One in the default repository, and one in another. */
  readonly first: Issue;
  readonly second: Issue;
  readonly machine: (refLocks?: boolean) => Promise<Machine>;
}

async function place(): Promise<Place> {
  const site = await Site.open({ remember: 5 });
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const api = github.addRepository("acme", "api");
  const card = { "Workflow State": "Research Needed", Estimate: "XS" };
  const first = github.addIssue(repository, "First", { project, card });
  github.addIssue(api, "Only in api", {});
  const second = github.addIssue(api, "Second", { project, card });
  return { site, api, first, second, machine: (refLocks = false) => site.machine({ refLocks }) };
}

async function keysOn(machine: Machine): Promise<readonly string[]> {
  await machine.board.refresh();
  const { items } = await machine.board.tickets.list({}, 100, null);
  return items.map(({ key }) => key);
}

async function sound({ store }: Machine): Promise<void> {
  expect(await verifyStore(store.driver)).toMatchObject({ ok: true });
}

describe("a repository that is renamed, or moves to another owner", () => {
  it.each([
    { how: "renamed", owner: "acme" },
    { how: "moved", owner: "octo" },
  ])("keeps its tickets: the default one is $how", async ({ owner }) => {
    const { site, first, machine } = await place();
    const one = await machine();
    expect(await keysOn(one)).toEqual(["1", "acme/api#2"]);
    const { token } = await locked(one, ann, "1", "research");
    site.github.renameRepository(site.repository, "store", owner);
    site.clock.pass(61 * MINUTE);
    expect(await keysOn(one)).toEqual(["1", "acme/api#2"]);
    // By its new name it is the same ticket.
    expect(accepted(await viewTicket(one.app, `${owner}/store#1`))).toMatchObject({ number: 1, title: "First" });
    accepted(await hand(one, ann, `${owner}/store#1`, { ...COMPLETE, claim: token }));
    expect(site.github.see(first).card?.["Workflow State"]).toBe("Ready for Plan");
    expect(accepted(await createTicket(one.app, maria, { title: "New" }))).toMatchObject({ number: 2 });
    // A machine that has never seen it under its former name, with settings that still say that one.
    expect(await keysOn(await machine())).toEqual(["1", "2", "acme/api#2"]);
    await sound(one);
  });

  it("keeps its tickets: any other, with claim, history, sessions, links and comments", async () => {
    const { site, api, second, machine } = await place();
    const one = await machine();
    await keysOn(one);
    const key = "acme/api#2";
    accepted(await updateTicket(one.app, maria, { key, addBlockers: ["1"] }));
    accepted(await hand(one, maria, "1", { toState: "Ready for Plan" }));
    const { token } = await locked(one, ann, key, "research");
    accepted(await addComment(one.app, ann, { key, body: "noted" }));
    accepted(await createSession(one.app, ann, { ticket: key }));
    const before = await rowsOf(one, key);
    site.github.renameRepository(api, "backend");

    // The former name leads on, and the answer says the new one.
    refused(await hand(one, bob, key, LOCK), "claim_conflict");
    expect(accepted(await viewTicket(one.app, key))).toMatchObject({ number: 2, repo: "acme/backend" });
    expect(await keysOn(one)).toEqual(["1", "acme/backend#2"]);
    const now = "acme/backend#2";
    const rows = await rowsOf(one, now);
    expect(rows.filter(({ kind }) => kind !== "rename" && kind !== "refuse").map(({ seq }) => seq)).toEqual(
      before.map(({ seq }) => seq),
    );
    expect((await one.board.tickets.links(now)).blockedBy.map((blocker) => blocker.key)).toEqual(["1"]);
    const session = accepted(await createSession(one.app, ann, { ticket: key }));
    expect(session).toMatchObject({ existing: true });
    const moved = accepted(await hand(one, ann, key, { ...COMPLETE, claim: token }));
    expect(moved).toMatchObject({ number: 2, repo: "acme/backend", newState: "Ready for Plan" });
    expect(site.github.see(second).comments.filter(({ body }) => body.includes("noted"))).toHaveLength(1);
    await sound(one);
  });

  it("gives its former name away: the new repository's issue is another ticket", async () => {
    const { site, api, machine } = await place();
    const one = await machine();
    await keysOn(one);
    site.github.renameRepository(api, "backend");
    const again = site.github.addRepository("acme", "api");
    const { project } = site;
    site.github.addIssue(again, "Nothing", {});
    site.github.addIssue(again, "Another second", { project, card: { "Workflow State": "Backlog" } });
    site.clock.pass(61 * MINUTE);
    expect(await keysOn(one)).toEqual(["1", "acme/api#2", "acme/backend#2"]);
    expect(await stateOf(one, "acme/api#2")).toBe("Backlog");
    expect(await stateOf(one, "acme/backend#2")).toBe("Research Needed");
    await sound(one);
  });

  it("swaps names with another", async () => {
    const { site, api, machine } = await place();
    const { github, project } = site;
    const web = github.addRepository("acme", "web");
    github.addIssue(web, "Nothing", {});
    github.addIssue(web, "Third", { project, card: { "Workflow State": "Backlog" } });
    const one = await machine();
    expect(await keysOn(one)).toEqual(["1", "acme/api#2", "acme/web#2"]);
    const { token } = await locked(one, ann, "acme/api#2", "research");
    github.renameRepository(api, "other");
    github.renameRepository(web, "api");
    github.renameRepository(api, "web");
    site.clock.pass(61 * MINUTE);
    expect(await keysOn(one)).toEqual(["1", "acme/api#2", "acme/web#2"]);
    expect(await stateOf(one, "acme/api#2")).toBe("Backlog");
    accepted(await hand(one, ann, "acme/web#2", { ...COMPLETE, claim: token }));
    await sound(one);
  });

  it("is still the default one where another repository has its name: numbers are never mixed up", async () => {
    const { site, machine } = await place();
    const one = await machine();
    await keysOn(one);
    site.github.renameRepository(site.repository, "store");
    const again = site.github.addRepository("acme", "shop");
    site.github.addIssue(again, "Somebody else's", { project: site.project });
    site.clock.pass(61 * MINUTE);
    const other = await site.beside(one);
    expect(await keysOn(other)).toEqual(["1", "acme/shop#1", "acme/api#2"]);
    const made = accepted(await createTicket(other.app, maria, { title: "New", labels: ["bug"] }));
    expect(made).toMatchObject({ number: 2 });
    expect(site.github.see(site.github.issue("acme", "store", 2))).toMatchObject({ title: "New", labels: ["bug"] });
  });

  it("can't be exchanged for another in the settings of a board that has tickets", async () => {
    const { site, api, machine } = await place();
    const one = await machine();
    await keysOn(one);
    const { store } = one;
    const open = (repo: string) =>
      githubBoard({
        store,
        client: site.client(),
        clock: site.clock,
        home: { owner: "acme", repo },
        project: { owner: "acme", number: 7 },
        machine: shipped("ticket"),
        refLocks: false,
        onTrouble: () => undefined,
      });
    await expect((await open("api")).refresh()).rejects.toMatchObject({
      code: "github_settings",
      recovery: expect.stringContaining("SIGNALBOX_GITHUB_REPO"),
    });
    expect(api.name).toBe("api");
    site.github.renameRepository(site.repository, "store");
    await (await open("store")).refresh();
    expect(await keysOn(one)).toEqual(["1", "acme/api#2"]);
  });
});

describe("a store of before, which knew issues by their names", () => {
  it.each([
    { which: "the default one", old: "1", now: "1" },
    { which: "any other", old: "acme/api#2", now: "acme/backend#2" },
  ])("is put in order: a repository was renamed, $which, and every ticket is there twice", async ({ old, now }) => {
    const { site, api, machine } = await place();
    const one = await machine();
    await keysOn(one);
    const { driver } = one.store;
    const [double, id] = ["acme/backend#2", (await one.store.tickets.get(old))?.nodeId ?? ""];
    const twin = now === "1" ? "acme/store#1" : double;
    await one.store.names.rename({ from: old, to: "acme/aside#1", node: null, by: { via: "github" } });
    await one.store.names.rename({ from: "acme/aside#1", to: old, node: null, by: { via: "github" } });
    const ticket = await one.store.tickets.get(old);
    if (!ticket) throw new Error("there is no ticket");
    const [row] = await driver.all("SELECT body FROM remote WHERE ticket = ?", [old]);
    await one.store.commit({
      id: "double",
      checks: [],
      entries: [
        {
          kind: "edit",
          subject: { type: "ticket", key: old },
          by: { via: "github" },
          data: {},
          changes: ticketChange(ticket, { node_id: null }, ticket.updatedAt),
        },
        {
          kind: "create",
          subject: { type: "ticket", key: twin },
          by: { via: "github" },
          data: {},
          changes: [
            {
              table: "ticket",
              key: { key: twin },
              set: {
                number: Number(twin.split("#")[1]),
                repo: twin.split("#")[0] ?? "",
                title: ticket.title,
                body: "",
                state: ticket.state,
                labels: "[]",
                created_at: ticket.createdAt,
                updated_at: ticket.updatedAt,
                entered_at: ticket.enteredAt,
                version: 1,
                closed: 0,
                fence: 0,
              },
            },
          ],
        },
      ],
    });
    await one.store.remotes.set(twin, String(row?.["body"]));
    if (now === "1") site.github.renameRepository(site.repository, "store");
    else site.github.renameRepository(api, "backend");
    site.clock.pass(61 * MINUTE);

    const next = await site.beside(one);
    expect(await keysOn(next)).toContain(now);
    expect((await next.store.tickets.get(now))?.nodeId).toBe(id);
    expect(await keysOn(next)).toHaveLength(2);
    accepted(await hand(next, ann, now, LOCK));
    refused(await hand(next, bob, twin, LOCK), "claim_conflict");
    await sound(next);
  });
});

describe.each([
  { ids: "with a new id, as GitHub does", kept: {} },
  { ids: "with a new id, on the same card", kept: { card: true } },
  { ids: "with the id that it had", kept: { id: true, card: true } },
])("an issue that is transferred $ids", ({ kept }) => {
  it("stays one ticket where its former name is asked for", async () => {
    const { site, api, first, machine } = await place();
    const one = await machine();
    await keysOn(one);
    const { token } = await locked(one, ann, "1", "research");
    site.github.transferIssue(first, api, kept);
    refused(await hand(one, bob, "1", LOCK), "claim_conflict");
    expect(await keysOn(one)).toEqual(["acme/api#2", "acme/api#3"]);
    expect(accepted(await hand(one, ann, "1", { ...COMPLETE, claim: token }))).toMatchObject({
      repo: "acme/api",
      number: 3,
    });
    expect(site.github.see(first).card?.["Workflow State"]).toBe("Ready for Plan");
    await sound(one);
  });

  it("stays one ticket where the board is read first, or it is asked for by its new name", async () => {
    const { site, api, first, machine } = await place();
    const [one, two] = [await machine(), await machine()];
    for (const each of [one, two]) await keysOn(each);
    const { token } = await locked(one, ann, "1", "research");
    site.github.transferIssue(first, api, kept);
    site.clock.pass(MINUTE);
    expect(await keysOn(one)).toEqual(["acme/api#2", "acme/api#3"]);
    refused(await hand(one, bob, "acme/api#3", LOCK), "claim_conflict");
    accepted(await hand(one, ann, "acme/api#3", { ...COMPLETE, claim: token }));
    expect(accepted(await viewTicket(two.app, "acme/api#3"))).toMatchObject({ number: 3, state: "Ready for Plan" });
    expect(await keysOn(two)).toEqual(["acme/api#2", "acme/api#3"]);
    expect((await rowsOf(two, "acme/api#3")).map(({ kind }) => kind)).toContain("rename");
    for (const each of [one, two]) await sound(each);
  });

  it("is found as a member of a group", async () => {
    const { site, api, first, machine } = await place();
    const one = await machine();
    await keysOn(one);
    site.github.transferIssue(first, api, kept);
    const answer = accepted(await checkConvergence(one.app, "1", "Research Needed"));
    expect(answer).toMatchObject({ converged: true });
    expect(await one.store.tickets.nameNow("1")).toBe("acme/api#3");
  });

  it("keeps a claim as a ref: nobody on another machine gets in, and giving it back frees it for all", async () => {
    const { site, api, first, machine } = await place();
    const [one, two] = [await machine(true), await machine(true)];
    await keysOn(one);
    const { token } = await locked(one, ann, "1", "research");
    site.github.transferIssue(first, api, kept);
    site.clock.pass(MINUTE);
    // The second machine has never seen it under its former name.
    const refusal = refused(await hand(two, bob, "acme/api#3", LOCK), "claim_conflict");
    expect(refusal.facts).toMatchObject({ holder: "ann" });
    accepted(await hand(one, ann, "1", { ...LOCK, claim: token }));
    refused(await hand(two, bob, "acme/api#3", LOCK), "claim_conflict");
    accepted(await hand(one, ann, "acme/api#3", { ...COMPLETE, claim: token }));
    const refs = [...site.repository.refs.keys(), ...api.refs.keys()];
    expect(refs).toEqual(["refs/heads/main", "refs/heads/main"]);
    accepted(await hand(two, bob, "acme/api#3", { command: "plan", intent: "lock" }));
  });

  it("takes a write along that was under way when its process died", async () => {
    const { site, api, first, machine } = await place();
    const one = await machine();
    await keysOn(one);
    site.github.faults.plan({ kind: "drop", when: "after" }, { on: "Write" });
    site.github.faults.plan({ kind: "bad-gateway", when: "before" }, { on: "Handoff", skip: 1, times: 50 });
    await expect(hand(one, ann, "1", LOCK)).rejects.toMatchObject({ code: "unclear" });
    site.github.faults.clear();
    site.github.transferIssue(first, api, kept);
    site.clock.pass(2 * MINUTE);
    const other = await site.beside(one);
    expect(await stateOf(other, "1")).toBe("Research in Progress");
    expect(await keysOn(other)).toEqual(["acme/api#2", "acme/api#3"]);
    refused(await hand(other, bob, "acme/api#3", LOCK), "claim_conflict");
    expect(site.github.see(first).comments).toHaveLength(1);
    await sound(other);
  });
});

it("takes an issue that was deleted off the board, and follows no name that leads nowhere", async () => {
  const { site, first, machine } = await place();
  const one = await machine();
  await keysOn(one);
  site.github.deleteIssue(first);
  expect(isRefusal(await hand(one, ann, "1", LOCK))).toBe(true);
  expect(await keysOn(one)).toEqual(["acme/api#2"]);
  expect(accepted(await listTickets(one.app, {})).tickets).toHaveLength(1);
});

describe("every fault at every request of a handoff on an issue that was transferred", () => {
  const faults: readonly Fault[] = [
    { kind: "unauthorized" },
    { kind: "forbidden" },
    { kind: "too-many", retryAfter: 2 },
    { kind: "limited", limit: "secondary" },
    { kind: "bad-gateway", when: "before" },
    { kind: "bad-gateway", when: "after" },
    { kind: "drop", when: "after" },
    { kind: "garbage", body: "<html>" },
  ];
  // The look by its former id, where its former name leads, the look by the new id, and the write.
  const cases = [0, 1, 2, 3].flatMap((skip) => faults.map((fault) => ({ fault, skip, shown: JSON.stringify(fault) })));

  it.each(cases)("survives $shown at request $skip", async ({ fault, skip }) => {
    const { site, api, first, machine } = await place();
    const one = await machine();
    await keysOn(one);
    site.github.transferIssue(first, api);
    site.clock.pass(MINUTE);
    site.github.faults.plan(fault, { skip });
    const told = await hand(one, ann, "1", LOCK).catch((error: unknown) => error);
    site.github.faults.clear();
    site.clock.pass(2 * MINUTE);
    const other = await site.beside(one);
    expect(await keysOn(other)).toEqual(["acme/api#2", "acme/api#3"]);
    const done = !(told instanceof Error) && !isRefusal(told as object);
    const state = await stateOf(other, "acme/api#3");
    if (done) expect(state).toBe("Research in Progress");
    expect(site.github.see(first).card?.["Workflow State"]).toBe(state);
    expect(site.github.see(first).comments).toHaveLength(state === "Research Needed" ? 0 : 1);
    // It was never off the board, and never another ticket.
    const kinds = (await rowsOf(other, "acme/api#3")).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== "move" && kind !== "void")).toEqual(["rename", "create"]);
    await sound(other);
  });
});
