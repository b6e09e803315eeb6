// The status on a pull request: green only while its ticket may go on to where a merge takes it.

import { expect, it, onTestFinished } from "vitest";
import type { GuardSpec } from "../../../../src/engine/workflow/format.ts";
import { passed, type Opening } from "../../../support/github/fake/pull-requests.ts";
import type { PullRequest } from "../../../support/github/fake/world.ts";
import { openProof } from "../../../support/github/proof.ts";
import { building, HEAD, OLDER, submit, tested } from "../../../support/worlds/proof.ts";
import { accepted, hand, stateOf } from "../../../support/worlds/steps.ts";
import { ann, maria, MINUTE } from "../../../support/worlds/world.ts";
import { TOKEN } from "../../../support/github/world.ts";

const LANDED: GuardSpec = { type: "facts", facts: ["landed"], atLeast: "witnessed" };
const CHECKED: GuardSpec = { type: "facts", facts: ["checks", "landed"], atLeast: "observed" };

/** A ticket that is being built, with its pull request. */
async function open(guards: readonly GuardSpec[] = [LANDED], opening: Partial<Opening> = {}) {
  const trouble: unknown[] = [];
  const place = await openProof({ guards, onTrouble: (error) => trouble.push(error) });
  onTestFinished(() => place.site.close());
  const { world, site } = place;
  const key = await building(world);
  const issue = site.github.issue("acme", "shop", Number(key));
  const pull = site.github.pulls.open(issue, { head: HEAD, ...opening });
  await tested(world);
  const written = async (): Promise<void> => place.machine.board.refresh();
  const light = (): string | undefined => lightOn(pull);
  const lightOn = (one: PullRequest): string | undefined =>
    site.github.pulls.statusesOn(one).find(({ name }) => name === "signalbox/ticket")?.result;
  return { place, world, key, issue, pull, written, light, trouble, github: site.github };
}

it("is green when the ticket is handed in at the pull request's head, with one request more", async () => {
  const { place, world, key, light, written, github } = await open();
  // There is room in the state that it goes to: counted on a board that was read within 30 s.
  await written();
  github.countRequests();
  accepted(await submit(world, ann, key));
  await place.machine.board.refresh();
  const { operations } = github.countRequests();
  expect(operations.slice(0, 3)).toEqual(["Handoff", "Write", "POST statuses"]);
  expect(light()).toBe("SUCCESS");

  github.countRequests();
  await world.advance(6 * MINUTE);
  await written();
  expect(github.countRequests().operations).not.toContain("POST statuses");
});

it("is red again when the ticket is sent back", async () => {
  const { world, key, light, written } = await open();
  accepted(await submit(world, ann, key));
  accepted(await hand(world, maria, key, { toState: "In Progress" }));
  await written();
  expect(light()).toBe("FAILURE");
});

it("is red where the ticket was handed in at another commit", async () => {
  const { world, key, light, written } = await open([LANDED], { head: OLDER });
  accepted(await submit(world, ann, key));
  await written();
  expect(light()).toBe("FAILURE");
});

it("is red while a guard but that of landing does not hold, and turns green by itself", async () => {
  const { world, key, pull, light, written, github } = await open([CHECKED]);
  accepted(await submit(world, ann, key));
  await written();
  expect(light()).toBe("FAILURE");

  github.pulls.check(pull, passed("test"));
  await world.advance(6 * MINUTE);
  await written();
  expect(light()).toBe("SUCCESS");
});

it("needs no ticket's word for authors who are exempt", async () => {
  const { world, key, light, written } = await open([CHECKED], { author: "dependabot[bot]" });
  accepted(await submit(world, ann, key));
  await written();
  expect(light()).toBe("SUCCESS");
});

it("says nothing on pull requests into other branches", async () => {
  const { world, key, light, written } = await open([LANDED], { base: "7-feature" });
  accepted(await submit(world, ann, key));
  await written();
  expect(light()).toBeUndefined();
});

it("never fails a handoff, and is put right by a later look", async () => {
  const { key, world, light, github, written, trouble } = await open();
  github.addToken({ token: TOKEN, login: "octo", lacks: ["statuses"] });
  accepted(await submit(world, ann, key));
  await written();
  expect(await stateOf(world, key)).toBe("In Review");
  expect(light()).toBeUndefined();
  expect(trouble).not.toHaveLength(0);

  github.addToken({ token: TOKEN, login: "octo" });
  await world.advance(6 * MINUTE);
  await written();
  expect(light()).toBe("SUCCESS");
});

it("turns red what stayed green when the process that moved the ticket died", async () => {
  const { world, key, light, written, github } = await open();
  accepted(await submit(world, ann, key));
  await written();
  github.faults.plan({ kind: "forbidden" }, { on: "POST statuses" });
  accepted(await hand(world, maria, key, { toState: "In Progress" }));
  await world.advance(6 * MINUTE);
  await written();
  expect(light()).toBe("FAILURE");
});

it.for([
  ["failure", "FAILURE"],
  ["success", "SUCCESS"],
  [undefined, "FAILURE"],
] as const)(
  "says what withoutTicket (%s) says on pull requests without a ticket, and lets exempt authors through",
  async ([withoutTicket, result]) => {
    const place = await openProof({ guards: [LANDED], ...(withoutTicket ? { withoutTicket } : {}) });
    onTestFinished(() => place.site.close());
    const { github, repository } = place.site;
    const stray = github.pulls.openWithoutIssue(repository, { head: OLDER });
    const bump = github.pulls.openWithoutIssue(repository, { head: HEAD, author: "dependabot[bot]" });
    await place.machine.board.refresh();
    const lights = [stray, bump].map((pull) =>
      github.pulls.statusesOn(pull).map(({ name, result: shown }) => [name, shown]),
    );
    expect(lights).toEqual([[["signalbox/ticket", result]], [["signalbox/ticket", "SUCCESS"]]]);
  },
);
