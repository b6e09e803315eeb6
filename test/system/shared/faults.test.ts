import { describe, expect, it } from "vitest";
import { borrowed } from "../../support/postgres.ts";
import { crowd, describeFault, FAULTS, sufferFault } from "./faults.ts";

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
});
