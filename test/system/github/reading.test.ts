import { describe, expect, it } from "vitest";
import { BOARD_PAGE } from "../../../src/github/operations/board.ts";
import { HANDOFF } from "../../../src/github/operations/handoff.ts";
import {
  BLOCKED,
  BLOCKERS,
  CHILDREN,
  COMMENTS,
  MEMBERS,
  SURROUNDINGS,
} from "../../../src/github/operations/reading.ts";
import { LABELS } from "../../../src/github/operations/set-up.ts";
import { allPages } from "../../../src/github/client/pages.ts";
import { query } from "../../../src/github/client/operation.ts";
import { startBoard } from "../../support/github/board.ts";

const BACKLOG = { "Workflow State": "Backlog" };

async function startMany(count: number) {
  const board = await startBoard();
  const issues = Array.from({ length: count }, (_, index) =>
    board.github.addIssue(board.repository, `Ticket ${index + 1}`, { project: board.project, card: BACKLOG }),
  );
  return { ...board, issues, ours: board.client() };
}

async function collect<T>(pages: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of pages) all.push(item);
  return all;
}

const numbers = (nodes: readonly ({ readonly number: number } | null)[] | null | undefined): number[] =>
  (nodes ?? []).flatMap((node) => (node ? [node.number] : []));

describe("a handoff reads", () => {
  it("where the card stands, since when, who put it there, and what writing takes", async () => {
    const { github, issues, project, state, ours, clock } = await startMany(1);
    const [issue] = issues;
    clock.pass(90_000);
    if (issue) github.drag(issue, "Research Needed", { by: "octo" });
    const { repository } = await ours.query(HANDOFF, { owner: "acme", repo: "shop", number: 1, withClaim: false });
    expect(repository?.issue?.projectItems?.nodes).toMatchObject([
      {
        isArchived: false,
        state: { name: "Research Needed", updatedAt: "2026-01-05T12:01:30.000Z", creator: { login: "octo" } },
        priority: null,
        status: null,
        project: {
          id: project.id,
          number: 7,
          owner: { login: "acme" },
          state: { id: state.id, options: state.options.map(({ id, name }) => ({ id, name })) },
          status: { name: "Status" },
        },
      },
    ]);
    expect(repository).not.toHaveProperty("ref");
  });

  it("an archived card as one, and none where there is none", async () => {
    const { github, issues, repository, ours } = await startMany(1);
    const read = async (number: number) =>
      (await ours.query(HANDOFF, { owner: "acme", repo: "shop", number, withClaim: false })).repository?.issue;
    if (issues[0]) github.archive(issues[0]);
    github.addIssue(repository, "Not on the board");
    expect((await read(1))?.projectItems?.nodes).toMatchObject([{ isArchived: true }]);
    expect((await read(2))?.projectItems).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it("the last comments, and says that there are more", async () => {
    const { github, issues, ours } = await startMany(1);
    const [issue] = issues;
    for (let count = 1; count <= 130; count++) if (issue) github.comment(issue, `Comment ${count}`, "ann");
    const { repository } = await ours.query(HANDOFF, { owner: "acme", repo: "shop", number: 1, withClaim: false });
    const last = repository?.issue?.comments;
    expect(last?.nodes?.[0]).toMatchObject({ body: "Comment 111", author: { login: "ann" }, viewerDidAuthor: false });
    expect(last?.pageInfo.hasPreviousPage).toBe(true);
    const before = last?.pageInfo.startCursor ?? null;
    const { node } = await ours.query(COMMENTS, { issue: issue?.id ?? "", before });
    const earlier = node && "comments" in node ? node.comments : null;
    expect([earlier?.nodes?.at(0)?.body, earlier?.nodes?.at(-1)?.body]).toEqual(["Comment 11", "Comment 110"]);
    expect(earlier?.pageInfo.hasPreviousPage).toBe(true);
  });
});

describe("the board", () => {
  it("is read to its end in pages of 100, without what is archived, and with drafts as such", async () => {
    const { github, issues, project, ours } = await startMany(205);
    github.addDraft(project, "An idea");
    for (const issue of issues.slice(0, 3)) github.archive(issue);
    github.countRequests();
    const cards = await collect(
      allPages(ours, BOARD_PAGE, { project: project.id, size: 100 }, ({ node }) =>
        node && "items" in node ? node.items : null,
      ),
    );
    expect(github.countRequests().requests).toBe(3);
    expect(cards).toHaveLength(203);
    expect(cards.at(0)?.content).toMatchObject({ number: 4 });
    expect(cards.at(-1)).toMatchObject({ type: "DRAFT_ISSUE", content: {} });
  });

  it("holds issues of several repositories, and hides those that can't be seen", async () => {
    const { github, project, ours } = await startMany(1);
    const other = github.addRepository("acme", "api");
    const secret = github.addRepository("acme", "secret");
    github.addIssue(other, "There", { project });
    github.addIssue(secret, "Hidden", { project });
    github.addToken({ token: "ghp_0123456789abcdefghijABCDEFGHIJ012345", login: "octo", blindTo: ["acme/secret"] });
    const { node } = await ours.query(BOARD_PAGE, { project: project.id, size: 100 });
    const items = node && "items" in node ? node.items.nodes : [];
    expect(items).toMatchObject([
      { content: { number: 1, repository: { nameWithOwner: "acme/shop" } } },
      { content: { number: 1, repository: { nameWithOwner: "acme/api" } }, state: null },
      { type: "REDACTED", content: null },
    ]);
  });
});

describe("links", () => {
  it("of 61 children and their parent are all there from any of them", async () => {
    const { github, issues, ours } = await startMany(62);
    const [parent, ...children] = issues;
    for (const child of children) if (parent) github.putUnder(child, parent);
    github.countRequests();
    const { repository } = await ours.query(SURROUNDINGS, {
      owner: "acme",
      repo: "shop",
      number: 40,
      children: 50,
      siblings: 100,
    });
    const siblings = repository?.issue?.parent?.subIssues;
    expect(numbers(siblings?.nodes)).toEqual(children.map(({ number }) => number));
    expect(siblings?.pageInfo.hasNextPage).toBe(false);
    expect(github.countRequests().requests).toBe(1);
    const below = await ours.query(CHILDREN, { issue: parent?.id ?? "", size: 100 });
    const found = below.node && "subIssues" in below.node ? below.node.subIssues : null;
    expect(found?.nodes).toHaveLength(61);
    expect(found?.nodes?.[0]?.timelineItems.nodes).toEqual([{ createdAt: "2026-01-05T12:00:00Z" }]);
  });

  it("both ways, open and closed, are read to their end", async () => {
    const { github, issues, ours } = await startMany(60);
    const [first, ...others] = issues;
    if (!first) throw new Error("There is no issue");
    for (const other of others) github.block(first, other);
    github.closeIssue(others[0] ?? first);
    const { repository } = await ours.query(HANDOFF, { owner: "acme", repo: "shop", number: 1, withClaim: false });
    expect(repository?.issue?.blockedBy).toMatchObject({ totalCount: 59, pageInfo: { hasNextPage: true } });
    expect(repository?.issue?.blockedBy.nodes?.slice(0, 2)).toMatchObject([{ closed: true }, { closed: false }]);
    const blockers = await collect(
      allPages(ours, BLOCKERS, { issue: first.id }, ({ node }) =>
        node && "blockedBy" in node ? node.blockedBy : null,
      ),
    );
    expect(numbers(blockers)).toEqual(others.map(({ number }) => number));
    const blocked = await collect(
      allPages(ours, BLOCKED, { issue: others[5]?.id ?? "" }, ({ node }) =>
        node && "blocking" in node ? node.blocking : null,
      ),
    );
    expect(numbers(blocked)).toEqual([1]);
  });

  it("of a chain that is known are read in one request", async () => {
    const { github, issues, ours } = await startMany(50);
    for (const [index, issue] of issues.entries()) {
      const before = issues[index - 1];
      if (before) github.block(issue, before);
    }
    github.countRequests();
    const { nodes } = await ours.query(MEMBERS, { ids: issues.map(({ id }) => id) });
    const links = nodes.map((node) => (node && "blockedBy" in node ? numbers(node.blockedBy.nodes) : null));
    expect(links).toEqual(issues.map(({ number }) => (number === 1 ? [] : [number - 1])));
    expect(github.countRequests()).toEqual({ requests: 1, points: 2, operations: ["Members"] });
  });
});

describe("labels", () => {
  it("are found with the ids that adding them takes", async () => {
    const { github, ours } = await startMany(0);
    const many = github.addRepository(
      "acme",
      "many",
      Array.from({ length: 150 }, (_, index) => `label ${index}`),
    );
    const labels = await collect(
      allPages(ours, LABELS, { repository: many.id }, ({ node }) => (node && "labels" in node ? node.labels : null)),
    );
    expect(labels).toEqual(many.labels);
  });
});

describe("pages", () => {
  it("that come again end in an error and not in a circle", async () => {
    const { ours } = await startMany(1);
    const operation = query<object, { after?: string | null }>("query Same { viewer { login } }");
    const pages = allPages(ours, operation, {}, () => ({
      pageInfo: { hasNextPage: true, endCursor: "same" },
      nodes: [1],
    }));
    await expect(collect(pages)).rejects.toThrow("the same page of Same twice");
  });
});
