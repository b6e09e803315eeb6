// Webhooks, from the fake GitHub to a real server: as they should come, and as they should not. While a dashboard is open there
// is a look every 12 seconds anyway; what is asserted of requests to GitHub shows that none of these had anything to do with it.

import { readFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import type { BoardAnswer } from "../../../../src/http/contract.ts";
import { HttpServer } from "../../../support/clients/http-server.ts";
import { LiveClient } from "../../../support/clients/live-client.ts";
import type { Delivery } from "../../../support/github/fake/webhooks/webhooks.ts";
import type { Issue } from "../../../support/github/fake/world.ts";
import { runProgram } from "../../../support/program.ts";
import { handIn, openDashboardStage, WEBHOOK_SECRET, type StageOptions } from "./dashboard-stage.ts";

const HEAD = "3f2c1ab".padEnd(40, "0");

async function opened(options: StageOptions = {}) {
  const stage = await openDashboardStage(3, { webhooks: true, ...options });
  onTestFinished(() => stage.close());
  const { server, github, issues } = stage;
  const [one, two, three] = issues;
  if (!one || !two || !three) throw new Error("there are no cards");
  const board = async (): Promise<BoardAnswer> =>
    (await (await fetch(`${server.url}/api/board`)).json()) as BoardAnswer;
  const { seq } = await board();
  const follow = async (url: string): Promise<Follower> => {
    const dashboard = new LiveClient();
    onTestFinished(() => dashboard.disconnect());
    await dashboard.connect(url, seq);
    const moves = (issue: Issue): readonly string[] =>
      dashboard.heard.flatMap(({ data }) =>
        data.row?.subject.key === String(issue.number) ? (data.row.to ?? []) : [],
      );
    return { dashboard, moves, moved: (issue, to) => dashboard.until(() => moves(issue).includes(to)) };
  };
  /** What those since the last time were answered. */
  const outcomes = async (): Promise<readonly (string | undefined)[]> => {
    await github.webhooks.settled();
    return github.webhooks.answers.splice(0).map(({ status, body }) => body.outcome ?? `${status} ${body.error?.code}`);
  };
  /** Those that this leads to, not sent yet. */
  const held = async (act: () => void): Promise<readonly Delivery[]> => {
    github.webhooks.way = "held";
    act();
    await github.webhooks.settled();
    github.webhooks.way = "sent";
    return github.webhooks.held.splice(0);
  };
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(new RegExp(`^signalbox_${name} (\\d+)$`, "m").exec(text)?.[1]);
  };
  return { ...stage, one, two, three, board, follow, ...(await follow(server.url)), outcomes, held, metric };
}

interface Follower {
  readonly dashboard: LiveClient;
  /** The states that it was seen to come to. */
  readonly moves: (issue: Issue) => readonly string[];
  readonly moved: (issue: Issue, to: string) => Promise<void>;
}

it("show a drag, a close, a new card and one that is gone, by a look at what they name", async () => {
  const { github, one, two, three, repository, project, moved, outcomes, dashboard, board } = await opened();
  github.countRequests();
  github.drag(one, "Research Needed", { by: "maria" });
  await moved(one, "Research Needed");
  const asked = github.countRequests().operations.filter((name) => name !== "BoardPulse");
  expect(asked).toEqual(["Cards", "LastComments"]);
  expect(await outcomes()).toEqual(["look"]);

  github.closeIssue(two);
  const isClosed = async (): Promise<boolean> =>
    (await board()).cards.some(({ number, closed }) => number === two.number && closed !== null);
  await expect.poll(isClosed).toBe(true);

  const place = { project, card: { "Workflow State": "Backlog" }, by: "maria" };
  const added = github.addIssue(repository, "Ticket 4", place);
  await dashboard.until((heard) => heard.some(({ data }) => data.row?.subject.key === String(added.number)));

  github.removeCard(three);
  const isThere = async (): Promise<boolean> => (await board()).cards.some(({ number }) => number === three.number);
  await expect.poll(isThere).toBe(false);
  expect(await outcomes()).toEqual(expect.arrayContaining(["look", "look", "look"]));
});

it("lead a ticket along with the merge of its pull request, though its issue stays open", async () => {
  const stage = await opened({ follow: true });
  const { github, one, moved, outcomes } = stage;
  const pull = await handIn(stage, one, HEAD);
  await outcomes();
  // As where the default branch is another: nothing of the issue changes.
  Object.assign(pull, { state: "MERGED", mergedBy: "maria", mergeCommit: "e".repeat(40) });
  github.webhooks.changing();
  await moved(one, "Done");
  expect(await outcomes()).toContain("look");
});

it("come out right when they are dropped, doubled, reordered or replayed, on a server that was started anew too", async () => {
  const stage = await opened({ env: { SIGNALBOX_GITHUB_MAX_AGE: "0" } });
  const { github, server, database, env, one, two, dashboard, moved, moves, outcomes, held, board, metric } = stage;
  const [first] = await held(() => github.drag(one, "Research Needed", { by: "maria" }));
  const before = Date.now();
  await expect.poll(() => Date.now()).toBeGreaterThan(before);
  const [second] = await held(() => github.drag(one, "Ready for Plan", { by: "maria" }));
  if (!first || !second) throw new Error("nothing was sent");
  await github.webhooks.send(second);
  await moved(one, "Ready for Plan");
  await github.webhooks.send(first);
  await github.webhooks.send(second);
  await github.webhooks.send({ ...second, id: "another" });
  expect(await outcomes()).toEqual(["look", "known", "repeated", "repeated"]);
  expect(await metric("webhooks_repeated_total")).toBe(2);

  const port = Number(new URL(server.url).port);
  await dashboard.disconnect();
  await server.stop();
  const anew = await HttpServer.start(database, env, port);
  onTestFinished(async () => void (await anew.stop()));
  await github.webhooks.send(second);
  expect(await outcomes()).toEqual(["repeated"]);

  github.webhooks.way = "dropped";
  github.drag(two, "Research Needed", { by: "maria" });
  await github.webhooks.settled();
  const { cards } = await board();
  expect(cards.find(({ number }) => number === two.number)?.state).toBe("Research Needed");
  expect(moves(one).filter((state) => state !== "Backlog")).toEqual(["Ready for Plan"]);
});

it("count for nothing when they are forged, of another project or repository, or of a kind that shows nowhere", async () => {
  const { github, server, one, outcomes, held, metric, database, env } = await opened({
    env: { SIGNALBOX_LOG: "debug" },
  });
  let log = "";
  server.process.stderr?.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const [drag] = await held(() => github.drag(one, "Research Needed", { by: "maria" }));
  if (!drag) throw new Error("nothing was sent");
  github.countRequests();
  await github.webhooks.send(drag, "a secret that somebody has made up");
  await github.webhooks.send({ ...drag, body: "" });
  const unsigned = await fetch(`${server.url}/github/webhooks`, { method: "POST", body: drag.body });
  expect(unsigned.status).toBe(401);
  expect(await outcomes()).toEqual(["401 signature_wrong", "401 signature_wrong"]);
  expect(await metric("webhooks_refused_total")).toBe(3);

  const [other, away] = [github.addProject("acme", 8), github.addRepository("acme", "away")];
  github.addField(other, "Workflow State", ["Backlog"]);
  const strange = github.addIssue(away, "Elsewhere", { project: other });
  await github.webhooks.settled();
  github.drag(strange, "Backlog");
  await github.webhooks.settled();
  github.closeIssue(strange);
  expect(new Set(await outcomes())).toEqual(new Set(["elsewhere"]));

  await github.webhooks.send(github.webhooks.make({ event: "ping", action: null, known: { zen: "Keep it logical." } }));
  await github.webhooks.send({ ...drag, event: "star" });
  await github.webhooks.send({ ...drag, body: "no JSON" });
  await github.webhooks.send({ ...drag, body: JSON.stringify("x".repeat(1024 * 1024)) });
  expect(await outcomes()).toEqual(["ping", "unused", "400 webhook_unreadable", "413 too_large"]);
  expect(github.countRequests().operations.filter((name) => name === "Cards")).toEqual([]);

  // What came is counted in the store a second later at the most.
  const heard = async (): Promise<string> =>
    (await runProgram(["doctor", "--github"], { env: { ...env, SIGNALBOX_DATABASE: database } })).stdout;
  await expect.poll(heard, { timeout: 20_000 }).toMatch(/GitHub webhooks: .*3 were refused/);
  for (const text of [log, readFileSync(database, "latin1"), await heard()]) expect(text).not.toContain(WEBHOOK_SECRET);
  expect(log).toContain("a webhook did not fit");
});

it("that come to one server are seen on every other of the same board", async () => {
  const { github, one, database, env, follow } = await opened();
  const other = await HttpServer.start(database, env);
  onTestFinished(async () => void (await other.stop()));
  const { moved } = await follow(other.url);
  github.drag(one, "Research Needed", { by: "maria" });
  await moved(one, "Research Needed");
  expect(github.countRequests().operations.filter((name) => name === "Cards")).toHaveLength(1);
});

it("are not taken where no secret is set, and a server does not start with one that can't be read", async () => {
  const { server, database, env } = await opened({ webhooks: false });
  const answer = await fetch(`${server.url}/github/webhooks`, { method: "POST", body: "{}" });
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: "webhooks_off" } }]);
  const starting = HttpServer.start(database, { ...env, SIGNALBOX_GITHUB_WEBHOOK_SECRET: "file:/nowhere" });
  await expect(starting).rejects.toThrow('SIGNALBOX_GITHUB_WEBHOOK_SECRET can\'t be used: there is no file "/nowhere"');
});
