import { expect, it } from "vitest";
import { castOf } from "../../../src/demo/cast.ts";
import { ticketWorkflow } from "../../../src/demo/leases.ts";
import { laterTickets, projectTickets } from "../../../src/demo/project.ts";
import { Random } from "../../../src/demo/random.ts";
import { gatesOf, takesCommit, tradesOf, triageOf } from "../../../src/demo/roles.ts";

const workflow = ticketWorkflow(1);
const options = { agents: 6, seed: 7, pace: 1, patienceMs: 1000, project: null };

it("gives the same characters for the same seed, and others for another", () => {
  expect(castOf(workflow, options)).toEqual(castOf(workflow, options));
  expect(castOf(workflow, { ...options, seed: 8 })).not.toEqual(castOf(workflow, options));
});

it.each([1, 2, 3, 6, 11])("has every post filled with %i agents, and each name once", (agents) => {
  const cast = castOf(workflow, { ...options, agents });
  expect(cast).toHaveLength(agents + 1);
  expect(new Set(cast.map(({ name }) => name)).size).toBe(agents + 1);
  expect(cast.filter(({ triages }) => triages)).toHaveLength(1);
  expect(cast.filter(({ reviewsAfterMs }) => reviewsAfterMs !== null)).toHaveLength(1);
  expect(cast.filter(({ trades }) => trades.length === 0)).toHaveLength(1);
});

it("reads from the workflow what there is to do", () => {
  expect(tradesOf(workflow).map(({ command }) => command)).toEqual(["research", "plan", "impl"]);
  expect(triageOf(workflow)).toEqual({
    command: "triage",
    from: "Backlog",
    ways: ["Research Needed", "Ready for Plan"],
  });
  expect(gatesOf(workflow)).toEqual([
    { state: "Plan in Review", command: "review", approve: "complete", sendBack: "reject" },
    { state: "In Review", command: "review", approve: "close", sendBack: null },
  ]);
});

it("has one agent that claims what it has not seen, where work is handed on with its commit", () => {
  const asking = ticketWorkflow(1, { remote: "/project", base: "main" });
  expect(tradesOf(asking).filter((trade) => takesCommit(asking, trade))).toMatchObject([{ command: "impl" }]);
  const boasting = (agents: number, by = asking) =>
    castOf(by, { ...options, agents }).filter(({ habits }) => habits.boasts);
  expect(boasting(6)).toMatchObject([{ trades: ["impl", "research", "plan"] }]);
  expect(boasting(1)).toHaveLength(1);
  expect(boasting(6, workflow)).toEqual([]);
});

it("names in each ticket only tickets that come before it", () => {
  const seen = new Set<string>();
  for (const { title, parent, blockedBy = [] } of projectTickets()) {
    for (const other of [...(parent === undefined ? [] : [parent]), ...blockedBy]) expect(seen).toContain(other);
    seen.add(title);
  }
});

it("never runs out of new tickets, and never files the same one twice", () => {
  const later = laterTickets(new Random(1)).take(50).toArray();
  expect(new Set(later.map(({ title }) => title)).size).toBe(50);
});
