// This build against another one, row by row and by turns: the other, this one, the other again. What the other build
// shows when it is run twice is the spread; this one should lie within it.
//   npm run compare -- ../other-checkout --only 1,2,3     (both are built: `npm ci` does it)

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { renderTable, windowWidth } from "../src/cli/screens/table.ts";
import type { Finding } from "./finding.ts";
import type { Report } from "./report.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: "string", default: "1,2,3,4,5,6,7,8,9" } },
});
const [other] = positionals;
if (other === undefined) throw new Error("Name the other checkout: npm run compare -- ../other-checkout");
const OURS = resolve(import.meta.dirname, "..");
const THEIRS = resolve(other);
const folder = mkdtempSync(join(tmpdir(), "signalbox-compare-"));

const lines: string[][] = [];
for (const row of values.only.split(",")) {
  const before = measure(THEIRS, row);
  const ours = measure(OURS, row);
  const after = measure(THEIRS, row);
  for (const [index, finding] of ours.entries()) lines.push(line(row, finding, before[index], after[index]));
}
rmSync(folder, { recursive: true });
const titles = ["#", "what", "the other", "this one", "the other again", "between"];
console.log(
  renderTable(
    titles.map((title) => ({ title })),
    lines.map((cells) => cells.map((text) => ({ text }))),
    windowWidth(),
  ),
);

function measure(checkout: string, row: string): readonly Finding[] {
  const json = join(folder, "report.json");
  // A missed goal is exit code 1, and no reason to stop.
  const { status, error } = spawnSync(
    join(checkout, "node_modules/.bin/node"),
    ["bench/run.ts", "--only", row, "--json", json],
    { cwd: checkout, stdio: ["ignore", "ignore", "inherit"] },
  );
  if (error) throw error;
  if (status !== 0 && status !== 1) throw new Error(`row ${row} could not be measured in ${checkout}`);
  const report = JSON.parse(readFileSync(json, "utf8")) as Report;
  return report.rows.flatMap(({ findings }) => findings);
}

/** Rows with a baseline are compared by their ratios: what slows the machine down slows the baseline too. */
function line(row: string, ours: Finding, before: Finding | undefined, after: Finding | undefined): string[] {
  const shown = [before, ours, after].map((finding) => {
    const summary = finding?.ratio ?? finding?.ours;
    const unit = finding?.ratio ? "×" : ` ${finding?.ours.unit ?? ""}`;
    return summary ? `${summary.median.toFixed(2)}${unit} (${summary.low.toFixed(2)}–${summary.high.toFixed(2)})` : "";
  });
  return [row, ours.what, ...shown, isWithin(ours, before, after) ? "yes" : "NO"];
}

/** The median lies between the lowest and the highest quartile that the other build has shown. */
function isWithin(ours: Finding, before: Finding | undefined, after: Finding | undefined): boolean {
  const others = [before, after].flatMap((finding) => finding?.ratio ?? finding?.ours ?? []);
  const { median } = ours.ratio ?? ours.ours;
  return median >= Math.min(...others.map(({ low }) => low)) && median <= Math.max(...others.map(({ high }) => high));
}
