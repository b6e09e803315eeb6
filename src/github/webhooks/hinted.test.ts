import { describe, expect, it } from "vitest";
import { Gathered } from "./hinted.ts";
import { Pace } from "./pace.ts";

const NOTHING = { issues: [], commits: new Set(), merged: new Set(), strays: false, all: false, whole: false };

describe("what is to be looked at", () => {
  it("is named once, however often it was said, with the newest time", () => {
    const gathered = new Gathered();
    expect(gathered.isEmpty).toBe(true);
    for (const at of [2_000, 3_000, 1_000, null]) gathered.addIssue({ id: "I_1", item: "PVTI_1", at });
    gathered.addIssue({ id: "I_1", at: 5_000 });
    gathered.addCommit("c");
    gathered.addMerge("R_1");
    expect(gathered.take()).toEqual({
      ...NOTHING,
      issues: [
        { id: "I_1", item: "PVTI_1", at: 3_000, tries: 0 },
        { id: "I_1", at: 5_000, tries: 0 },
      ],
      commits: new Set(["c"]),
      merged: new Set(["R_1"]),
    });
    expect(gathered.take()).toEqual(NOTHING);
  });

  it("is the whole board where more is named than is kept apart", () => {
    const gathered = new Gathered();
    for (let n = 0; n < 1_000; n++) {
      gathered.addIssue({ id: `I_${n}`, at: null });
      gathered.addCommit(`c${n}`);
    }
    expect(gathered.take()).toEqual({ ...NOTHING, whole: true, all: true });
    expect(gathered.isEmpty).toBe(true);
  });
});

describe("looks", () => {
  it("follow each other after a second, and after many of them every other second", () => {
    let now = 0;
    const pace = new Pace(() => now);
    const begun: number[] = [];
    while (now < 120_000) {
      now += pace.wait;
      pace.begun();
      begun.push(now);
    }
    const pauses = begun.slice(1).map((at, index) => at - (begun[index] ?? 0));
    expect(pauses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 1_000));
    expect(pauses.slice(-5)).toEqual(Array.from({ length: 5 }, () => 2_000));
    now += 300_000;
    expect(pace.wait).toBe(0);
  });
});
