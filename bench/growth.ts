// Cost against size: what grows with the board, and what does not.
//   npm run growth                 all of it; docs/growth.json and docs/images/growth-*.svg are written anew
//   npm run growth -- --only tickets,groups   some plots, shown and not written
//   npm run growth -- --only agents --keep   some plots, which take the place of those that were measured before
//   npm run growth -- --quick      two small sizes of each, to see that all of it works; nothing is written
//   npm run growth -- --into /tmp/plots   writes there, whatever was asked for
//   npm run growth -- --before /tmp/plots/growth.json   draws what another build has shown beside what this one shows

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { growAgents } from "./growth/agents.ts";
import { withBefore } from "./growth/before.ts";
import { growthOf, type Growth, type Plot } from "./growth/curves.ts";
import { growGroups } from "./growth/groups.ts";
import { growLedger } from "./growth/ledger.ts";
import { drawPlot } from "./growth/svg.ts";
import { showValue } from "./growth/ticks.ts";
import { growTickets } from "./growth/tickets.ts";
import { thisMachine } from "./machine.ts";
import type { Size } from "./row.ts";

const PLOTS = new Map<string, (size: Size) => Promise<Plot>>([
  ["tickets", growTickets],
  ["ledger", growLedger],
  ["agents", growAgents],
  ["groups", growGroups],
]);

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    into: { type: "string" },
    before: { type: "string" },
  },
});
const size: Size = values.quick ? "quick" : "full";
const asked = values.only?.split(",") ?? [...PLOTS.keys()];
const machine = thisMachine();
const before =
  values.before === undefined ? null : (JSON.parse(readFileSync(values.before, "utf8")) as Pick<Growth, "plots">);
const plots: Plot[] = [];
for (const name of asked) {
  const grow = PLOTS.get(name);
  if (!grow) throw new Error(`There is no plot "${name}"; there are ${[...PLOTS.keys()].join(", ")}.`);
  console.error(`${name} …`);
  const plot = withBefore(await grow(size), before);
  plots.push(plot);
  for (const line of linesOf(plot)) console.log(line);
}
const whole = size === "full" && asked.length === PLOTS.size;
const report: Growth = { measuredAt: new Date().toISOString(), machine, plots };
if (values.into !== undefined) write(values.into, values.into, report);
else if (whole) write("docs", join("docs", "images"), report);
else if (values.keep && size === "full") write("docs", join("docs", "images"), withOthers(report));
process.exit(0);

/** What was not measured this time stays as it was measured before. */
function withOthers({ measuredAt, machine, plots }: Growth): Growth {
  const before = JSON.parse(readFileSync(join("docs", "growth.json"), "utf8")) as Growth;
  const apart = plots.map((plot) => ({ ...plot, apart: { measuredAt, machine } }));
  const all = new Map([...before.plots, ...apart].map((plot) => [plot.name, plot]));
  return { ...before, plots: [...all.values()] };
}

function write(folder: string, images: string, report: Growth): void {
  mkdirSync(images, { recursive: true });
  writeFileSync(join(folder, "growth.json"), `${JSON.stringify(report, null, 2)}\n`);
  for (const plot of plots) writeFileSync(join(images, `growth-${plot.name}.svg`), drawPlot(plot));
  console.log(`${join(folder, "growth.json")} and ${join(images, "growth-*.svg")} are written.`);
}

function linesOf({ title, panels }: Plot): readonly string[] {
  return [
    title,
    ...panels.flatMap(({ y, unit, curves }) =>
      curves.map((curve) => {
        const points = curve.points.map(({ x, median }) => `${x}: ${showValue(unit, median)}`);
        return `  ${curve.name}, ${y}: ${points.join(", ")} (×${growthOf(curve).toFixed(2)})`;
      }),
    ),
  ];
}
