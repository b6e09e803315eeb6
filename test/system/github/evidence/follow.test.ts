// A person merges on GitHub, and the ticket follows; or drags its card, past what was asked for.

import { expect, it, onTestFinished } from "vitest";
import { readProofNeeds } from "../../../../src/app/evidence/proof-needs.ts";
import { viewNeeds } from "../../../../src/app/pages/needs-you.ts";
import { addComment } from "../../../../src/app/tickets/comment.ts";
import { followMerge } from "../../../../src/app/tickets/follow-merge.ts";
import { passed } from "../../../support/github/fake/pull-requests.ts";
import { finish, observedAt, openProof, reviewed, type Asks, type InReview } from "../../../support/github/proof.ts";
import { OLDER } from "../../../support/worlds/proof.ts";
import { accepted, lastRow, stateOf } from "../../../support/worlds/steps.ts";
import { maria, MINUTE } from "../../../support/worlds/world.ts";

async function open(asks: Asks = {}) {
  const place = await openProof(asks);
  onTestFinished(() => place.site.close());
  place.machine.board.mirror?.follow((merged) => followMerge(place.world.app, merged));
  const ticket = await reviewed(place);
  await place.machine.board.refresh();
  await place.world.advance(MINUTE);
  const look = async (): Promise<void> => {
    await place.world.advance(MINUTE);
    await place.machine.board.refresh();
  };
  const needs = async ({ key }: InReview) =>
    (await viewNeeds(place.world.app)).filter(({ card }) => card.key === key).map(({ kind }) => kind);
  return { place, ticket, look, needs, github: place.site.github };
}

it("lets the ticket follow in the name of the person who merged", async () => {
  const { place, ticket, look, needs, github } = await open();
  finish(place, ticket);
  await look();

  expect(await lastRow(place.world, ticket.key)).toMatchObject({
    kind: "move",
    by: { person: "maria", via: "github" },
    data: { from: "In Review", to: "Done" },
  });
  expect(github.see(ticket.issue)).toMatchObject({ closed: true, card: { "Workflow State": "Done" } });
  expect(await observedAt(place)).toMatchObject({ landed: "pass" });
  expect(await needs(ticket)).toEqual([]);
});

it("leaves a ticket where it is whose guards don't hold, asks a person to look, and does not try again", async () => {
  const { place, ticket, look, needs, github } = await open();
  github.pulls.check(ticket.pull, passed("test"));
  github.pulls.merge(ticket.pull, "maria");
  await look();

  expect(await stateOf(place.world, ticket.key)).toBe("In Review");
  expect(await lastRow(place.world, ticket.key)).toMatchObject({ kind: "refuse", by: { person: "maria" } });
  expect(await needs(ticket)).toEqual(["merged_ungated"]);

  const { seq } = await lastRow(place.world, ticket.key);
  await look();
  expect(await lastRow(place.world, ticket.key)).toMatchObject({ seq });
});

it.for([
  ["our own login, which agents have too", "octo"],
  ["an app", "github-actions"],
])("does not take a merge by %s for a person's word", async ([, by]) => {
  const { place, ticket, look, needs, github } = await open({
    guards: [{ type: "facts", facts: ["landed"], atLeast: "observed" }],
  });
  github.pulls.merge(ticket.pull, by ?? "");
  await look();
  expect(await stateOf(place.world, ticket.key)).toBe("In Review");
  expect(await needs(ticket)).toEqual(["merged_ungated"]);
});

it("asks a person to look where something else was merged than what was handed in", async () => {
  const { place, ticket, look, needs, github } = await open();
  github.pulls.push(ticket.pull, OLDER);
  github.pulls.merge(ticket.pull, "maria");
  await look();
  expect(await observedAt(place)).toEqual({ landed: "unknown" });
  expect(await needs(ticket)).toEqual(["merged_ungated"]);
});

it("sees a merge that does not close the issue within a few minutes", async () => {
  const { place, ticket, github } = await open();
  github.pulls.check(ticket.pull, passed("test"));
  github.pulls.review(ticket.pull, "maria");
  // As where the branch that work is merged into is not the default one.
  Object.assign(ticket.pull, { state: "MERGED", mergedBy: "maria", mergeCommit: "e".repeat(40) });
  await place.world.advance(6 * MINUTE);
  await place.machine.board.refresh();
  expect(await stateOf(place.world, ticket.key)).toBe("Done");
});

it("follows once, though two processes look at the same time", async () => {
  const { place, ticket } = await open();
  const other = await place.site.beside(place.machine, { workflow: place.world.app.machine });
  other.board.mirror?.follow((merged) => followMerge({ ...place.world.app, board: other.board }, merged));
  finish(place, ticket);
  await place.world.advance(MINUTE);
  await Promise.all([place.machine.board.refresh(), other.board.refresh()]);
  const rows = await place.world.board.ledger.history({ type: "ticket", key: ticket.key }, 100);
  expect(rows.filter(({ data }) => data["to"] === "Done").map(({ kind }) => kind)).toEqual(["move"]);
});

it("records a card that was dragged past a guard as an override, until a person has looked", async () => {
  const { place, ticket, look, needs, github } = await open();
  github.drag(ticket.issue, "Done", { by: "robin" });
  await look();

  const row = await lastRow(place.world, ticket.key);
  expect(row).toMatchObject({ kind: "override", by: { person: "robin", via: "github" }, data: { to: "Done" } });
  expect(row.data["guards"]).toMatchObject([{ type: "facts", met: false }]);
  expect(await needs(ticket)).toEqual(["dragged_ungated"]);

  accepted(await addComment(place.world.app, maria, { key: ticket.key, body: "I have looked: it is fine." }));
  expect(await readProofNeeds(place.world.app)).toEqual([]);
});

it("takes a drag for a move like any other where everything that was asked for is there", async () => {
  const { place, ticket, look, github } = await open();
  place.machine.board.mirror?.follow(() => Promise.resolve());
  finish(place, ticket);
  github.drag(ticket.issue, "Done", { by: "robin" });
  await look();
  expect(await lastRow(place.world, ticket.key)).toMatchObject({ kind: "move", by: { person: "robin" } });
  expect(await readProofNeeds(place.world.app)).toEqual([]);
});
