import { describe, expect, it } from "vitest";
import type { Curve, Plot } from "./curves.ts";
import { drawPlot } from "./svg.ts";

const flat: Curve = {
  name: 'pick <claim> & "go"',
  colour: "plan",
  points: [
    { x: 1_000, median: 100, low: 80, high: 125, samples: 9 },
    { x: 100_000, median: 100, low: 80, high: 125, samples: 9 },
  ],
};
const steep: Curve = {
  name: "list",
  colour: "human",
  points: [
    { x: 1_000, median: 100, low: 100, high: 100, samples: 9 },
    { x: 100_000, median: 10_000, low: 10_000, high: 10_000, samples: 9 },
  ],
};

function plotOf(...curves: readonly Curve[]): Plot {
  return {
    name: "tickets",
    title: "Cost & size",
    how: "a < b",
    x: "tickets",
    panels: [{ y: "time", scale: "log", unit: "µs", curves }],
  };
}

/** Where the dots of a colour stand. */
function dots(svg: string, colour: string): readonly (readonly [number, number])[] {
  const found = svg.matchAll(new RegExp(`class="dot ${colour}" cx="([\\d.]+)" cy="([\\d.]+)"`, "g"));
  return [...found].map(([, x, y]) => [Number(x), Number(y)] as const);
}

describe("a plot as SVG", () => {
  it("shows what costs the same as a level line, and what costs more as one that rises", () => {
    const svg = drawPlot(plotOf(flat, steep));
    const [first, last] = dots(svg, "plan");
    const [start, end] = dots(svg, "human");
    expect(last?.[1]).toBe(first?.[1]);
    expect(start?.[1]).toBe(first?.[1]);
    expect(end?.[1]).toBeLessThan(Number(start?.[1]) - 50);
    expect(end?.[0]).toBe(last?.[0]);
    expect(svg).toContain("×100<");
    expect(svg).toContain("×1.0<");
  });

  it("gives each step of ten the same way on a logarithmic axis", () => {
    const points = [1_000, 10_000, 100_000].map((x) => ({ x, median: x, low: x, high: x, samples: 1 }));
    const [one, two, three] = dots(drawPlot(plotOf({ ...steep, points })), "human");
    expect(Number(three?.[0]) - Number(two?.[0])).toBeCloseTo(Number(two?.[0]) - Number(one?.[0]), 0);
    expect(Number(one?.[1]) - Number(two?.[1])).toBeCloseTo(Number(two?.[1]) - Number(three?.[1]), 0);
  });

  it("takes names as text, and never as part of the drawing", () => {
    const svg = drawPlot(plotOf(flat));
    expect(svg).toContain("pick &lt;claim&gt; &amp; &quot;go&quot;");
    expect(svg).not.toContain("<claim>");
    expect(svg).toContain("Cost &amp; size");
  });

  it("says in words what it shows", () => {
    expect(drawPlot(plotOf(steep))).toMatch(/<desc.*list, time: 100 µs at 1,000, 10 ms at 100,000\..*<\/desc>/);
  });
});
