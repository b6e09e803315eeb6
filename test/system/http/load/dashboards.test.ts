import { expect, it } from "vitest";
import { describeDashboards, watchAgents } from "./dashboards.ts";

it("dashboards that are open while agents work are told every row once, in order", async () => {
  const report = await watchAgents({ dashboards: 20, agents: 3, seconds: 3 });
  console.log(describeDashboards(report));
  expect(report.breaches).toEqual([]);
  expect(report.rows).toBeGreaterThan(0);
});
