// `npm run search`: more sequences than the tests have time for, or one of them again.

import { parseArgs } from "node:util";
import { replay, search, tellFinding } from "./search.ts";
import { SqliteStages } from "./sqlite-stage.ts";
import type { Step } from "./steps.ts";

const { values } = parseArgs({
  options: {
    sequences: { type: "string", default: "10000" },
    steps: { type: "string", default: "30" },
    seed: { type: "string", default: "1" },
    replay: { type: "string" },
  },
});

const stages = await SqliteStages.prepare();
const open = () => stages.open();
try {
  if (values.replay !== undefined) {
    const { breaches, calls } = await replay(open, JSON.parse(values.replay) as readonly Step[]);
    console.log([...calls, ...breaches].join("\n"));
    process.exitCode = breaches.length > 0 ? 1 : 0;
  } else {
    const begun = performance.now();
    const [sequences, steps, seed] = [values.sequences, values.steps, values.seed].map(Number);
    console.log(`${sequences} sequences of ${steps} steps, from seed ${seed} on`);
    const found = await search({ sequences: sequences ?? 0, steps: steps ?? 0, seed: seed ?? 0, open });
    const names = Object.keys(found.counts).toSorted((a, b) => (a < b ? -1 : 1));
    for (const name of names) console.log(`  ${name}: ${found.counts[name]}`);
    const seconds = Math.round((performance.now() - begun) / 1000);
    console.log(`${found.sequences} sequences, ${found.calls} calls, ${seconds} s`);
    if (found.finding) console.log(tellFinding(found.finding));
    process.exitCode = found.finding ? 1 : 0;
  }
} finally {
  await stages.close();
}
