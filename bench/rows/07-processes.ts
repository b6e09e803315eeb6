// Many processes on one file: together they get as much done as one alone, none is left behind, and nothing is lost.

import { storm, type StormReport } from "../../test/system/processes/storm.ts";
import { atLeast, atLeastTimes, atMost, counted, exactly, figure, type Sample } from "../finding.ts";
import type { Row } from "../row.ts";
import { byTurns } from "../by-turns.ts";

const TICKETS = 40;

export const processes: Row = {
  number: 7,
  name: "processes",
  what: "8 processes handing off on one SQLite file, durable",
  baseline: "one process",
  shortfall:
    "Nobody holds the file's lock while nobody is awake to take it: whoever finds it taken comes back after a pause, since SQLite's own waiting would stop the event loop. Shorter pauses cost the two cores more tries, longer ones leave the lock idle: between 4 and 30 ms the rate stayed within the noise. A queue that wakes the next one (a lock that the system hands on) would close it; Node has none.",
  measure: async (size) => {
    const [rounds, alone, together] =
      size === "full"
        ? [3, { seconds: 6, warm: 2 }, { seconds: 16, warm: 6 }]
        : [1, { seconds: 1, warm: 0 }, { seconds: 1, warm: 0 }];
    const all: StormReport[] = [];
    const crowds: StormReport[] = [];
    const taken = await byTurns(
      rounds,
      async () => {
        const report = await storm({ engine: "sqlite", processes: 8, seconds: together.seconds, tickets: TICKETS });
        all.push(report);
        crowds.push(report);
        return rateOf(report, together);
      },
      async () => {
        const report = await storm({ engine: "sqlite", processes: 1, seconds: alone.seconds, tickets: TICKETS });
        all.push(report);
        return rateOf(report, alone);
      },
      0,
    );
    const breaches = all.flatMap((report) => report.breaches);
    for (const breach of breaches.slice(0, 20)) console.error(breach);
    const longest = crowds.flatMap(({ workers }) => workers.map(({ loop }) => loop.max));
    const idle = Math.max(...crowds.map(({ control }) => control.loop.max));
    const disk = Math.max(...crowds.map(({ control }) => control.disk.max));
    return [
      atLeastTimes(0.8, { what: "answers of 8 processes", unit: "per second", ...taken }),
      exactly(0, "moves lost, and errors that reached a client", counted("moves", breaches.length)),
      atLeast(
        0.7,
        "fairness: the slowest process",
        figure(
          "of the fastest",
          crowds.map(({ fairness }) => ({ value: fairness })),
        ),
      ),
      atMost(
        100,
        "longest time that an event loop stood still",
        counted("ms", Math.max(...longest)),
        `Beside it, a process that does nothing was kept waiting for up to ${idle.toFixed(0)} ms, and one small durable write took up to ${disk.toFixed(0)} ms.`,
      ),
    ];
  },
};

/** Once it is warm: each of eight processes makes an eighth of the calls, and V8 has seen enough of them later. */
function rateOf({ workers }: StormReport, { seconds, warm }: { seconds: number; warm: number }): Sample {
  const answered = workers.flatMap((worker) => worker.answered).filter(({ at }) => at >= warm * 1000);
  return { value: answered.length / (seconds - warm) };
}
