// What GitHub shows of pull requests, in the one query of a handoff.

import { expect, it, onTestFinished } from "vitest";
import { Site, TOKEN } from "../../../support/github/world.ts";
import { passed } from "../../../support/github/fake/pull-requests.ts";
import { accept, finish, observedAt, openProof, reviewed, type Asks } from "../../../support/github/proof.ts";
import { HEAD, OLDER } from "../../../support/worlds/proof.ts";
import { maria } from "../../../support/worlds/world.ts";
import { accepted, hand, refused, ticketIn } from "../../../support/worlds/steps.ts";

async function open(asks: Asks = {}) {
  const place = await openProof(asks);
  onTestFinished(() => place.site.close());
  return place;
}

it("lets a ticket through whose pull request was checked, approved and merged, in two requests and two points", async () => {
  const place = await open();
  const ticket = await reviewed(place);
  finish(place, ticket);
  place.site.github.countRequests();

  accepted(await accept(place, ticket));

  const { requests, points } = place.site.github.countRequests();
  expect({ requests, points }).toEqual({ requests: 2, points: 2 });
  expect(await observedAt(place)).toEqual({ pr: "pass", checks: "pass", review: "pass", landed: "pass" });
});

it("refuses one whose pull request is open, and remembers what it saw with the refusal", async () => {
  const place = await open();
  const ticket = await reviewed(place);
  place.site.github.pulls.check(ticket.pull, passed("test"));

  const refusal = refused(await accept(place, ticket), "facts_missing");

  expect(refusal.error).toContain("landed");
  expect(await observedAt(place)).toEqual({ pr: "pass", checks: "pass" });
});

it("says of checks that the token may not read that they are unknown, and nothing else fails", async () => {
  const place = await open();
  const ticket = await reviewed(place);
  finish(place, ticket);
  place.site.github.addToken({ token: TOKEN, login: "octo", lacks: ["checks"] });
  place.site.github.countRequests();

  refused(await accept(place, ticket), "facts_missing");

  expect(await observedAt(place)).toEqual({ pr: "pass", checks: "unknown", review: "pass", landed: "pass" });
  expect(place.site.github.countRequests()).toMatchObject({ requests: 1, points: 1 });
});

it("goes on without pull requests where the token may not read them at all", async () => {
  const place = await open({ guards: [] });
  const ticket = await reviewed(place);
  place.site.github.addToken({ token: TOKEN, login: "octo", lacks: ["pull requests"] });
  accepted(await accept(place, ticket));
  expect(await observedAt(place)).toEqual({});
});

it("takes back what GitHub no longer shows: an approval that was dismissed, a branch that went on", async () => {
  const place = await open();
  const ticket = await reviewed(place);
  const { pulls } = place.site.github;
  pulls.check(ticket.pull, passed("test"));
  pulls.review(ticket.pull, "maria");
  refused(await accept(place, ticket), "facts_missing");
  expect(await observedAt(place)).toMatchObject({ review: "pass" });

  pulls.review(ticket.pull, "maria", "DISMISSED");
  refused(await accept(place, ticket), "facts_missing");
  expect(await observedAt(place)).toMatchObject({ review: "unknown", checks: "pass" });

  pulls.push(ticket.pull, OLDER);
  refused(await accept(place, ticket), "facts_missing");
  expect(await observedAt(place)).toEqual({ pr: "unknown", checks: "unknown", review: "unknown" });
});

it("writes what it saw once, however often it is asked", async () => {
  const place = await open();
  const ticket = await reviewed(place);
  for (let time = 0; time < 3; time++) refused(await accept(place, ticket), "facts_missing");
  const rows = await place.machine.store.ledger.history({ type: "commit", key: HEAD }, 100);
  expect(
    rows.filter(({ kind, data }) => kind === "fact" && "level" in data && data["level"] === "observed"),
  ).toHaveLength(2);
});

it("looks at no pull request where the workflow asks for no evidence", async () => {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const machine = await site.machine();
  const key = await ticketIn(machine, "In Review");
  const pull = site.github.pulls.open(site.github.issue("acme", "shop", Number(key)), { head: HEAD });
  site.github.pulls.check(pull, passed("test"));
  accepted(await hand(machine, maria, key, { toState: "Done" }));
  expect(await machine.store.evidence.list(10)).toEqual([]);
});
