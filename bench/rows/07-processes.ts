// Many processes on one file: together they get as much done as one alone, none is left behind, and nothing is lost.

import { storm, type StormReport } from "../../test/processes/storm.ts";
import { atLeast, atLeastTimes, atMost, counted, exactly, figure, type Sample } from "../finding.ts";
import type { Row } from "../row.ts";
import { byTurns } from "../by-turns.ts";

const TICKETS = 40;

export const processes: Row = {
  number: 7,
  name: "processes",
  what: "8 processes handing off on one SQLite file, durable",
  baseline: "one process",
  measure: async (size) => {
    const [rounds, seconds] = size === "full" ? [3, { alone: 5, together: 10 }] : [1, { alone: 1, together: 1 }];
    const all: StormReport[] = [];
    const crowds: StormReport[] = [];
    const taken = await byTurns(
      rounds,
      async () => {
        const report = await storm({ engine: "sqlite", processes: 8, seconds: seconds.together, tickets: TICKETS });
        all.push(report);
        crowds.push(report);
        return rateOf(report);
      },
      async () => {
        const report = await storm({ engine: "sqlite", processes: 1, seconds: seconds.alone, tickets: TICKETS });
        all.push(report);
        return rateOf(report);
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

function rateOf({ answersPerSecond }: StormReport): Sample {
  return { value: answersPerSecond };
}
