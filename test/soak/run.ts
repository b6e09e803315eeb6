// The soak: agents at work for a long time while faults come and go, and a checker that follows.
//   npm run soak -- --minutes 30                    all phases; docs/soak.json is written anew
//   npm run soak -- --minutes 5 --only sqlite       some of them, by name
//   npm run soak -- --seed 7 --json FILE            the same faults in the same order as before; the summary to a file

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { thisMachine } from "../../bench/machine.ts";
import { github } from "./github.ts";
import { endOnSignals } from "./leftovers.ts";
import type { Phase, PhaseSummary } from "./phase.ts";
import { postgres } from "./postgres.ts";
import { sqlite } from "./sqlite.ts";
import { describePhase, summarize } from "./summary.ts";

/** How the time is shared out. */
const PHASES: readonly { readonly phase: Phase; readonly share: number }[] = [
  { phase: sqlite, share: 0.4 },
  { phase: postgres, share: 0.4 },
  { phase: github, share: 0.2 },
];
/** A run that is shorter is for trying something out. */
const WORTH_KEEPING_MINUTES = 30;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "30" },
    only: { type: "string" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    json: { type: "string" },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const asked = chosen(values.only);
const whole = asked.reduce((sum, { share }) => sum + share, 0);
const machine = thisMachine();
const measuredAt = new Date().toISOString();
console.log(`${minutes} minutes, seed ${seed}: ${asked.map(({ phase }) => phase.name).join(", ")}`);

endOnSignals();
const phases: PhaseSummary[] = [];
for (const { phase, share } of asked) {
  const summary = await phase.run({ minutes: (minutes * share) / whole, seed, tell });
  phases.push(summary);
  console.log(describePhase(summary));
}
const summary = summarize({ measuredAt, minutes, seed, machine, phases });
const text = `${JSON.stringify(summary, null, 2)}\n`;
if (values.json !== undefined) writeFileSync(values.json, text);
if (minutes >= WORTH_KEEPING_MINUTES && asked.length === PHASES.length) {
  writeFileSync("docs/soak.json", text);
  console.log("docs/soak.json is written.");
}
console.log(summary.breaches === 0 ? "No breach." : `${summary.breaches} breaches.`);
// Connections to servers that are gone may be left; what was found is told.
process.exit(summary.breaches === 0 ? 0 : 1);

function chosen(only: string | undefined): typeof PHASES {
  if (only === undefined) return PHASES;
  return only.split(",").map((word) => {
    const found = PHASES.find(({ phase }) => phase.name === word);
    if (found) return found;
    throw new Error(`There is no phase "${word}"; there are ${PHASES.map(({ phase }) => phase.name).join(", ")}.`);
  });
}

function tell(line: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
}
