// docs/benchmarks.md and its plots, from the figures that were measured last.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drawPlot } from "../bench/growth/svg.ts";
import { benchmarksPage, type Measured } from "../bench/page.ts";

const DOCS = join(import.meta.dirname, "../docs");

export function renderBenchmarks(): readonly { readonly path: string; readonly text: string }[] {
  const measured = { report: read("benchmarks"), growth: read("growth"), soak: read("soak") } as Measured;
  return [
    { path: "docs/benchmarks.md", text: benchmarksPage(measured) },
    ...measured.growth.plots.map((plot) => ({ path: `docs/images/growth-${plot.name}.svg`, text: drawPlot(plot) })),
  ];
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(join(DOCS, `${name}.json`), "utf8"));
}
