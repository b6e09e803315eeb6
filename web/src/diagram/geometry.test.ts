import { expect, it } from "vitest";
import { at, crossings, cutCorners, trackWidth, type Line } from "./geometry.ts";

it("cuts a right angle at 45°, and no deeper than half of its shorter side", () => {
  expect(cutCorners([at(0, 0), at(0, 100), at(100, 100)], 14)).toEqual([
    at(0, 0),
    at(0, 86),
    at(14, 100),
    at(100, 100),
  ]);
  expect(cutCorners([at(0, 0), at(0, 10), at(100, 10)], 14)).toEqual([at(0, 0), at(0, 5), at(5, 10), at(100, 10)]);
});

it("shows one move beside thousands, and more moves as a wider line", () => {
  expect(trackWidth(1, 10_000)).toBeGreaterThan(trackWidth(0, 10_000));
  expect(trackWidth(50, 100)).toBeGreaterThan(trackWidth(10, 100));
  expect(trackWidth(10_000, 10_000)).toBeLessThan(9.1);
});

it("finds where lines cross, but not where they only join", () => {
  const flat = line("a", [at(0, 50), at(100, 50)]);
  const across = line("b", [at(40, 0), at(40, 100)]);
  const joining = line("c", [at(60, 0), at(60, 50)]);
  expect(crossings([flat, across, joining])).toEqual([{ x: 40, y: 50, over: across }]);
});

function line(edge: string, points: Line["points"]): Line {
  return { edges: [edge], points, tone: null, arrow: false, label: null };
}
