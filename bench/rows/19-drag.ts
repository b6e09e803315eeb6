// From what somebody does on GitHub to the event in an open dashboard: a drag without webhooks; a drag, a merge and a close with
// them. GitHub is one of our own, and answers at once; the real one takes a few tenths of a second for each request, and for
// sending a webhook.

import { setTimeout as sleep } from "node:timers/promises";
import { LiveClient, type Heard } from "../../test/support/clients/live-client.ts";
import type { Issue } from "../../test/support/github/fake/world.ts";
import { handIn, openDashboardStage, type DashboardStage } from "../../test/system/github/fresh/dashboard-stage.ts";
import { atMost, figure, type Finding } from "../finding.ts";
import type { Row, Size } from "../row.ts";

const SIZES = {
  full: { drags: 10, told: 8, cards: 1_250 },
  quick: { drags: 1, told: 1, cards: 50 },
} as const satisfies Record<Size, object>;
/** Longer than from one look to the next: a drag may come at any moment in between. */
const LONGEST_PAUSE_MS = 15_000;
/** Longer than looks that follow webhooks wait for each other. */
const LONGEST_TOLD_PAUSE_MS = 2_500;

export const drag: Row = {
  number: 19,
  name: "drag",
  what: "a card dragged, a pull request merged and an issue closed on GitHub, until the dashboard shows it",
  baseline: null,
  measure: async (size) => [await withoutWebhooks(SIZES[size]), ...(await withWebhooks(SIZES[size]))],
};

interface Scale {
  readonly drags: number;
  readonly told: number;
  readonly cards: number;
}

async function withoutWebhooks({ drags, cards }: Scale): Promise<Finding> {
  const stage = await openDashboardStage(cards);
  return watched(stage, async (showing) => {
    const slowest = await slowestOf(stage.issues.slice(0, drags), LONGEST_PAUSE_MS, async (issue) => {
      const shown = showing(issue, "Research Needed");
      stage.github.drag(issue, "Research Needed");
      await shown;
    });
    const note = `${cards} cards, one look every 12 s while a dashboard is open; ${drags} drags, the slowest ${seconds(slowest)} s.`;
    return atMost(20_000, "from the drag to the event", figure("ms", [{ value: slowest }]), note);
  });
}

async function withWebhooks({ told, cards }: Scale): Promise<readonly Finding[]> {
  const stage = await openDashboardStage(cards, { webhooks: true, follow: true });
  const { github, issues } = stage;
  return watched(stage, async (showing) => {
    const [dragged, closed, merged] = [0, 1, 2].map((part) => issues.slice(part * (told + 1), (part + 1) * (told + 1)));
    if (!dragged || !closed || !merged) throw new Error("there are no cards");
    const pulls = new Map<Issue, Awaited<ReturnType<typeof handIn>>>();
    for (const issue of merged) pulls.set(issue, await handIn(stage, issue, String(issue.number).padStart(40, "a")));
    const found = async (
      what: string,
      some: readonly Issue[],
      act: (issue: Issue) => Promise<void>,
    ): Promise<Finding> => {
      const [first, ...rest] = some;
      // Our GitHub holds its first webhook of a kind against the schema, and is slow about it.
      if (first) await act(first);
      await sleep(LONGEST_TOLD_PAUSE_MS);
      const slowest = await slowestOf(rest, LONGEST_TOLD_PAUSE_MS, act);
      const note = `${cards} cards, with webhooks; ${rest.length} times, the slowest ${seconds(slowest)} s.`;
      return atMost(2_000, `from the ${what} to the event, with webhooks`, figure("ms", [{ value: slowest }]), note);
    };
    return [
      await found("drag", dragged, async (issue) => {
        const shown = showing(issue, "Research Needed");
        github.drag(issue, "Research Needed", { by: "maria" });
        await shown;
      }),
      await found("merge", merged, async (issue) => {
        const [pull, shown] = [pulls.get(issue), showing(issue, "Done")];
        if (pull) github.pulls.merge(pull, "maria");
        await shown;
      }),
      await found("close", closed, async (issue) => {
        const shown = showing(issue, null);
        github.closeIssue(issue);
        await shown;
      }),
    ];
  });
}

/** Settled when a row of this ticket comes that leads there; `to`: null where any row will do. */
type Showing = (issue: Issue, to: string | null) => Promise<void>;

async function watched<T>(stage: DashboardStage, measure: (showing: Showing) => Promise<T>): Promise<T> {
  const dashboard = new LiveClient();
  try {
    const { seq } = (await (await fetch(`${stage.server.url}/api/board`)).json()) as { readonly seq: number };
    await dashboard.connect(stage.server.url, seq);
    return await measure((issue, to) => {
      const [before, key] = [dashboard.heard.length, String(issue.number)];
      const isShown = ({ data: { row } }: Heard): boolean => row?.subject.key === key && (to ?? row.to) === row.to;
      return dashboard.until((heard) => heard.slice(before).some(isShown));
    });
  } finally {
    await dashboard.disconnect();
    await stage.close();
  }
}

async function slowestOf(
  issues: readonly Issue[],
  longestPauseMs: number,
  act: (issue: Issue) => Promise<void>,
): Promise<number> {
  const took: number[] = [];
  for (const [count, issue] of issues.entries()) {
    await sleep((longestPauseMs * count) / issues.length);
    const began = performance.now();
    await act(issue);
    took.push(performance.now() - began);
  }
  return Math.max(...took);
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1);
}
