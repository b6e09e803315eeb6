import { expect, it } from "vitest";
import { withBefore } from "./before.ts";
import type { Curve, Plot } from "./curves.ts";

function plotOf(median: number): Plot {
  const points = [{ x: 1, median, low: median, high: median, samples: 1 }];
  const curves: readonly Curve[] = [{ name: "SQLite", colour: "build", points }];
  return {
    name: "agents",
    title: "Work",
    how: "",
    x: "processes",
    panels: [{ y: "rate", scale: "linear", unit: "ms", curves }],
  };
}

it("draws another build's curves beside this one's, by another name and colour", () => {
  const [panel] = withBefore(plotOf(2), { plots: [plotOf(1)] }).panels;
  expect(panel?.curves.map(({ name, colour, points }) => [name, colour, points[0]?.median])).toEqual([
    ["SQLite", "build", 2],
    ["SQLite, before", "human", 1],
  ]);
});

it("leaves a plot alone that the other build has not shown", () => {
  expect(withBefore(plotOf(2), { plots: [] })).toEqual(plotOf(2));
  expect(withBefore(plotOf(2), null)).toEqual(plotOf(2));
});
