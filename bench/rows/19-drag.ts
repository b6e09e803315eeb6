// From a card that is dragged on GitHub to the event in an open dashboard, without webhooks. GitHub is one of our own, and
// answers at once; the real one takes a few tenths of a second for each of the three requests.

import { setTimeout as sleep } from "node:timers/promises";
import { LiveClient } from "../../test/support/clients/live-client.ts";
import { openDashboardStage } from "../../test/system/github/fresh/dashboard-stage.ts";
import { atMost, figure, type Sample } from "../finding.ts";
import type { Row, Size } from "../row.ts";

const SIZES = { full: { drags: 12, cards: 1_250 }, quick: { drags: 1, cards: 50 } } as const satisfies Record<
  Size,
  object
>;
/** Longer than from one look to the next: a drag may come at any moment in between. */
const LONGEST_PAUSE_MS = 15_000;

export const drag: Row = {
  number: 19,
  name: "drag",
  what: "a card dragged on GitHub, until the dashboard shows it",
  baseline: null,
  measure: async (size) => {
    const { drags, cards } = SIZES[size];
    const stage = await openDashboardStage(cards);
    const dashboard = new LiveClient();
    try {
      const { seq } = (await (await fetch(`${stage.server.url}/api/board`)).json()) as { readonly seq: number };
      await dashboard.connect(stage.server.url, seq);
      const samples: Sample[] = [];
      for (let count = 0; count < drags; count++) {
        const issue = stage.issues[count % stage.issues.length];
        if (!issue) throw new Error("there is no card");
        await sleep((LONGEST_PAUSE_MS * count) / drags);
        const began = performance.now();
        stage.github.drag(issue, "Research Needed");
        const key = String(issue.number);
        await dashboard.until((heard) =>
          heard.some(({ data }) => data.row?.subject.key === key && data.row.to === "Research Needed"),
        );
        samples.push({ value: performance.now() - began });
      }
      const slowest = Math.max(...samples.map(({ value }) => value));
      const note = `${cards} cards, one look every 12 s while a dashboard is open; ${drags} drags, the slowest ${(slowest / 1000).toFixed(1)} s.`;
      return [atMost(20_000, "from the drag to the event", figure("ms", [{ value: slowest }]), note)];
    } finally {
      await dashboard.disconnect();
      await stage.close();
    }
  },
};
