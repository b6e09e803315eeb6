// A hundred agents on one laptop: each has its own `signalbox mcp`, and all of them one file.

import { byTurns } from "../by-turns.ts";
import { atLeastTimes, counted, exactly, judged, type Sample } from "../finding.ts";
import type { Row, Size } from "../row.ts";
import { quantile } from "../statistics.ts";
import { crowd, type CrowdReport } from "../stdio/crowd.ts";
import { inLab } from "../stdio/lab.ts";

const SIZES = {
  full: { rounds: 3, many: 100, few: 8, seconds: 10, alone: 5, warmUp: [200, 20, 8] },
  quick: { rounds: 1, many: 6, few: 3, seconds: 1, alone: 1, warmUp: [5, 2, 1] },
} as const satisfies Record<Size, object>;

export const crowdOnOneFile: Row = {
  number: 15,
  name: "crowd",
  what: "100 processes (signalbox mcp over stdio) on one SQLite file, create and triage, durable, warm",
  baseline: "one process",
  shortfall:
    "The processor is what is short. Alone, a process takes 0.40 ms of it for an answer. A hundred that are asked one after the other, with nobody in anybody's way, take 1.25 ms each: every one finds caches that others have used and code that was not yet worth compiling. In the crowd it is 1.3 to 1.4 ms with all tries for the lock (2.0 ms with more and shorter pauses), and the two cores are idle for a fifth of the time, in which the lock is free and all who want it sleep: SQLite has no queue that wakes the next one. Only one process that writes for all of them can put their commits on disk together.",
  measure: (size) =>
    inLab(async (lab) => {
      const { rounds, many, few, seconds, alone, warmUp } = SIZES[size];
      const [warmAlone, warmFew, warmMany] = warmUp;
      const reports: CrowdReport[] = [];
      const go = async (processes: number, duration: number, warm: number): Promise<CrowdReport> => {
        const report = await crowd(lab, { processes, seconds: duration, warmUp: warm });
        reports.push(report);
        return report;
      };
      const [p95, middle]: [Sample[], Sample[]] = [[], []];
      const hundred = await byTurns(
        rounds,
        async () => {
          const { perSecond, waits } = await go(many, seconds, warmMany);
          p95.push({ value: quantile(waits, 0.95) });
          return { value: perSecond };
        },
        async () => {
          const { perSecond, waits } = await go(1, alone, warmAlone);
          middle.push({ value: quantile(waits, 0.5) });
          return { value: perSecond };
        },
        0,
      );
      const eight = await byTurns(
        rounds,
        async () => ({ value: (await go(few, seconds, warmFew)).perSecond }),
        async () => ({ value: (await go(1, alone, warmAlone)).perSecond }),
        0,
      );
      const errors = reports.flatMap((report) => report.errors);
      for (const error of errors.slice(0, 20)) console.error(error);
      return [
        atLeastTimes(1, { what: `answers of ${many} processes`, unit: "per second", ...hundred }),
        judged(
          { what: `95 % of their answers, against the median of one process`, unit: "ms", ours: p95, baseline: middle },
          `≤ 1.5 × ${many} × the median of one`,
          (ours, one) => ours <= 1.5 * many * one,
        ),
        atLeastTimes(1.3, { what: `answers of ${few} processes`, unit: "per second", ...eight }),
        exactly(0, "errors, and numbers given twice or left out", counted("", errors.length)),
      ];
    }),
};
