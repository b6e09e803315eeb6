import { expect, it } from "vitest";
import { describeRestarts, rollingRestarts } from "./restarts.ts";

it(
  "restarts servers one after the other under load without a fault, and the ledger has what was acknowledged",
  { timeout: 180_000 },
  async () => {
    const report = await rollingRestarts(4, 4);
    console.log(describeRestarts(report));
    expect(report).toMatchObject({ statuses: {}, isWhole: true });
    expect(report.created).toBe(report.acknowledged);
  },
);
