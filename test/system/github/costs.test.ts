import { Kind, parse, type OperationDefinitionNode } from "graphql";
import { describe, expect, it } from "vitest";
import { ourSchema } from "../../../scripts/github-schema.ts";
import { findOperations } from "../../../scripts/github-types.ts";
import { HANDOFF } from "../../../src/github/operations/handoff.ts";
import { BOARD_PAGE, BOARD_PULSE } from "../../../src/github/operations/board.ts";
import { CHILDREN, MEMBERS, SURROUNDINGS } from "../../../src/github/operations/reading.ts";
import { startBoard } from "../../support/github/board.ts";
import { costOf } from "../../support/github/fake/cost.ts";
import { moveAndComment } from "./writes.ts";

const schema = ourSchema();
const operations = await findOperations();
/** As many as GitHub takes. */
const IDS = Array.from({ length: 100 }, (_, index) => String(index));
const MOST = {
  ids: IDS,
  repositories: IDS.slice(0, 50),
  size: 100,
  children: 50,
  siblings: 100,
  pulls: 1,
  withClaim: true,
  withProof: true,
};

function measured(text: string, variables: Record<string, unknown>) {
  const document = parse(text);
  const operation = document.definitions.find(
    (definition): definition is OperationDefinitionNode => definition.kind === Kind.OPERATION_DEFINITION,
  );
  if (!operation) throw new Error("There is no operation");
  return costOf(schema, document, operation, variables);
}

describe("an operation", () => {
  it.each(operations.map((operation) => [operation.name, operation] as const))(
    "sets aside for %s what it costs at most",
    (_, { text, points }) => {
      expect(measured(text, MOST)).toMatchObject({ points, problems: [] });
    },
  );

  it.each(operations.filter(({ kind }) => kind === "query").map(({ name, text }) => [name, text] as const))(
    "that reads asks what is left: %s",
    (_, text) => {
      expect(text).toContain("rateLimit { cost limit remaining resetAt }");
    },
  );

  it.each(operations.map(({ name, text, content }) => [name, text, content] as const))(
    "counts the content that %s makes",
    (_, text, content) => {
      expect(text.match(/: (?:addComment|createIssue)\(/g)?.length ?? 0).toBe(content);
    },
  );
});

describe("on a board of 250 cards, a group of 50 among them", () => {
  it("costs what the operations say", async () => {
    const { github, repository, project, state, client } = await startBoard();
    const card = { "Workflow State": "Backlog" };
    const issues = Array.from({ length: 250 }, (_, index) =>
      github.addIssue(repository, `Ticket ${index}`, { project, card }),
    );
    const [parent, ...rest] = issues;
    const children = rest.slice(0, 50);
    for (const child of children) if (parent) github.putUnder(child, parent);
    const ours = client();
    const one = { owner: "acme", repo: "shop", number: 1 };
    const board = { project: project.id };
    const cost = async (step: Promise<unknown>) => {
      await step;
      const { requests, points } = github.countRequests();
      return { requests, points };
    };
    expect(await cost(ours.query(HANDOFF, { ...one, withClaim: false }))).toEqual({ requests: 1, points: 1 });
    const pulse = { ...board, repositories: [repository.id], since: "2026-01-01T00:00:00Z", pulls: 20 };
    expect(await cost(ours.query(BOARD_PULSE, pulse))).toEqual({ requests: 1, points: 1 });
    expect(await cost(ours.query(BOARD_PAGE, { ...board, size: 100 }))).toEqual({ requests: 1, points: 3 });
    const family = { ...one, number: 2, children: 50, siblings: 100 };
    expect(await cost(ours.query(SURROUNDINGS, family))).toEqual({ requests: 1, points: 5 });
    expect(await cost(ours.query(MEMBERS, { ids: children.map(({ id }) => id) }))).toEqual({ requests: 1, points: 2 });
    expect(await cost(ours.query(CHILDREN, { issue: parent?.id ?? "", size: 100 }))).toEqual({
      requests: 1,
      points: 3,
    });
    if (!parent) throw new Error("There is no parent");
    const place = {
      project: project.id,
      item: github.cardOf(parent).item.id,
      field: state.id,
      option: state.options[1]?.id ?? "",
    };
    expect(await cost(moveAndComment(ours, place, parent, "Moved."))).toEqual({ requests: 1, points: 1 });
  });
});
