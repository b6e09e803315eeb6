import { onTestFinished, describe, expect, it } from "vitest";
import { makeSqliteWorld } from "../../../test/support/worlds/sqlite-world.ts";
import { accepted, hand, locked, newTicket, refused, ticketIn } from "../../../test/support/worlds/steps.ts";
import { ann, bob, maria, operator, MINUTE, type World } from "../../../test/support/worlds/world.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { shipped } from "../../workflows/shipped.ts";
import { tryWorkflow } from "./try-workflow.ts";

const TICKET = shipped("ticket").workflow;
const DAY = 24 * 60 * MINUTE;

async function makeWorld(): Promise<World> {
  const world = await makeSqliteWorld();
  onTestFinished(() => world.close());
  return world;
}

const tried = ({ app }: World, workflow: Workflow, days = 30) => tryWorkflow(app, workflow, { days });

/** Two tickets researched, one of them sent back; and a refusal. */
async function play(world: World): Promise<void> {
  for (const by of [ann, bob]) {
    const key = await ticketIn(world, "Research Needed");
    const { token } = await locked(world, by, key, "research");
    refused(await hand(world, maria, key, { toState: "Done" }), "invalid_transition");
    accepted(await hand(world, by, key, { command: "research", intent: "complete", claim: token }));
  }
}

const withEdges = (change: (edges: Workflow["edges"]) => Workflow["edges"]): Workflow => ({
  ...TICKET,
  edges: change(TICKET.edges),
});

describe("trying a workflow", () => {
  it("says that the workflow in force would have done the same", async () => {
    const world = await makeWorld();
    await play(world);
    expect(await tried(world, TICKET)).toMatchObject({
      changes: [],
      loosens: [],
      accepted: 6,
      refused: 2,
      wouldRefuse: { count: 0, tickets: 0, groups: [] },
      wouldPass: { count: 0, groups: [] },
      guards: [],
      stuck: [],
      unexplained: 0,
      leftOut: 0,
      afterDeviation: 0,
    });
  });

  it("names the moves that would have been refused, and why", async () => {
    const world = await makeWorld();
    await play(world);
    const without = withEdges((edges) =>
      edges.filter(({ from, to }) => from !== "Research in Progress" || to !== "Ready for Plan"),
    );
    const { wouldRefuse, wouldOverride } = await tried(world, without);
    expect(wouldRefuse).toMatchObject({ count: 2, tickets: 2 });
    expect(wouldRefuse.groups).toMatchObject([
      {
        from: "Research in Progress",
        to: "Ready for Plan",
        code: "invalid_transition",
        why: "no edge leads there",
        count: 2,
      },
    ]);
    expect(wouldRefuse.groups[0]?.examples.map(({ key, who }) => [key, who])).toEqual([
      ["1", "ann"],
      ["2", "bob"],
    ]);
    expect(wouldOverride).toBe(0);
  });

  it("counts what a new guard would have held up, by what the ledger says of others", async () => {
    const world = await makeWorld();
    const blocker = await newTicket(world);
    const key = await ticketIn(world, "Research Needed", { blockedBy: [blocker] });
    await locked(world, ann, key, "research");
    const guard = { type: "no_open_blockers" } as const;
    const guarded = (policy: "enforce" | "warn") =>
      withEdges((edges) =>
        edges.map((edge) => (edge.to === "Research in Progress" ? { ...edge, guards: [{ ...guard, policy }] } : edge)),
      );
    const strict = await tried(world, guarded("enforce"));
    expect(strict.wouldRefuse.groups).toMatchObject([{ code: "open_blockers", why: "no_open_blockers", count: 1 }]);
    expect(strict.guards).toEqual([
      { from: "Research Needed", to: "Research in Progress", guard: "no_open_blockers", moves: 1, policy: "enforce" },
    ]);
    const mild = await tried(world, guarded("warn"));
    expect(mild.wouldRefuse.count).toBe(0);
    expect(mild.guards).toMatchObject([{ moves: 1, policy: "warn" }]);
  });

  it("names the refusals that would have passed, and says which came after a first deviation", async () => {
    const world = await makeWorld();
    const key = await ticketIn(world, "Research Needed");
    for (const toState of ["Done", "Done"]) refused(await hand(world, maria, key, { toState }), "invalid_transition");
    const open = withEdges((edges) => [...edges, { from: "Research Needed", to: "Done" }]);
    const trial = await tried(world, open);
    expect(trial.wouldPass).toMatchObject({
      count: 2,
      tickets: 1,
      groups: [{ code: "invalid_transition", to: "Done" }],
    });
    expect(trial.afterDeviation).toBe(1);
    expect(trial.loosens).not.toEqual([]);
  });

  it("names tickets without a place or a way on", async () => {
    const world = await makeWorld();
    const [gone, shut] = [await ticketIn(world, "Research Needed"), await ticketIn(world, "In Review")];
    const { "Research Needed": _, ...states } = TICKET.states;
    const edges = TICKET.edges.filter(
      ({ from, to }) => from !== "Research Needed" && to !== "Research Needed" && from !== "In Review",
    );
    const { stuck } = await tried(world, { ...TICKET, states, edges });
    expect(stuck.toSorted((a, b) => (a.state < b.state ? -1 : 1))).toEqual([
      { state: "In Review", why: "no way on", count: 1, keys: [shut] },
      { state: "Research Needed", why: "no such state", count: 1, keys: [gone] },
    ]);
  });

  it("tells what an operator alone could have done from what anybody could", async () => {
    const world = await makeWorld();
    const key = await newTicket(world);
    const edge = TICKET.edges.find(({ from }) => from === "Backlog");
    if (!edge) throw new Error("nothing leads out of the start");
    accepted(await hand(world, operator, key, { toState: edge.to }));
    const shut = withEdges((edges) => edges.filter((other) => other !== edge));
    expect(await tried(world, shut)).toMatchObject({ wouldRefuse: { count: 0 }, wouldOverride: 1 });
  });

  it("looks back as many days as it is asked to", async () => {
    const world = await makeWorld();
    await play(world);
    await world.advance(3 * DAY);
    await play(world);
    expect(await tried(world, TICKET, 2)).toMatchObject({ accepted: 6, days: 2 });
    expect(await tried(world, TICKET, 4)).toMatchObject({ accepted: 12 });
  });
});
