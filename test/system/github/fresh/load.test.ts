import { expect, it } from "vitest";
import { GITHUB_LIMITS } from "../../../support/github/fake/limits.ts";
import { measureLoad, renderLoad, writtenLoad } from "./load.ts";

it("a board of 1,250 cards asks of GitHub what docs/github.md says, and meets no limit in an hour of work", async () => {
  const report = await measureLoad();
  expect(report.refused).toBe(0);
  expect(report.handoffs).toBe(450);
  const [first, quiet, dragged] = report.loads.map(({ requests }) => requests);
  expect([first, quiet, dragged]).toEqual([15, 1, 7]);
  for (const limit of ["pointsAnHour", "weightAMinute", "contentAMinute", "contentAnHour"] as const) {
    expect(report.peaks[limit]).toBeLessThan(GITHUB_LIMITS[limit]);
  }
  // Where this differs: `node test/system/github/fresh/load.ts --write`.
  expect(renderLoad(report)).toBe(await writtenLoad());
});
