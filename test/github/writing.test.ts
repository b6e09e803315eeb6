import { describe, expect, it } from "vitest";
import type { MoveMutationVariables } from "../../src/github/operations.generated.ts";
import {
  ADD_BLOCKER,
  ADD_CARD,
  ADD_CHILD,
  ADD_LABELS,
  CLEAR_FIELD,
  CREATE_ISSUE,
  EDIT_ISSUE,
  MOVE,
  PLACE,
  REMOVE_BLOCKER,
  REMOVE_CHILD,
  REMOVE_LABELS,
} from "../../src/github/operations/writing.ts";
import { startBoard } from "./board.ts";

async function start() {
  const board = await startBoard();
  const { github, repository, project, state } = board;
  const issue = github.addIssue(repository, "One", { project, card: { "Workflow State": "In Review" } });
  const other = github.addIssue(repository, "Two");
  const option = (name: string): string => state.options.find((candidate) => candidate.name === name)?.id ?? "";
  const move = (to: string, more: Partial<MoveMutationVariables> = {}): MoveMutationVariables => ({
    project: project.id,
    item: github.cardOf(issue).item.id,
    issue: issue.id,
    stateField: state.id,
    stateOption: option(to),
    comment: `To ${to}`,
    withStatus: false,
    close: false,
    reopen: false,
    ...more,
  });
  const field = (name: string) => {
    const found = project.fields.find((candidate) => candidate.name === name);
    if (!found) throw new Error(`There is no field ${name}`);
    return found;
  };
  return { ...board, issue, other, move, field, ours: board.client() };
}

describe("a move", () => {
  it("writes state, comment, status and the end of the issue in one request", async () => {
    const { github, issue, move, field, ours } = await start();
    const status = { statusField: field("Status").id, statusOption: field("Status").options[2]?.id ?? "" };
    const written = await ours.mutate(MOVE, {
      ...move("Done", { withStatus: true, ...status, close: true, closeReason: "COMPLETED" }),
    });
    expect(github.see(issue)).toMatchObject({
      closed: true,
      stateReason: "COMPLETED",
      comments: [{ body: "To Done", author: "octo" }],
      card: { "Workflow State": "Done", Status: "Done" },
    });
    expect(github.countRequests()).toMatchObject({ requests: 1, points: 1 });
    expect(written).toMatchObject({
      kind: "answered",
      problems: [],
      data: {
        state: { projectV2Item: { state: { name: "Done" } } },
        close: { issue: { closed: true, stateReason: "COMPLETED" } },
      },
    });
    expect(written).not.toHaveProperty("data.reopen");
  });

  it("opens an issue again", async () => {
    const { github, issue, move, ours } = await start();
    github.closeIssue(issue, "NOT_PLANNED");
    await ours.mutate(MOVE, move("In Progress", { reopen: true }));
    expect(github.see(issue)).toMatchObject({ closed: false, stateReason: "REOPENED" });
  });

  it("to an option that is gone, or of an archived card, leaves the state and says so", async () => {
    const { github, issue, move, ours } = await start();
    const gone = await ours.mutate(MOVE, move("Done", { stateOption: "deadbeef" }));
    expect(gone).toMatchObject({ data: { state: null }, problems: [{ path: ["state"] }] });
    github.archive(issue);
    const archived = await ours.mutate(MOVE, move("Done"));
    expect(archived).toMatchObject({ problems: [{ message: "The item is archived and cannot be updated" }] });
    expect(github.see(issue).card).toMatchObject({ "Workflow State": "In Review" });
  });
});

describe("a new issue", () => {
  it("comes onto the board without a state, and is placed by a second request", async () => {
    const { github, repository, project, issue, field, ours } = await start();
    const labels = repository.labels.slice(0, 1).map(({ id }) => id);
    const made = await ours.mutate(CREATE_ISSUE, {
      repository: repository.id,
      project: project.id,
      title: "Three",
      body: "About it",
      labels,
      parent: issue.id,
    });
    if (made.kind !== "answered") throw new Error("It was not made");
    const created = made.data.create?.issue;
    expect(created).toMatchObject({ number: 3, parent: { number: 1 } });
    const three = github.issue("acme", "shop", 3);
    expect(github.see(three)).toMatchObject({ card: {}, labels: ["bug"], parent: 1 });
    const item = created?.projectItems?.nodes?.[0]?.id ?? "";
    await ours.mutate(PLACE, {
      project: project.id,
      item,
      withState: true,
      stateField: field("Workflow State").id,
      stateOption: field("Workflow State").options[0]?.id ?? "",
      withPriority: true,
      priorityField: field("Priority").id,
      priorityOption: field("Priority").options[1]?.id ?? "",
      withEstimate: false,
    });
    expect(github.see(three).card).toEqual({ "Workflow State": "Backlog", Priority: "P1" });
    await ours.mutate(CLEAR_FIELD, { project: project.id, item, field: field("Priority").id });
    expect(github.see(three).card).toEqual({ "Workflow State": "Backlog" });
  });

  it("that was there before the board gets one card, however often it is added", async () => {
    const { github, project, other, ours } = await start();
    await ours.mutate(ADD_CARD, { project: project.id, issue: other.id });
    await ours.mutate(ADD_CARD, { project: project.id, issue: other.id });
    expect(github.see(other).card).toEqual({});
    expect(project.items).toHaveLength(2);
  });
});

describe("an issue", () => {
  it("is edited, and only where something was given", async () => {
    const { issue, ours } = await start();
    await ours.mutate(EDIT_ISSUE, { issue: issue.id, title: "Uno" });
    expect(issue).toMatchObject({ title: "Uno", body: "About One." });
  });

  it("gets and loses labels, blockers and a parent", async () => {
    const { github, repository, issue, other, ours } = await start();
    const labels = repository.labels.map(({ id }) => id);
    await ours.mutate(ADD_LABELS, { issue: issue.id, labels });
    await ours.mutate(REMOVE_LABELS, { issue: issue.id, labels: labels.slice(0, 1) });
    await ours.mutate(ADD_BLOCKER, { issue: issue.id, blocker: other.id });
    await ours.mutate(ADD_CHILD, { parent: other.id, child: issue.id, replaceParent: false });
    expect(github.see(issue)).toMatchObject({ labels: ["feature"], blockedBy: [2], parent: 2 });
    expect(github.see(other)).toMatchObject({ children: [1] });
    await ours.mutate(REMOVE_BLOCKER, { issue: issue.id, blocker: other.id });
    await ours.mutate(REMOVE_CHILD, { parent: other.id, child: issue.id });
    expect(github.see(issue)).toMatchObject({ blockedBy: [], parent: null });
  });

  it("is not linked where GitHub would not: to itself, twice, under a second parent, in a circle", async () => {
    const { github, repository, issue, other, ours } = await start();
    const third = github.addIssue(repository, "Three");
    github.block(issue, other);
    github.putUnder(issue, other);
    const adopt = (parent: string, child: string) => ours.mutate(ADD_CHILD, { parent, child, replaceParent: false });
    await expect(ours.mutate(ADD_BLOCKER, { issue: issue.id, blocker: issue.id })).rejects.toThrow("by itself");
    await expect(ours.mutate(ADD_BLOCKER, { issue: issue.id, blocker: other.id })).rejects.toThrow(
      "already been taken",
    );
    await expect(adopt(third.id, issue.id)).rejects.toThrow("only have one parent");
    await expect(adopt(issue.id, other.id)).rejects.toThrow("its own parent");
  });

  it("is written by nobody who only reads", async () => {
    const { github, issue, ours } = await start();
    github.addToken({ token: "ghp_0123456789abcdefghijABCDEFGHIJ012345", login: "octo", mayWrite: false });
    await expect(ours.mutate(EDIT_ISSUE, { issue: issue.id, title: "Uno" })).rejects.toMatchObject({
      code: "github_forbidden",
    });
  });
});
