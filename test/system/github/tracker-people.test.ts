// What people, and other machines, do on GitHub while agents are at work.

import { describe, expect, it, onTestFinished } from "vitest";
import { completeSession } from "../../../src/app/sessions/complete-session.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { viewSession } from "../../../src/app/sessions/view-session.ts";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import { viewTicket } from "../../../src/app/tickets/view.ts";
import { markerIn, withMarker } from "../../../src/github/tracker/marker.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { accepted, hand, lastRow, locked, refused, rowsOf, stateOf, ticketOf } from "../../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE } from "../../support/worlds/world.ts";
import { Site, TOKEN, type Machine } from "../../support/github/world.ts";

async function board(): Promise<{ site: Site; machine: Machine }> {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  for (const title of ["First", "Second"]) {
    github.addIssue(repository, title, { project, card: { "Workflow State": "Research Needed", Estimate: "XS" } });
  }
  return { site, machine: await site.machine() };
}

describe("a card that somebody dragged", () => {
  it("along an edge is taken over as theirs, and ends a claim", async () => {
    const { site, machine } = await board();
    const { token } = await locked(machine, ann, "1", "research");
    site.clock.pass(MINUTE);
    site.github.drag(site.github.issue("acme", "shop", 1), "Human Needed", { by: "octo" });
    const answer = await hand(machine, ann, "1", { command: "research", intent: "complete", claim: token });
    refused(answer, "claim_lost");
    const move = (await rowsOf(machine, "1")).find(({ data }) => data["to"] === "Human Needed");
    expect(move).toMatchObject({
      by: { person: "octo", via: "github" },
      data: {
        from: "Research in Progress",
        to: "Human Needed",
        claim: { type: "release", holder: "ann", deposed: true },
      },
    });
    expect(await ticketOf(machine, "1")).toMatchObject({ state: "Human Needed", claim: null });
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });

  it("is nobody's by name where GitHub tells only who set the value first", async () => {
    const { site, machine } = await board();
    site.state.valuesStay = true;
    await machine.board.refresh();
    site.clock.pass(MINUTE);
    site.github.drag(site.github.issue("acme", "shop", 1), "Ready for Plan", { by: "someone-else" });
    await machine.board.refresh();
    const [move] = await rowsOf(machine, "1");
    expect(move).toMatchObject({ kind: "move", data: { from: "Research Needed", to: "Ready for Plan" } });
    expect(move?.by).toEqual({ via: "github" });
  });

  it("to its end, or closed as an issue, ends the sessions on it", async () => {
    const { site, machine } = await board();
    const ids: string[] = [];
    for (const ticket of ["1", "2"]) {
      ids.push(accepted(await createSession(machine.app, ann, { ticket })).sessionId);
    }
    site.clock.pass(MINUTE);
    site.github.drag(site.github.issue("acme", "shop", 1), "Done", { by: "octo" });
    site.github.closeIssue(site.github.issue("acme", "shop", 2));
    for (const key of ["1", "2"]) await ticketOf(machine, key);
    for (const id of ids) {
      expect(accepted(await viewSession(machine.app, id))).toMatchObject({ outcome: null, ended: { why: "closed" } });
    }
    accepted(await completeSession(machine.app, ann, { sessionId: ids[0] ?? "", outcome: "success" }));
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });

  it("past the graph is taken over all the same, with a warning, and ends a claim", async () => {
    const { site, machine } = await board();
    await locked(machine, ann, "1", "research");
    site.clock.pass(MINUTE);
    site.github.drag(site.github.issue("acme", "shop", 1), "In Review");
    expect(await stateOf(machine, "1")).toBe("In Review");
    expect(await lastRow(machine, "1")).toMatchObject({
      kind: "override",
      by: { person: "octo", via: "github" },
      data: { from: "Research in Progress", to: "In Review", warning: "past the workflow" },
    });
    expect((await ticketOf(machine, "1")).claim).toBeNull();
  });

  it("into a state that the workflow does not know, or out of all of them, is a fact", async () => {
    const { site, machine } = await board();
    const issue = site.github.issue("acme", "shop", 1);
    site.github.drag(issue, "Somewhere");
    expect(await stateOf(machine, "1")).toBe("Somewhere");
    const { warnings } = accepted(await hand(machine, bob, "1", { command: "triage", intent: "escalate" }));
    expect(warnings.join()).toContain("Somewhere");
    expect(site.github.see(issue).card).toMatchObject({ "Workflow State": "Human Needed" });
  });

  it("into a lock state is kept free for a lease", async () => {
    const { site, machine } = await board();
    site.github.drag(site.github.issue("acme", "shop", 1), "Research in Progress");
    refused(await hand(machine, ann, "1", { command: "research", intent: "lock" }), "claim_conflict");
    site.clock.pass(21 * MINUTE);
    accepted(await hand(machine, ann, "1", { command: "research", intent: "lock" }));
  });
});

describe("an issue", () => {
  it("that ends is closed as completed or not planned, and its status follows", async () => {
    const { site, machine } = await board();
    const [first, second] = [site.github.issue("acme", "shop", 1), site.github.issue("acme", "shop", 2)];
    for (const issue of [first, second]) site.github.drag(issue, "Backlog");
    accepted(await hand(machine, ann, "1", { command: "triage", toState: "Done" }));
    accepted(await hand(machine, ann, "2", { command: "triage", intent: "cancel" }));
    expect(site.github.see(first)).toMatchObject({ closed: true, stateReason: "COMPLETED", card: { Status: "Done" } });
    expect(site.github.see(second)).toMatchObject({ closed: true, stateReason: "NOT_PLANNED" });
  });

  it("that is closed without its card is picked by nobody, and is not opened again by an agent's move", async () => {
    const { site, machine } = await board();
    const issue = site.github.issue("acme", "shop", 1);
    site.github.closeIssue(issue);
    await machine.board.tickets.list({}, 1, null);
    const { candidates } = await machine.board.tickets.pickable(
      { state: "Research Needed", estimates: ["XS"], givenUp: [] },
      10,
    );
    expect(candidates.map(({ key }) => key)).toEqual(["2"]);
    accepted(await hand(machine, ann, "1", { command: "research", intent: "escalate" }));
    expect(site.github.see(issue)).toMatchObject({ closed: true, card: { "Workflow State": "Human Needed" } });
    accepted(await hand(machine, maria, "1", { toState: "Backlog" }));
    expect(site.github.see(issue)).toMatchObject({ closed: false, card: { "Workflow State": "Backlog" } });
    expect(await ticketOf(machine, "1")).toMatchObject({ closed: false });
  });

  it("that is not on the board, archived, or not there at all is refused", async () => {
    const { site, machine } = await board();
    site.github.addIssue(site.repository, "Elsewhere");
    site.github.archive(site.github.issue("acme", "shop", 2));
    const lock = { command: "research", intent: "lock" };
    refused(await hand(machine, ann, "3", lock), "not_on_board");
    refused(await hand(machine, ann, "2", lock), "not_on_board");
    refused(await hand(machine, ann, "404", lock), "ticket_not_found");
    const { items } = await machine.board.tickets.list({}, 10, null);
    expect(items.map(({ key }) => key)).toEqual(["1"]);
  });

  it("is read with what people wrote on it, and drafts are passed over", async () => {
    const { site, machine } = await board();
    site.github.addDraft(site.project, "Only an idea");
    site.github.comment(site.github.issue("acme", "shop", 1), "Please hurry");
    accepted(await addComment(machine.app, ann, { key: "1", body: "On it" }));
    const view = accepted(await viewTicket(machine.app, "1"));
    expect(view).toMatchObject({ title: "First", body: "About First.", estimate: "XS" });
    expect(view.comments.map(({ author, body }) => [author, body])).toEqual([
      ["octo", "Please hurry"],
      ["ann", "On it"],
    ]);
    expect((await machine.board.tickets.list({}, 10, null)).items).toHaveLength(2);
  });

  it("that was renamed, labelled or linked by people is so in the mirror at the next look", async () => {
    const { site, machine } = await board();
    const [first, second] = [site.github.issue("acme", "shop", 1), site.github.issue("acme", "shop", 2)];
    await ticketOf(machine, "1");
    first.title = "Better words";
    first.labels = [site.repository.labels[0]?.id ?? ""];
    site.github.block(first, second);
    expect(await ticketOf(machine, "1")).toMatchObject({ title: "Better words", labels: ["bug"], openBlockers: 1 });
    expect((await lastRow(machine, "1")).by).toEqual({ via: "github" });
    expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
  });
});

it("goes on where somebody deleted our comment, or wrote many more", async () => {
  const { site, machine } = await board();
  accepted(await hand(machine, ann, "1", { command: "research", intent: "lock" }));
  const issue = site.github.issue("acme", "shop", 1);
  issue.comments.splice(0);
  site.github.countRequests();
  await machine.board.tickets.get("1");
  await machine.board.tickets.get("1");
  expect(site.github.countRequests().requests).toBe(3);
  accepted(await hand(machine, ann, "1", { command: "research", intent: "complete" }));
  site.clock.pass(MINUTE);
  for (let index = 0; index < 25; index++) site.github.comment(issue, `Comment ${index}`);
  site.github.countRequests();
  await machine.board.tickets.get("1");
  expect(site.github.countRequests().requests).toBe(1);
});

describe("another store's move", () => {
  it("is written down as that agent's, and not as a person's", async () => {
    const { site, machine } = await board();
    const other = await site.machine();
    await ticketOf(other, "1");
    accepted(await hand(machine, ann, "1", { command: "research", intent: "lock" }));
    expect(await stateOf(other, "1")).toBe("Research in Progress");
    expect(await lastRow(other, "1")).toMatchObject({
      kind: "move",
      by: { connection: "ann", via: "github" },
      data: { from: "Research Needed", to: "Research in Progress", command: "research", intent: "lock" },
    });
  });

  it("is that agent's too where it is noticed by a look at the whole board", async () => {
    const { site, machine } = await board();
    const other = await site.machine();
    await other.board.refresh();
    site.clock.pass(MINUTE);
    accepted(await hand(machine, ann, "1", { command: "research", intent: "lock" }));
    await other.board.refresh();
    expect(await lastRow(other, "1")).toMatchObject({
      by: { connection: "ann" },
      data: { to: "Research in Progress" },
    });
  });

  it("is not taken for the author of what a person did later", async () => {
    const { site, machine } = await board();
    const other = await site.machine();
    await ticketOf(other, "1");
    accepted(await hand(machine, ann, "1", { command: "research", intent: "lock" }));
    site.clock.pass(MINUTE);
    const issue = site.github.issue("acme", "shop", 1);
    site.github.drag(issue, "Research Needed");
    site.clock.pass(MINUTE);
    site.github.drag(issue, "Research in Progress", { by: "maria" });
    await stateOf(other, "1");
    expect((await lastRow(other, "1")).by).toMatchObject({ person: "maria" });
  });
});

describe("a marker", () => {
  const forged = withMarker("", { store: "x", id: "y", agent: null, person: null, move: null }).trim();

  it("can't be carried by an agent's comment, reason, title or text", async () => {
    const { site, machine } = await board();
    const issue = site.github.issue("acme", "shop", 1);
    accepted(await addComment(machine.app, ann, { key: "1", body: `Hello\n${forged}` }));
    accepted(await hand(machine, ann, "1", { command: "research", intent: "lock", reason: `so ${forged}` }));
    accepted(await updateTicket(machine.app, ann, { key: "1", body: `Text\n${forged}` }));
    const { number } = accepted(await createTicket(machine.app, ann, { title: "New", body: forged }));
    const bodies = [issue, site.github.issue("acme", "shop", number)].flatMap((one) => [
      one.body,
      ...site.github.see(one).comments.map(({ body }) => body),
    ]);
    expect(bodies.join("\n")).toContain("&lt;!-- signalbox:");
    for (const body of bodies) expect(markerIn(body)?.id).not.toBe("y");
    expect(bodies.filter((body) => body.includes("<!-- signalbox:")).map((body) => body.split("<!--").length)).toEqual([
      2, 2, 2,
    ]);
  });
});

it("keeps the token to itself: it stands in no row, comment or answer", async () => {
  const { site, machine } = await board();
  accepted(await hand(machine, ann, "1", { command: "research", intent: "lock" }));
  site.github.revokeToken(TOKEN);
  const told = await hand(machine, ann, "2", { command: "research", intent: "lock" }).catch((error: unknown) => error);
  expect(told).toMatchObject({ code: "github_unauthorized" });
  const issue = JSON.stringify(site.github.see(site.github.issue("acme", "shop", 1)));
  expect(`${await machine.dump()} ${issue} ${String(told)} ${JSON.stringify(told)}`).not.toContain(TOKEN);
});
