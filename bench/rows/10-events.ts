// From a move to the event in every open dashboard, while agents are at work.

import { watchAgents } from "../../test/system/http/load/dashboards.ts";
import { counted, exactly, judged, type Sample } from "../finding.ts";
import type { Row, Size } from "../row.ts";

const SIZES = {
  full: { runs: 4, dashboards: 50, agents: 8, seconds: 15 },
  quick: { runs: 1, dashboards: 10, agents: 2, seconds: 2 },
} as const satisfies Record<Size, object>;

export const events: Row = {
  number: 10,
  name: "events",
  what: "move to event received, 50 SSE clients",
  baseline: "a bare SSE fan-out of the same bytes at the same moments",
  measure: async (size) => {
    const { runs, ...options } = SIZES[size];
    const [ours, baseline]: [Sample[], Sample[]] = [[], []];
    let [rows, breaches] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const report = await watchAgents(options);
      ours.push({ value: report.ours.p95 });
      baseline.push({ value: report.bare.p95 });
      rows += report.rows;
      breaches += report.breaches.length;
    }
    const note = `${rows} rows, each to ${options.dashboards} dashboards; from the row's own time, before it is on disk.`;
    return [
      judged(
        { what: "p95 from the move to the event", unit: "ms", ours, baseline, note },
        "≤ 2× + 50 ms",
        (own, bare) => own <= 2 * bare + 50,
      ),
      exactly(0, "rows that a dashboard was told twice, not at all, or out of order", counted("", breaches)),
    ];
  },
};
