import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import type { RequestLine } from "../../../src/github/client/client.ts";
import { HANDOFF } from "../../../src/github/operations/handoff.ts";
import { MEMBERS } from "../../../src/github/operations/reading.ts";
import { VIEWER } from "../../../src/github/operations/set-up.ts";
import { query } from "../../../src/github/client/operation.ts";
import { startBoard, TOKEN } from "../../support/github/board.ts";
import type { Fault } from "../../support/github/fake/faults.ts";
import { comment, moveAndComment } from "./writes.ts";

const ONE = { owner: "acme", repo: "shop", number: 1, withClaim: false };
const BREAKDOWN = "Something went wrong while executing your query. This may be the result of a timeout.";
const SECONDARY = "You have exceeded a secondary rate limit.";

describe("a query", () => {
  it("brings back what was asked for", async () => {
    const { github, repository, project, client } = await startBoard();
    github.addIssue(repository, "One", { project, card: { "Workflow State": "Backlog" } });
    const { repository: found } = await client().query(HANDOFF, ONE);
    expect(found?.issue).toMatchObject({ number: 1, title: "One", closed: false });
    expect(found?.issue?.projectItems?.nodes).toMatchObject([{ state: { name: "Backlog" }, project: { number: 7 } }]);
  });

  it("tells what is not there by null, and no error", async () => {
    const { client } = await startBoard();
    expect((await client().query(HANDOFF, ONE)).repository).toMatchObject({ nameWithOwner: "acme/shop", issue: null });
    expect(await client().query(HANDOFF, { ...ONE, repo: "none" })).toMatchObject({ repository: null });
  });

  it("has a hole where one of many can't be seen", async () => {
    const { github, repository, client } = await startBoard();
    const secret = github.addRepository("acme", "secret");
    const ids = [github.addIssue(repository, "Seen").id, github.addIssue(secret, "Unseen").id];
    github.addToken({ token: TOKEN, login: "octo", blindTo: ["acme/secret"] });
    expect((await client().query(MEMBERS, { ids })).nodes).toMatchObject([{ title: "Seen" }, null]);
  });

  it.each<[string, Fault]>([
    ["502", { kind: "bad-gateway", when: "before" }],
    ["502 after it was carried out", { kind: "bad-gateway", when: "after" }],
    ["a dropped connection", { kind: "drop", when: "before" }],
    ["a connection dropped after", { kind: "drop", when: "after" }],
    ["no JSON", { kind: "garbage", body: "<html>" }],
    ["JSON that is no answer", { kind: "garbage", body: "[1,2]" }],
    ["null", { kind: "garbage", body: "null" }],
    ["text", { kind: "garbage", body: "hello", type: "text/plain" }],
    ["a breakdown", { kind: "garbage", body: JSON.stringify({ data: null, errors: [{ message: BREAKDOWN }] }) }],
    ["429 for a moment", { kind: "too-many", retryAfter: 2 }],
    ["403 for a moment", { kind: "forbidden", retryAfter: 2, message: SECONDARY }],
  ])("is sent again after %s", async (_, fault) => {
    const { github, client, clock } = await startBoard();
    github.faults.plan(fault, { times: 2 });
    expect(await client().query(VIEWER, {})).toMatchObject({ viewer: { login: "octo" } });
    expect(github.countRequests().requests).toBe(3);
    expect(clock.slept).toHaveLength(2);
  });

  it("is sent again where it was not answered in time", async () => {
    const { github, client } = await startBoard();
    github.faults.plan({ kind: "slow" });
    expect(await client({ timeoutMs: 1_000 }).query(VIEWER, {})).toMatchObject({ viewer: { login: "octo" } });
    expect(github.countRequests().requests).toBe(2);
  });

  it("waits longer each time, and gives up", async () => {
    const { github, client, clock } = await startBoard();
    github.faults.plan({ kind: "bad-gateway", when: "before" }, { times: 99 });
    await expect(client().query(VIEWER, {})).rejects.toMatchObject({ code: "github_failed" });
    expect(clock.slept).toEqual([500, 1000, 2000]);
    expect(github.countRequests().requests).toBe(4);
  });

  it.each<[string, Fault, string]>([
    ["401", { kind: "unauthorized" }, "github_unauthorized"],
    ["403 for good", { kind: "forbidden", message: "Resource protected by SSO" }, "github_forbidden"],
    ["403 for long", { kind: "forbidden", retryAfter: 600, message: SECONDARY }, "github_limited"],
    ["a secondary limit without a time", { kind: "forbidden", message: SECONDARY }, "github_limited"],
    ["429 without a time", { kind: "too-many" }, "github_limited"],
    ["the primary limit as 200", { kind: "limited", limit: "primary" }, "github_limited"],
    ["a secondary limit as 200", { kind: "limited", limit: "secondary" }, "github_limited"],
  ])("is not sent again after %s", async (_, fault, code) => {
    const { github, client, clock } = await startBoard();
    github.faults.plan(fault);
    await expect(client().query(VIEWER, {})).rejects.toMatchObject({ code });
    expect(github.countRequests().requests).toBe(1);
    expect(clock.slept).toEqual([]);
  });

  it("tells until when GitHub refuses, and asks nothing before then", async () => {
    const { github, client, clock } = await startBoard();
    const ours = client();
    const until = clock.now() + 600_000;
    github.faults.plan({ kind: "forbidden", retryAfter: 600, message: SECONDARY });
    await expect(ours.query(VIEWER, {})).rejects.toMatchObject({
      until,
      recovery: "Try again at 12:10:00 UTC (in 10 min).",
    });
    await expect(ours.query(VIEWER, {})).rejects.toMatchObject({ code: "github_held_back", until });
    expect(github.countRequests().requests).toBe(1);
    clock.pass(600_000);
    await ours.query(VIEWER, {});
  });

  it("that is wrong is refused with GitHub's words", async () => {
    const { client } = await startBoard();
    const wrong = query<unknown, object>("query Wrong { viewer { shoeSize } }");
    await expect(client().query(wrong, {})).rejects.toMatchObject({ code: "github_rejected" });
    const endless = query<unknown, object>(
      'query Endless { repository(owner: "acme", name: "shop") { labels { nodes { name } } } }',
    );
    await expect(client().query(endless, {})).rejects.toThrow("`first` or `last`");
    const greedy = query<unknown, object>(
      'query Greedy { repository(owner: "acme", name: "shop") { labels(first: 101) { nodes { name } } } }',
    );
    await expect(client().query(greedy, {})).rejects.toThrow("exceeds the `first` limit of 100");
  });

  it("finds GitHub on a server of one's own", async () => {
    const { url, client } = await startBoard();
    expect(await client({ apiUrl: `${url}/api/v3` }).query(VIEWER, {})).toMatchObject({ viewer: { login: "octo" } });
  });

  it("is told of, with what it cost and what is left", async () => {
    const { client } = await startBoard();
    const lines: RequestLine[] = [];
    await client({ onRequest: (line) => lines.push(line) }).query(VIEWER, {});
    const line = { operation: "Viewer", attempt: 1, outcome: "answer", status: 200, cost: 1, remaining: 4999 };
    expect(lines).toEqual([line]);
  });

  it("says where nothing listens", async () => {
    const { github, client, clock } = await startBoard();
    const ours = client();
    await github.close();
    await expect(ours.query(VIEWER, {})).rejects.toMatchObject({ code: "github_unreachable" });
    expect(clock.slept).toHaveLength(3);
  });
});

describe("a mutation", () => {
  const body = "Hello";

  it("answers with what was written", async () => {
    const { github, repository, client } = await startBoard();
    const issue = github.addIssue(repository, "One");
    const written = await comment(client(), issue, body);
    expect(written).toMatchObject({
      kind: "answered",
      problems: [],
      data: { comment: { commentEdge: { node: { body } } } },
    });
    expect(issue.comments).toMatchObject([{ body, author: "octo" }]);
  });

  it.each<[string, Fault, number]>([
    ["502 before the write", { kind: "bad-gateway", when: "before" }, 0],
    ["502 after the write", { kind: "bad-gateway", when: "after" }, 1],
    ["a connection dropped before the write", { kind: "drop", when: "before" }, 0],
    ["a connection dropped after the write", { kind: "drop", when: "after" }, 1],
    ["garbage", { kind: "garbage", body: "<html>" }, 1],
    ["a breakdown", { kind: "part", alias: "comment", message: BREAKDOWN, when: "after" }, 1],
    ["no answer in time", { kind: "slow" }, 1],
  ])("is unclear after %s, and is not sent again", async (_, fault, comments) => {
    const { github, repository, client } = await startBoard();
    const issue = github.addIssue(repository, "One");
    github.faults.plan(fault);
    const written = await comment(client({ timeoutMs: 2_000 }), issue, body);
    expect(written.kind).toBe("unclear");
    expect(github.countRequests().requests).toBe(1);
    expect(issue.comments).toHaveLength(comments);
  });

  it.each<[string, Fault, string]>([
    ["401", { kind: "unauthorized" }, "github_unauthorized"],
    ["403", { kind: "forbidden" }, "github_forbidden"],
    ["403 for a moment", { kind: "forbidden", retryAfter: 1, message: SECONDARY }, "github_limited"],
    ["429", { kind: "too-many", retryAfter: 1 }, "github_limited"],
    ["a limit as 200", { kind: "limited", limit: "secondary" }, "github_limited"],
  ])("was surely not written after %s", async (_, fault, code) => {
    const { github, repository, client } = await startBoard();
    const issue = github.addIssue(repository, "One");
    github.faults.plan(fault);
    await expect(comment(client(), issue, body)).rejects.toMatchObject({ code });
    expect(github.countRequests().requests).toBe(1);
    expect(issue.comments).toEqual([]);
  });

  it("was surely not written where nothing listens, or GitHub says no to all of it", async () => {
    const { github, repository, client } = await startBoard();
    const issue = github.addIssue(repository, "One");
    await expect(comment(client(), issue, " ")).rejects.toThrow("Body can't be blank");
    await github.close();
    await expect(comment(client(), issue, body)).rejects.toMatchObject({
      code: "github_unreachable",
    });
  });

  it("says which of its parts failed", async () => {
    const { github, repository, project, state, client } = await startBoard();
    const issue = github.addIssue(repository, "One", { project, card: { "Workflow State": "Backlog" } });
    github.faults.plan({ kind: "part", alias: "comment", message: "Something went wrong", when: "before" });
    const written = await moveAndComment(
      client(),
      {
        project: project.id,
        item: github.cardOf(issue).item.id,
        field: state.id,
        option: state.options[1]?.id ?? "",
      },
      issue,
      body,
    );
    expect(written).toMatchObject({
      kind: "answered",
      data: { state: { projectV2Item: { state: { name: "Research Needed" } } }, comment: null },
      problems: [{ path: ["comment"], message: "Something went wrong", unclear: true }],
    });
    expect(github.see(issue)).toMatchObject({ card: { "Workflow State": "Research Needed" }, comments: [] });
  });
});

describe("many at once", () => {
  it("do not stop at one that failed", async () => {
    const { github, client } = await startBoard();
    github.faults.plan({ kind: "unauthorized" }, { times: 2 });
    const ours = client({ atOnce: 1 });
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => ours.query(VIEWER, {})));
    expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled", "fulfilled"]);
  });
});

describe("a token", () => {
  it("stands in no error, answer or line of the log, whatever GitHub repeats", async () => {
    const { github, repository, client } = await startBoard();
    const issue = github.addIssue(repository, "One");
    const lines: RequestLine[] = [];
    const ours = client({ onRequest: (line) => lines.push(line), timeoutMs: 2_000, patienceMs: 0 });
    const echo = `Bad token ${TOKEN} in authorization: Bearer ${TOKEN}`;
    const faults: Fault[] = [
      { kind: "unauthorized" },
      { kind: "forbidden", message: echo },
      { kind: "garbage", body: echo },
      { kind: "garbage", body: JSON.stringify({ errors: [{ message: echo }] }) },
      { kind: "bad-gateway", when: "after" },
      { kind: "drop", when: "before" },
      { kind: "slow" },
    ];
    const seen: unknown[] = [];
    for (const fault of faults) {
      github.faults.plan(fault, { times: 9 });
      seen.push(await ours.query(VIEWER, {}).catch((error: unknown) => error));
      seen.push(await comment(ours, issue, "x").catch((error: unknown) => error));
      github.faults.clear();
    }
    const text = [...seen, ...lines, ours].map((thing) => inspect(thing, { depth: 20, showHidden: true })).join("\n");
    expect(text).toContain("[token]");
    expect(text).not.toContain(TOKEN);
  });

  it("is another for what touches projects, where there are two", async () => {
    const { github, client } = await startBoard();
    github.addAccount("User", "robot");
    github.addToken({ token: "ghp_other_other_other_other", login: "robot" });
    const ours = client({ tokens: { repository: "ghp_other_other_other_other", project: TOKEN } });
    expect(await ours.query(VIEWER, {})).toMatchObject({ viewer: { login: "robot" } });
    const asked = query<{ viewer: { login: string } }, object>("query Who { viewer { login } }");
    expect(await ours.query(asked, {})).toMatchObject({ viewer: { login: "octo" } });
  });
});
