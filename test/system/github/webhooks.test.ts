// What a webhook leads to, on a board in this process.

import { expect, it, onTestFinished } from "vitest";
import type { HintOutcome } from "../../../src/app/ports/mirror.ts";
import { digestOf } from "../../../src/app/keys/tokens.ts";
import { Arrival } from "../../../src/github/webhooks/arrival.ts";
import { EVENTS, namedIn } from "../../../src/github/webhooks/events.ts";
import { readHeard } from "../../../src/github/webhooks/heard.ts";
import { payloadOf, problemOf } from "../../support/github/fake/webhooks/payload.ts";
import type { Delivery } from "../../support/github/fake/webhooks/webhooks.ts";
import { Site } from "../../support/github/world.ts";
import { MINUTE } from "../../support/worlds/world.ts";

async function opened() {
  const site = await Site.open({ remember: 10 });
  onTestFinished(() => site.close());
  const { github, repository, project, clock } = site;
  const issue = github.addIssue(repository, "A ticket", { project, card: { "Workflow State": "Backlog" } });
  const machine = await site.machine();
  await machine.board.refresh();
  clock.pass(MINUTE);
  github.webhooks.add("http://127.0.0.1:1", "nobody listens there");
  github.webhooks.way = "held";
  const take = (delivery: Delivery | undefined): Promise<HintOutcome | undefined> => {
    if (!delivery) throw new Error("nothing was sent");
    const { event, body } = delivery;
    return Promise.resolve(
      machine.board.mirror?.hints.take({ event, payload: JSON.parse(body) as unknown, digest: digestOf(body) }),
    );
  };
  const dragged = async (to: string, by = "maria"): Promise<Delivery | undefined> => {
    github.drag(issue, to, { by });
    await github.webhooks.settled();
    return github.webhooks.held.splice(0).at(-1);
  };
  const state = async (): Promise<string | null | undefined> => (await machine.store.tickets.get("1"))?.state;
  return { site, github, machine, issue, take, dragged, state };
}

it("looks again where GitHub's copy is older than what its webhook has told", async () => {
  const { github, take, dragged, state } = await opened();
  const delivery = await dragged("Research Needed");
  github.faults.plan({ kind: "stale", writes: 1 }, { on: "Cards" });
  github.countRequests();
  expect(await take(delivery)).toBe("look");
  await expect.poll(state, { timeout: 10_000 }).toBe("Research Needed");
  expect(github.countRequests().operations.filter((name) => name === "Cards")).toHaveLength(2);
});

it("does not look for what it has written itself", async () => {
  const { site, github, machine, take, dragged, state } = await opened();
  // As whom we write is known from the first look at one ticket.
  await machine.board.tickets.get("1");
  const own = await dragged("Research Needed", "octo");
  await machine.board.refresh();
  expect(await state()).toBe("Research Needed");
  github.countRequests();
  expect(await take(own)).toBe("known");
  site.clock.pass(MINUTE);
  const theirs = await dragged("Ready for Plan");
  await machine.board.refresh();
  // Of the same time, and not ours: there may be a second change in it.
  expect(await take(theirs)).toBe("look");
});

it("gives a new card its first state because of the webhook, and does not wait for the next look", async () => {
  const { site, github, machine, take } = await opened();
  machine.board.mirror?.adopt(() => Promise.resolve(null));
  const added = github.addIssue(site.repository, "Another", { project: site.project, card: {}, by: "maria" });
  await github.webhooks.settled();
  const delivery = github.webhooks.held.splice(0).find(({ event }) => event === "projects_v2_item");
  expect(await take(delivery)).toBe("look");
  const shown = (): string | undefined => github.see(added).card?.["Workflow State"];
  await expect.poll(shown, { timeout: 10_000 }).toBe("Backlog");
});

it("makes looks rarer on every process of the board, until ten minutes have passed without any", async () => {
  const { site, machine, take, dragged } = await opened();
  const delivery = await dragged("Research Needed");
  const [here, there] = [new Arrival(machine.store, site.clock), new Arrival(machine.store, site.clock)];
  await there.askOthers();
  expect([here.isNow, there.isNow]).toEqual([false, false]);
  await take(delivery);
  const heard = async (): Promise<number | undefined> =>
    (await readHeard(machine.store)).kinds["projects_v2_item"]?.count;
  await expect.poll(heard, { timeout: 5_000 }).toBe(1);
  await there.askOthers();
  expect(there.isNow).toBe(true);

  site.clock.pass(11 * MINUTE);
  expect(there.isNow).toBe(false);
  // What somebody sends again says nothing of what comes now.
  await take(delivery);
  await expect.poll(heard, { timeout: 5_000 }).toBe(2);
  await there.askOthers();
  expect(there.isNow).toBe(false);
});

const AUTHOR = { date: "2026-01-05T12:00:00Z", email: "x@github.com" };
const REPOSITORY = { repository: { node_id: "R_1" } };
const COMMIT = "c0ffee".padEnd(40, "0");
const AT = { updated_at: "2026-01-05T12:00:00Z" };
const PULL = { pull_request: { head: { ref: "work", sha: COMMIT } } };
const SAMPLES: Readonly<Record<(typeof EVENTS)[number], readonly [string | null, Record<string, object | string>]>> = {
  projects_v2_item: [
    "edited",
    {
      projects_v2_item: {
        node_id: "PVTI_1",
        project_node_id: "PVT_1",
        content_node_id: "I_1",
        content_type: "Issue",
        ...AT,
      },
    },
  ],
  issues: ["reopened", { issue: { node_id: "I_1", ...AT }, ...REPOSITORY }],
  sub_issues: ["sub_issue_added", { sub_issue: { node_id: "I_1" }, parent_issue: { node_id: "I_2" } }],
  issue_dependencies: ["blocked_by_added", { blocked_issue: { node_id: "I_1" }, blocking_issue: { node_id: "I_2" } }],
  pull_request: ["closed", { ...PULL, ...REPOSITORY }],
  pull_request_review: ["submitted", { ...PULL, ...REPOSITORY }],
  check_run: ["completed", { check_run: { head_sha: COMMIT }, ...REPOSITORY }],
  check_suite: ["completed", { check_suite: { head_sha: COMMIT }, ...REPOSITORY }],
  status: [
    null,
    { sha: COMMIT, context: "ci", commit: { commit: { author: AUTHOR, committer: AUTHOR } }, ...REPOSITORY },
  ],
};

const NAMED: Readonly<Record<(typeof EVENTS)[number], object>> = {
  projects_v2_item: { project: "PVT_1", issues: [{ id: "I_1", item: "PVTI_1", at: Date.UTC(2026, 0, 5, 12) }] },
  issues: { repository: "R_1", issues: [{ id: "I_1", at: Date.UTC(2026, 0, 5, 12) }] },
  sub_issues: { issues: [{ id: "I_1" }, { id: "I_2" }] },
  issue_dependencies: { issues: [{ id: "I_1" }, { id: "I_2" }] },
  pull_request: { repository: "R_1", commits: [COMMIT], pull: true },
  pull_request_review: { repository: "R_1", commits: [COMMIT] },
  check_run: { repository: "R_1", commits: [COMMIT] },
  check_suite: { repository: "R_1", commits: [COMMIT] },
  status: { repository: "R_1", commits: [COMMIT] },
};

it.each(EVENTS)("reads %s as GitHub's own schema has it, and nothing that is no such thing", (event) => {
  const [action, known] = SAMPLES[event];
  const payload = payloadOf(event, action, known);
  expect(problemOf(event, action, payload)).toBeNull();
  expect(namedIn(event, payload)).toMatchObject(NAMED[event]);
  expect(namedIn(event, { ...payload, ...Object.fromEntries(Object.keys(known).map((name) => [name, 7])) })).toBeNull();
});
