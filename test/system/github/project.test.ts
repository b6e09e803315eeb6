import { describe, expect, it } from "vitest";
import { createFields } from "../../../src/github/setup/create-fields.ts";
import { describePlan, planFields, wantedFields } from "../../../src/github/setup/fields.ts";
import { findProject } from "../../../src/github/setup/project.ts";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import { TICKET } from "../../support/engine/situation.ts";
import { startBoard, STATES } from "../../support/github/board.ts";
import type { Fault } from "../../support/github/fake/faults.ts";

const WANTED = wantedFields(TICKET.workflow);

/** A project as GitHub makes it, of a user and of an organisation. */
async function startBare() {
  const board = await startBoard();
  const bare = board.github.addProject("octo", 3, "Bare");
  return { ...board, bare, ours: board.client() };
}

describe("a project", () => {
  it.each([
    ["octo", 3, "user"],
    ["acme", 7, "organization"],
  ])("of %s is found by its number", async (owner, number, ownedBy) => {
    const { ours } = await startBare();
    expect(await findProject(ours, { owner, number })).toMatchObject({ owner, number, ownedBy, mayUpdate: true });
  });

  it.each([
    ["acme", 99],
    ["nobody", 7],
  ])("of %s that is not there is named: %i", async (owner, number) => {
    const { ours } = await startBare();
    await expect(findProject(ours, { owner, number })).rejects.toMatchObject({
      code: "github_project_missing",
      recovery: `Look at its number with \`gh project list --owner ${owner}\`.`,
    });
  });

  it("comes with all of its fields, however many", async () => {
    const { github, bare, ours } = await startBare();
    for (let count = 0; count < 120; count++) github.addTextField(bare, `Field ${count}`);
    const { fields } = await findProject(ours, { owner: "octo", number: 3 });
    expect(fields).toHaveLength(123);
    expect(fields.find(({ name }) => name === "Status")).toMatchObject({ type: "SINGLE_SELECT" });
  });
});

describe("the fields of a project", () => {
  it("are wanted as the workflow says, each option with colour and description", () => {
    const [state] = WANTED;
    expect(state?.name).toBe("Workflow State");
    expect(state?.options.map(({ name }) => name)).toEqual(STATES);
    expect(state?.options.every(({ description }) => description !== "")).toBe(true);
    const colors = Object.fromEntries(state?.options.map(({ name, color }) => [name, color]) ?? []);
    expect(colors).toMatchObject({
      Backlog: "GRAY",
      "Research in Progress": "YELLOW",
      "Human Needed": "ORANGE",
      "In Progress": "BLUE",
      Done: "GREEN",
      Canceled: "GRAY",
    });
  });

  it("are planned first, in words, and nothing is changed by that", async () => {
    const { github, bare, ours } = await startBare();
    const plan = planFields(await findProject(ours, { owner: "octo", number: 3 }), WANTED);
    expect(describePlan(plan)).toEqual([
      `Create the field "Workflow State" with ${STATES.join(", ")}.`,
      'Create the field "Priority" with P0, P1, P2, P3.',
      'Create the field "Estimate" with XS, S, M, L, XL.',
    ]);
    expect(bare.fields).toHaveLength(3);
    expect(github.requests.every(({ kind }) => kind === "query")).toBe(true);
  });

  it("are then created, and a second time nothing is left to do", async () => {
    const { ours, github } = await startBare();
    const project = await findProject(ours, { owner: "octo", number: 3 });
    const created = await createFields(ours, project, WANTED);
    expect(created.fields.map(({ name }) => name)).toEqual([
      "Title",
      "Assignees",
      "Status",
      "Workflow State",
      "Priority",
      "Estimate",
    ]);
    expect(planFields(created, WANTED)).toEqual({ steps: [], obstacles: [] });
    github.countRequests();
    expect(await createFields(ours, project, WANTED)).toEqual(created);
    expect(github.countRequests()).toMatchObject({ requests: 1 });
  });

  it("keep the options that are there with their ids, and cards their places", async () => {
    const { github, repository, bare, ours } = await startBare();
    const field = github.addField(bare, "Workflow State", ["Done", "Waiting", "Backlog"]);
    const issue = github.addIssue(repository, "One", { project: bare, card: { "Workflow State": "Backlog" } });
    const before = [...field.options];
    const project = await findProject(ours, { owner: "octo", number: 3 });
    expect(describePlan(planFields(project, WANTED))[0]).toMatch(/^Add Research Needed, .*; its 3 options stay\.$/);
    await createFields(ours, project, WANTED);
    expect(field.options.filter(({ id }) => before.some((option) => option.id === id))).toEqual(before);
    expect(new Set(field.options.map(({ name }) => name))).toEqual(new Set([...STATES, "Waiting"]));
    expect(github.see(issue).card).toEqual({ "Workflow State": "Backlog" });
  });

  it("keep an option that a person adds between the plan and its work", async () => {
    const { github, bare, ours } = await startBare();
    const field = github.addField(bare, "Workflow State", ["Backlog"]);
    const project = await findProject(ours, { owner: "octo", number: 3 });
    github.addOption(field, "Parked");
    await createFields(ours, project, WANTED);
    expect(field.options.map(({ name }) => name)).toContain("Parked");
  });

  it("are not touched where one of that name is of another type", async () => {
    const { github, bare, ours } = await startBare();
    github.addTextField(bare, "Priority");
    const project = await findProject(ours, { owner: "octo", number: 3 });
    expect(planFields(project, WANTED).obstacles).toMatchObject([
      { what: 'The field "Priority" is no single select field (TEXT).' },
    ]);
    await expect(createFields(ours, project, WANTED)).rejects.toMatchObject({ code: "github_rejected" });
    expect(bare.fields).toHaveLength(4);
  });

  it("can't hold more options than GitHub takes", async () => {
    const { ours } = await startBare();
    const states = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`State ${index}`, {}]));
    const workflow: Workflow = { ...TICKET.workflow, states };
    const plan = planFields(await findProject(ours, { owner: "octo", number: 3 }), wantedFields(workflow));
    expect(plan.obstacles).toMatchObject([{ what: expect.stringContaining("51 options") }]);
  });

  it.each<Fault>([
    { kind: "bad-gateway", when: "before" },
    { kind: "bad-gateway", when: "after" },
    { kind: "drop", when: "after" },
    { kind: "garbage", body: "<html>" },
  ])("are never made twice, nor said to be there where they are not, after %j", async (fault) => {
    const { github, bare, ours } = await startBare();
    github.faults.plan(fault, { on: "CreateField" });
    const project = await findProject(ours, { owner: "octo", number: 3 });
    const outcome = await createFields(ours, project, WANTED).catch((error: unknown) => error);
    if (outcome instanceof Error) await createFields(ours, project, WANTED);
    expect(bare.fields.map(({ name }) => name).toSorted()).toEqual([
      "Assignees",
      "Estimate",
      "Priority",
      "Status",
      "Title",
      "Workflow State",
    ]);
  });
});
