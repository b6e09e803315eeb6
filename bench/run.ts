// The benchmark: every goal of speed, each against its baseline in the same run.
//   npm run bench                     all of it; docs/benchmarks.json is written anew, and with it the page
//   npm run bench -- --only 1,handoff   some rows, by number or name; nothing is written
//   npm run bench -- --only 7 --keep  some rows, which take the place of those that were measured before
//   npm run bench -- --quick          a few samples of each, to see that all of it works

import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { renderTable, windowWidth } from "../src/cli/screens/table.ts";
import { keepAwake } from "./awake.ts";
import { thisMachine } from "./machine.ts";
import { renderBenchmarks } from "../scripts/benchmarks.ts";
import { cellsOf, COLUMNS, type MeasuredRow, type Report } from "./report.ts";
import type { Row, Size } from "./row.ts";
import { ROWS } from "./rows.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const size: Size = values.quick ? "quick" : "full";
const asked = chosen(values.only);
const machine = thisMachine();
const measured: MeasuredRow[] = [];
console.error(`${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, load ${machine.loadBefore}`);

for (const row of asked) {
  console.error(`${row.number}. ${row.what} …`);
  const start = performance.now();
  const mayRest = row.awake ? keepAwake() : () => {};
  const findings = await row.measure(size);
  mayRest();
  const seconds = Math.round((performance.now() - start) / 100) / 10;
  const { number, name, what, baseline } = row;
  const short = findings.every(({ met }) => met) ? {} : { shortfall: row.shortfall ?? "Nobody has found out yet why." };
  measured.push({ number, name, what, baseline, seconds, findings, ...short });
  for (const { what, met, goal, ratio, ours } of findings) {
    const reached = (ratio?.median ?? ours.median).toFixed(2);
    console.error(`   ${met ? "met   " : "MISSED"} ${what}: ${reached}, goal ${goal}`);
  }
}

const report: Report = { measuredAt: new Date().toISOString(), size, machine, rows: measured };
const lines = measured.flatMap((row) => row.findings.map((finding) => cellsOf(row, finding)));
console.log(renderTable(COLUMNS, lines, windowWidth()));
for (const { number, findings } of measured) {
  for (const { what, note } of findings) if (note !== undefined) console.log(`${number}. ${what}: ${note}`);
}
for (const { number, shortfall } of measured) {
  if (shortfall !== undefined) console.log(`${number}. missed: ${shortfall}`);
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
if (size === "full" && (asked.length === ROWS.length || values.keep)) {
  writeFileSync("docs/benchmarks.json", `${JSON.stringify(withOthers(report), null, 2)}\n`);
  for (const { path, text } of renderBenchmarks()) writeFileSync(path, text);
  console.log("docs/benchmarks.json and docs/benchmarks.md are written.");
}
const missed = measured.flatMap((row) => row.findings).filter((finding) => !finding.met).length;
console.log(missed === 0 ? "Every goal is met." : `${missed} goals are missed.`);
// Some rows leave connections to servers that are gone; what was measured is told.
process.exit(missed === 0 || size === "quick" ? 0 : 1);

/** What was not measured this time stays as it was measured before, with its day and its machine. */
function withOthers(report: Report): Report {
  if (report.rows.length === ROWS.length) return report;
  const before = JSON.parse(readFileSync("docs/benchmarks.json", "utf8")) as Report;
  const apart = { measuredAt: report.measuredAt, machine: report.machine };
  const rows = new Map(
    [...before.rows, ...report.rows.map((row) => ({ ...row, apart }))].map((row) => [row.number, row]),
  );
  return { ...before, rows: [...rows.values()].toSorted((one, other) => one.number - other.number) };
}

function chosen(only: string | undefined): readonly Row[] {
  if (only === undefined) return ROWS;
  return only.split(",").map((word) => {
    const row = ROWS.find(({ number, name }) => String(number) === word || name === word);
    if (row) return row;
    const known = ROWS.map(({ number, name }) => `${number} ${name}`).join(", ");
    throw new Error(`There is no row "${word}"; there are ${known}.`);
  });
}
