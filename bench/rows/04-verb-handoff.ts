// What our own work costs beside the database's: everything between the verb and the file, without waiting for the disk.

import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { agent, person, researchable } from "../../test/support/processes/app.ts";
import { done, inFolder, openBenchApp, type BenchApp } from "../boards/bench-app.ts";
import { byTurns, timed } from "../by-turns.ts";
import { atMostTimes, type Sample } from "../finding.ts";
import { deedsAfter, HandWritten, lastRow } from "../hand-written.ts";
import type { Row } from "../row.ts";

export const verbHandoff: Row = {
  number: 4,
  awake: true,
  name: "verb-handoff",
  what: "the verb handoff in this process: read, decide, commit (synchronous=OFF)",
  baseline: "the same rows read for, made and written by hand with prepared statements",
  shortfall:
    "Each statement timed, 12,000 handoffs on each side: SQLite takes 42 µs of ours and 37 of the baseline's. COMMIT is 25 and 23 of it; ours reads 18 columns of the ticket and not 7, the workflow in force with the head, the schema's version, and at a lock the sessions that it ends. The rest by a profile of 60,000 handoffs: two looks whether file and WAL are still in their place 4.5 µs, the row's text with its keys in order 4.3 (of which the sorting is 1.7, measured by itself), its salt and digests 2.0, the garbage collector 2.0, and everything else, the decision, the plan, the promises and the answer, 6. What could still be left out is what makes a lost file, another schema or a row that was tampered with show.",
  measure: async (size) => {
    const [tickets, rounds] = size === "full" ? [100, 40] : [10, 3];
    return inFolder(async (folder) => {
      const file = join(folder, "ours.db");
      const prepared = await openBenchApp(file);
      const keys: string[] = [];
      for (let made = 0; made < tickets; made++) keys.push(await researchable(prepared.app));
      await prepared.board.close();
      // The same tickets, indexes and triggers on both sides.
      const other = join(folder, "hand-written.db");
      await copyFile(file, other);

      const ours = await openBenchApp(file);
      const before = lastRow(file);
      const handoffs = await goRound(ours, keys);
      const deeds = deedsAfter(file, before);
      const theirs = new HandWritten(other, "OFF");
      try {
        const taken = await byTurns(
          rounds,
          async () => perHandoff(await timed(() => goRound(ours, keys)), handoffs),
          async () => perHandoff(await timed(() => deeds.forEach((deed) => theirs.write(deed))), handoffs),
          3,
        );
        const what = `handoff, of ${handoffs} in a row`;
        return [atMostTimes(1.5, { what, unit: "µs", ...taken })];
      } finally {
        await ours.board.close();
        theirs.close();
      }
    });
  },
};

/** Each ticket is locked, given up and sent back, so that the next round finds it where this one did. */
async function goRound({ app }: BenchApp, keys: readonly string[]): Promise<number> {
  const worker = agent("bench");
  for (const key of keys) {
    const locked = done(await handoff(app, worker, { key, command: "research", intent: "lock", reason: REASON }));
    const claim = locked.claim?.token;
    done(await handoff(app, worker, { key, command: "research", intent: "escalate", reason: REASON, claim }));
    done(await handoff(app, person, { key, toState: "Research Needed", reason: REASON }));
  }
  return keys.length * 3;
}

const REASON = "The endpoint answers 500 for empty bodies; the handler wants a guard before it parses.";

function perHandoff({ value, cpuMs }: Sample, handoffs: number): Sample {
  return { value: (value * 1000) / handoffs, ...(cpuMs === undefined ? {} : { cpuMs: cpuMs / handoffs }) };
}
