// Of what was sent, GitHub may have carried out a part; of several tickets, some; and people go on meanwhile. What is there
// is not written again, and what somebody has changed since is theirs.

import { describe, expect, it, onTestFinished } from "vitest";
import { advanceChildren } from "../../../src/app/tickets/advance.ts";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import { markerIn, withMarker } from "../../../src/github/tracker/marker.ts";
import { accepted, hand, rowsOf, stateOf, ticketOf } from "../../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE } from "../../support/worlds/world.ts";
import type { Fault } from "../../support/github/fake/faults.ts";
import type { Issue } from "../../support/github/fake/world.ts";
import { openWatched } from "./watched.ts";
import { Site, type Machine } from "../../support/github/world.ts";

const LOCK = { command: "research", intent: "lock" };
const LOST: Fault = { kind: "drop", when: "after" };
const NEVER_THERE: Fault = { kind: "drop", when: "before" };

async function board(): Promise<{ site: Site; machine: Machine; issue: Issue }> {
  const site = await Site.open({ remember: 5 });
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  const place = (state: string) => ({ project, card: { "Workflow State": state, Priority: "P2" } });
  const issue = github.addIssue(repository, "Parent", place("Research Needed"));
  for (const title of ["Child", "Other child"]) {
    github.putUnder(github.addIssue(repository, title, place("Backlog")), issue);
  }
  const machine = await site.machine();
  await machine.board.tickets.list({}, 1, null);
  site.clock.pass(MINUTE);
  return { site, machine, issue };
}

/** `looks`: at so many tickets before anything is written. */
async function leaveLying(
  { github: { faults } }: Site,
  fault: Fault,
  looks: number,
  act: () => Promise<object>,
): Promise<void> {
  faults.plan(fault, { on: "Write" });
  faults.plan({ kind: "bad-gateway", when: "before" }, { on: "Handoff", skip: looks, times: 50 });
  await expect(act()).rejects.toMatchObject({ code: "unclear" });
  faults.clear();
}

describe("what was left lying", () => {
  it("of several tickets is finished where it was written, and nowhere else", async () => {
    const { site, machine } = await board();
    const act = () => advanceChildren(machine.app, ann, { key: "1", targetState: "Research Needed" });
    await leaveLying(site, NEVER_THERE, 1, act);
    const [child, other] = [site.github.issue("acme", "shop", 2), site.github.issue("acme", "shop", 3)];
    site.github.drag(child, "Research Needed", { by: "octo" });
    site.clock.pass(10_000);
    site.github.drag(other, "Research Needed", { by: "maria" });
    site.clock.pass(2 * MINUTE);
    expect([await stateOf(machine, "2"), await stateOf(machine, "3")]).toEqual(["Research Needed", "Research Needed"]);
    expect((await rowsOf(machine, "2"))[0]).toMatchObject({ kind: "propagate", by: { connection: "ann" } });
    expect((await rowsOf(machine, "3"))[0]).toMatchObject({ kind: "move", by: { person: "maria", via: "github" } });
    expect([child, other].map((one) => site.github.see(one).comments.length)).toEqual([1, 0]);
  });

  it("of an edit leaves alone what a person has changed since", async () => {
    const { site, machine, issue } = await board();
    const labels = ["bug"];
    const act = () =>
      updateTicket(machine.app, ann, { key: "1", title: "Ours", priority: "P0", estimate: "S", labels });
    await leaveLying(site, LOST, 1, act);
    issue.title = "Theirs";
    issue.labels.push(...site.repository.labels.filter(({ name }) => name === "feature").map(({ id }) => id));
    site.github.drag(issue, "P3", { field: "Priority", by: "maria" });
    site.clock.pass(2 * MINUTE);
    const theirs = { title: "Theirs", priority: "P3", estimate: "S", labels: ["bug", "feature"] };
    expect(await ticketOf(machine, "1")).toMatchObject(theirs);
    expect(site.github.see(issue)).toMatchObject({
      title: "Theirs",
      labels: ["bug", "feature"],
      card: { Priority: "P3" },
    });
    const edits = (await rowsOf(machine, "1")).filter(({ kind }) => kind === "edit");
    expect(edits.map(({ by }) => by.connection ?? by.via)).toEqual(["github", "ann"]);
  });

  it("of an end does not close what a person has opened again since", async () => {
    const { site, machine } = await board();
    const issue = site.github.issue("acme", "shop", 2);
    await leaveLying(site, LOST, 1, () => hand(machine, ann, "2", { command: "triage", toState: "Done" }));
    expect(site.github.see(issue)).toMatchObject({ closed: true, card: { "Workflow State": "Done" } });
    site.clock.pass(10_000);
    site.github.drag(issue, "Backlog", { by: "maria" });
    site.github.reopenIssue(issue);
    site.clock.pass(2 * MINUTE);
    expect(await ticketOf(machine, "2")).toMatchObject({ state: "Backlog", closed: false });
    expect(site.github.see(issue)).toMatchObject({ closed: false, card: { "Workflow State": "Backlog" } });
    const places = (await rowsOf(machine, "2")).map(({ data }) => data["to"]);
    expect(places.slice(0, 2)).toEqual(["Backlog", "Done"]);
  });

  it("of a link leaves a child where a person has put it since", async () => {
    const { site, machine, issue } = await board();
    const added = site.github.addIssue(site.repository, "Added", { project: site.project });
    await leaveLying(site, LOST, 3, () =>
      updateTicket(machine.app, maria, { key: "4", parent: "1", addBlockers: ["2"] }),
    );
    site.github.putUnder(added, site.github.issue("acme", "shop", 3));
    site.clock.pass(2 * MINUTE);
    expect(await ticketOf(machine, "4")).toMatchObject({ parent: "3", openBlockers: 1 });
    expect(site.github.see(issue).children).toEqual([2, 3]);
  });

  it("of an edit is written where GitHub stopped half way", async () => {
    const { site, machine, issue } = await board();
    issue.labels.push(...site.repository.labels.filter(({ name }) => name === "bug").map(({ id }) => id));
    await ticketOf(machine, "1");
    const act = () => updateTicket(machine.app, ann, { key: "1", title: "Ours", priority: "P0", labels: ["feature"] });
    await leaveLying(site, NEVER_THERE, 1, act);
    site.github.drag(issue, "P0", { field: "Priority" });
    issue.labels.push(...site.repository.labels.filter(({ name }) => name === "feature").map(({ id }) => id));
    site.clock.pass(2 * MINUTE);
    expect(await ticketOf(machine, "1")).toMatchObject({ title: "Ours", priority: "P0", labels: ["feature"] });
    expect(site.github.see(issue)).toMatchObject({ title: "Ours", labels: ["feature"], card: { Priority: "P0" } });
  });

  it("is found behind what many people have said since", async () => {
    const { site, machine, issue } = await board();
    await leaveLying(site, LOST, 1, () => addComment(machine.app, ann, { key: "1", body: "Mine" }));
    for (let index = 0; index < 25; index++) site.github.comment(issue, `Comment ${index}`, "maria");
    site.clock.pass(2 * MINUTE);
    await ticketOf(machine, "1");
    expect((await rowsOf(machine, "1"))[0]).toMatchObject({ kind: "comment", by: { connection: "ann" } });
    expect(site.github.see(issue).comments).toHaveLength(26);
  });
});

it("is told to whoever asks for the ticket where it can't be finished, and to nobody else", async () => {
  const { site, machine } = await board();
  await leaveLying(site, LOST, 1, () => hand(machine, ann, "1", LOCK));
  const { board: watched, troubles } = await openWatched(site, machine);
  site.clock.pass(2 * MINUTE);
  site.github.faults.plan({ kind: "bad-gateway", when: "before" }, { on: "Handoff", times: 50 });
  await expect(watched.tickets.get("1")).rejects.toMatchObject({ code: "github_failed" });
  expect(troubles).toEqual([]);
  site.clock.pass(2 * MINUTE);
  expect((await watched.tickets.list({}, 10, null)).items).toHaveLength(3);
  expect(troubles).toMatchObject([{ code: "github_failed" }]);
});

it("gives nobody a claim that another machine has taken over since, whoever comes by", async () => {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const card = { "Workflow State": "Research Needed" };
  site.github.addIssue(site.repository, "Alone", { project: site.project, card });
  const [machine, other] = [await site.machine({ refLocks: true }), await site.machine({ refLocks: true })];
  await leaveLying(site, LOST, 1, () => hand(machine, ann, "1", LOCK));
  site.clock.pass(21 * MINUTE);
  accepted(await hand(other, bob, "1", LOCK));
  await machine.board.tickets.list({}, 10, null);
  expect((await rowsOf(machine, "1")).map(({ kind, by }) => [kind, by.connection])).toEqual([
    ["release", "bob"],
    ["move", "ann"],
    ["create", undefined],
  ]);
  expect((await machine.store.tickets.get("1"))?.claim).toBeNull();
});

describe("while the one who sent it is still there", () => {
  it.each([
    { when: "before", looks: 1 },
    { when: "after", looks: 1 },
    { when: "after", looks: 2 },
  ] as const)(
    "an error $when a part was written is believed no more than $looks old looks",
    async ({ when, looks }) => {
      const { site, machine, issue } = await board();
      const message = "Something went wrong while executing your query.";
      site.github.faults.plan({ kind: "part", alias: "t0_comment_0", message, when }, { on: "Write" });
      site.github.faults.plan({ kind: "stale", writes: 1 }, { on: "Handoff", skip: 1, times: looks });
      const told = await hand(machine, ann, "1", LOCK).catch((error: unknown) => error);
      expect(told).toMatchObject(looks === 1 ? { newState: "Research in Progress" } : { code: "unclear" });
      site.github.faults.clear();
      site.clock.pass(2 * MINUTE);
      await ticketOf(machine, "1");
      expect((await rowsOf(machine, "1"))[0]).toMatchObject({ kind: "move", by: { connection: "ann" } });
      const seen = site.github.see(issue);
      expect(seen).toMatchObject({ card: { "Workflow State": "Research in Progress" }, comments: [expect.anything()] });
    },
  );

  it("what GitHub has said to be written is not written again over what a person did then", async () => {
    const { site, issue } = await board();
    let dragged = false;
    const machine = await site.machine({
      client: {
        onRequest: ({ operation }) => {
          if (operation !== "Write" || dragged) return;
          dragged = true;
          site.github.drag(issue, "Research Needed", { by: "maria" });
        },
      },
    });
    await ticketOf(machine, "1");
    const message = "Something went wrong while executing your query.";
    site.github.faults.plan({ kind: "part", alias: "t0_comment_0", message, when: "before" }, { on: "Write" });
    accepted(await hand(machine, ann, "1", LOCK));
    expect(await stateOf(machine, "1")).toBe("Research Needed");
    expect((await rowsOf(machine, "1"))[0]).toMatchObject({ by: { person: "maria" }, data: { to: "Research Needed" } });
    const seen = site.github.see(issue);
    expect(seen).toMatchObject({ card: { "Workflow State": "Research Needed" }, comments: [expect.anything()] });
  });

  it("a move that another store makes at the same moment is not taken for its own", async () => {
    const { site, machine, issue } = await board();
    const other = await site.machine();
    await ticketOf(other, "1");
    site.github.faults.plan(NEVER_THERE, { on: "Write" });
    const sleep = site.clock.sleep.bind(site.clock);
    let asked = false;
    site.clock.sleep = async (ms) => {
      await sleep(ms);
      if (!asked) {
        asked = true;
        accepted(await hand(other, bob, "1", LOCK));
      }
    };
    await expect(hand(machine, ann, "1", LOCK)).rejects.toMatchObject({
      code: "github_failed",
      message: expect.stringContaining("nothing was written"),
    });
    expect(site.github.see(issue).comments).toHaveLength(1);
    expect((await rowsOf(machine, "1"))[0]).toMatchObject({ kind: "void" });
  });

  it("what is still on its way is waited for, and not written twice", async () => {
    const { site, issue } = await board();
    const machine = await site.machine({
      client: {
        onRequest: ({ operation }) => {
          if (operation === "Write") site.github.drag(issue, "Research in Progress", { by: "octo" });
        },
      },
    });
    await ticketOf(machine, "1");
    site.github.faults.plan(NEVER_THERE, { on: "Write" });
    const sleep = site.clock.sleep.bind(site.clock);
    site.clock.sleep = async (ms) => {
      await sleep(ms);
      const [pending] = await machine.store.pending.on(["1"]);
      const move = { from: "Research Needed", to: "Research in Progress", command: "research", intent: "lock" };
      const marker = { store: "any", id: `${pending?.marker}.0`, agent: null, person: null, move };
      if (site.github.see(issue).comments.length === 0) site.github.comment(issue, withMarker("Late", marker));
    };
    site.github.countRequests();
    accepted(await hand(machine, ann, "1", LOCK));
    expect(site.github.countRequests().operations.filter((name) => name === "Write")).toHaveLength(1);
    expect(site.github.see(issue).comments.map(({ body }) => markerIn(body)?.move?.to)).toEqual([
      "Research in Progress",
    ]);
  });
});
