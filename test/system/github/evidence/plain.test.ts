// A board of our own whose work is proposed on GitHub: tickets stay here, and their pull requests are looked at there.

import { expect, it, onTestFinished } from "vitest";
import { readCards } from "../../../../src/app/pages/cards.ts";
import { namePull } from "../../../../src/app/evidence/name-pull.ts";
import { followMerge } from "../../../../src/app/tickets/follow-merge.ts";
import { plainBoard } from "../../../../src/github/tracker/plain-board.ts";
import { compile } from "../../../../src/engine/workflow/compile.ts";
import { shipped } from "../../../../src/workflows/shipped.ts";
import { passed } from "../../../support/github/fake/pull-requests.ts";
import { Site } from "../../../support/github/world.ts";
import { HEAD, inReview, OLDER, proof } from "../../../support/worlds/proof.ts";
import { accepted, lastRow, refused, stateOf, ticketIn } from "../../../support/worlds/steps.ts";
import { ann, appOn, maria, MINUTE } from "../../../support/worlds/world.ts";

const URL = "https://github.com/acme/shop";

async function open(name: "ticket" | "ticket-proof") {
  const site = await Site.open();
  onTestFinished(() => site.close());
  for (const person of ["maria", "robin"]) site.github.addAccount("User", person);
  for (const bot of ["ann-bot", "github-actions"]) site.github.addAccount("Bot", bot);
  const machine = compile({
    ...shipped(name).workflow,
    follow: [{ fact: "landed", from: "In Review", to: "Done" }],
  });
  const { store, ...place } = await site.machine();
  const board = plainBoard({
    store,
    client: site.client(),
    clock: site.clock,
    repository: { owner: "acme", repo: "shop" },
    url: URL,
    machine: () => Promise.resolve(machine),
    onTrouble: (error) => {
      throw error;
    },
  });
  const plain = { ...place, board, app: appOn(board, { machine }) };
  const world = name === "ticket-proof" ? proof(plain) : plain;
  board.pulls?.remote?.follow((merged) => followMerge(world.app, merged));
  const look = async (): Promise<readonly string[]> => {
    site.clock.pass(MINUTE);
    site.github.countRequests();
    await board.refresh();
    return site.github.countRequests().operations;
  };
  const cardOf = async (key: string) => (await readCards(world.app, { keys: [key] }))[0]?.pull;
  return { world, look, cardOf, github: site.github, repository: site.repository };
}

it("shows the pull request whose head is the ticket's commit, and follows its merge by what the workflow asks for", async () => {
  const { world, look, cardOf, github, repository } = await open("ticket-proof");
  const key = await inReview(world);
  const pull = github.pulls.openWithoutIssue(repository, { head: HEAD, title: "Add a basket" });
  github.pulls.check(pull, passed("test"));
  expect(await look()).toEqual(["RemotePulls"]);
  expect(await cardOf(key)).toMatchObject({ number: pull.number, state: "open", checks: { state: "passing" } });

  github.pulls.merge(pull, "maria");
  expect(await look()).toEqual(["RemotePulls"]);
  expect(await lastRow(world, key)).toMatchObject({
    kind: "move",
    by: { person: "maria", via: "github" },
    data: { from: "In Review", to: "Done" },
  });
  const facts = await world.board.evidence.facts(HEAD, ["landed"]);
  expect(facts[0]?.said).toMatchObject([{ level: "observed", source: "github", verdict: "pass" }]);
});

it("does not take what somebody has pushed since for the ticket's work", async () => {
  const { world, look, github, repository } = await open("ticket-proof");
  const key = await inReview(world);
  const pull = github.pulls.openWithoutIssue(repository, { head: HEAD });
  await look();
  github.pulls.push(pull, OLDER);
  github.pulls.merge(pull, "maria");
  await look();
  expect(await stateOf(world, key)).toBe("In Review");
});

it.for([
  ["its number", "#1"],
  ["its branch", "feature/basket"],
  ["a link to it", `${URL}/pull/1`],
])("takes a pull request that somebody names by %s, and follows its merge without a commit", async ([, which]) => {
  const { world, look, cardOf, github, repository } = await open("ticket");
  const key = await ticketIn(world, "In Review");
  const pull = github.pulls.openWithoutIssue(repository, { head: HEAD, branch: "feature/basket" });
  github.pulls.openWithoutIssue(repository, { head: OLDER });
  accepted(await namePull(world.app, ann, key, which ?? ""));
  await look();
  expect(await cardOf(key)).toMatchObject({ number: pull.number, total: 1 });
  expect(await stateOf(world, key)).toBe("In Review");
  github.pulls.merge(pull, "maria");
  await look();
  expect(await lastRow(world, key)).toMatchObject({ by: { person: "maria" }, data: { to: "Done" } });
  const { seq } = await world.board.ledger.head();
  await look();
  expect(await world.board.ledger.head()).toMatchObject({ seq });
});

it("asks by itself for one that was named and is older than those of a look, until it is over", async () => {
  const { world, look, cardOf, github, repository } = await open("ticket");
  const key = await ticketIn(world, "In Progress");
  const old = github.pulls.openWithoutIssue(repository, { head: HEAD });
  github.pulls.close(old);
  await world.advance(MINUTE);
  for (let index = 0; index < 40; index++) github.pulls.openWithoutIssue(repository, { head: OLDER });
  accepted(await namePull(world.app, maria, key, String(old.number)));
  expect(await look()).toEqual(["RemotePulls", "RemotePull"]);
  expect(await cardOf(key)).toMatchObject({ state: "closed" });
  expect(await look()).toEqual(["RemotePulls"]);
});

it("refuses a link that leads elsewhere", async () => {
  const { world } = await open("ticket");
  const key = await ticketIn(world, "In Review");
  refused(await namePull(world.app, ann, key, "https://example.com/acme/shop/pull/1"), "invalid_arguments");
});
