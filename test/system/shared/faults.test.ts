import { describe, expect, it } from "vitest";
import { borrowed } from "../../support/postgres.ts";
import { describeFailover, failOver, READS, WRITES } from "./failover.ts";
import { crowd, FAULTS, sufferFault } from "./faults.ts";
import { describeFault } from "./writers.ts";

const TOLD = new Set(["store_unreachable", "store_readonly", "store_busy", "unclear", "stale"]);

describe.skipIf(borrowed !== undefined)("a database that many share (with PG_TEST_URL: not ours to break)", () => {
  it.each(FAULTS)(
    "that is %s loses nothing that was acknowledged, and is used again by itself",
    { timeout: 180_000 },
    async (fault) => {
      const report = await sufferFault(fault, { rounds: 2, clients: 6 });
      console.log(describeFault(report));
      expect(report).toMatchObject({ lost: 0, isWhole: true });
      expect(report.codes.filter((code) => !TOLD.has(code))).toEqual([]);
      expect(report.gapsMs).toHaveLength(2);
    },
  );

  it("serves 30 clients with 20 connections", { timeout: 180_000 }, async () => {
    const report = await crowd(30, 20, 5);
    console.log(describeFault(report));
    expect(report).toMatchObject({ acknowledged: 150, lost: 0, unclear: 0, isWhole: true });
  });

  it("whose primary is killed is used again when its standby is promoted", { timeout: 180_000 }, async () => {
    const report = await failOver(4);
    console.log(describeFailover(report));
    expect(report).toMatchObject({ lost: 0, isWhole: true, before: READS, after: WRITES });
    expect(report.codes.filter((code) => !TOLD.has(code))).toEqual([]);
    expect(report.logged).toEqual([]);
  });
});
