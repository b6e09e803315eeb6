import { setImmediate as nextRound } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Turns } from "./turns.ts";
import { WriteRate } from "./write-rate.ts";

describe("a turn", () => {
  it("begins at once for one caller alone, as many as the store commits together", async () => {
    const turns = new Turns(() => 0);
    const begun = Array.from({ length: 70 }, () => turns.take("one"));
    expect(begun.filter((turn) => turn === null).length).toBe(64);
    expect(turns.waiting).toBe(6);
    await Promise.all(begun.map((turn) => Promise.resolve(turn)));
    expect(turns.waiting).toBe(0);
  });

  it("comes first to the one who had the least, and lasts a few milliseconds where there are several", async () => {
    let now = 0;
    const turns = new Turns(() => now);
    const served: string[] = [];
    const ask = async (caller: string): Promise<void> => {
      const turn = turns.take(caller);
      if (typeof turn === "string") throw new Error("there is room");
      await turn;
      served.push(caller);
      now += 1;
    };
    void ask("quiet");
    for (let index = 0; index < 100; index++) void ask("loud");
    while (served.length < 10) await nextRound();
    void ask("quiet");
    const before = served.length;
    while (turns.waiting > 0) await nextRound();
    await nextRound();
    expect(served.length).toBe(102);
    expect(served.lastIndexOf("quiet") - before).toBeLessThan(10);
    expect(turns.busy).toBe(true);
  });

  it("is refused where a thousand of one caller wait, and given to others", () => {
    const turns = new Turns(() => 0);
    for (let index = 0; index < 1_064; index++) void turns.take("loud");
    expect(turns.take("loud")).toBe("yours");
    expect(turns.take("quiet")).toBeInstanceOf(Promise);
    expect(turns.turnedAway).toBe(1);
    for (let other = 0; other < 5; other++)
      for (let index = 0; index < 1_000; index++) void turns.take(`other ${other}`);
    expect(turns.take("one more")).toBe("all");
  });
});

describe("the rate of writes", () => {
  it("is limited for each caller, and far above what an honest one sends", () => {
    let now = 0;
    const rate = new WriteRate(() => now);
    const allowed = Array.from({ length: 6_000 }, () => rate.allows("wild")).filter(Boolean).length;
    expect(allowed).toBe(5_000);
    expect(rate.refused).toBe(1_000);
    expect(rate.allows("other")).toBe(true);
    now = 1_000;
    expect(rate.allows("wild")).toBe(true);
  });
});
