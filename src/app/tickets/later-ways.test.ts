import { expect, it } from "vitest";
import { shipped } from "../../workflows/shipped.ts";
import { laterEdges } from "../../engine/tickets/guarded-ways.ts";

const machine = shipped("ticket-proof");
const later = (state: string | null): readonly string[] => laterEdges(machine, state).map(({ to }) => to);

it("looks ahead to the ways on the pipeline that ask for evidence, and not at the next step", () => {
  expect(later(null)).toEqual(["In Review", "Done"]);
  expect(later("Plan in Review")).toEqual(["In Review", "Done"]);
  expect(later("In Progress")).toEqual(["Done"]);
});

it("sees nothing ahead at the last step, at the end, and beside the pipeline", () => {
  expect(later("In Review")).toEqual([]);
  expect(later("Done")).toEqual([]);
  expect(later("Human Needed")).toEqual([]);
});

it("sees nothing in a workflow that asks for no evidence", () => {
  expect(laterEdges(shipped("ticket"), "Backlog")).toEqual([]);
});
