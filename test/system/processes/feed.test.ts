import { describe, expect, it } from "vitest";
import { describeFeed, measureFeed } from "./feed.ts";
import { ENGINES } from "../../support/processes/place.ts";

describe.each(ENGINES)("a process that follows the ledger on %s", (engine) => {
  it("hears of another's commits soon, each once and in order, at a walk and in a burst", async () => {
    const report = await measureFeed(engine, { walking: 40, burst: 150 });
    console.log(describeFeed(engine, report));
    expect(report.delivered).toEqual(report.expected);
    expect(report.medianMs).toBeLessThan(1000);
  });
});
