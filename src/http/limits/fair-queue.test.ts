import { describe, expect, it } from "vitest";
import { FairQueue } from "./fair-queue.ts";

function queue() {
  let now = 0;
  const fair = new FairQueue<string>(() => now);
  /** One after the other, each of which costs so much. */
  const serve = (costs: (caller: string) => number = () => 1): string => {
    const next = fair.next();
    if (!next) return "";
    now += costs(next.caller);
    fair.charge(next.caller, costs(next.caller));
    return next.item;
  };
  return { fair, serve, pass: (ms: number) => (now += ms) };
}

describe("of those who wait", () => {
  it("one who thinks comes before a loop, however many of its requests wait already", () => {
    const { fair, serve, pass } = queue();
    fair.add("quiet", "first");
    expect(serve()).toBe("first");
    for (let index = 0; index < 100; index++) fair.add("loud", `loud ${index}`);
    for (let index = 0; index < 10; index++) serve();
    pass(100);
    fair.add("quiet", "second");
    expect(serve()).toBe("second");
    expect(fair.size).toBe(90);
    expect(fair.waitingOf("loud")).toBe(90);
  });

  it("loops take turns, and one with many requests has no more of them", () => {
    const { fair, serve } = queue();
    for (let index = 0; index < 50; index++) for (const caller of ["a", "a", "a", "b"]) fair.add(caller, caller);
    const served = Array.from({ length: 60 }, () => serve());
    expect(served.filter((item) => item === "b").length).toBeGreaterThan(25);
  });

  it("small requests come more often than large ones, and large ones come too", () => {
    const { fair, serve } = queue();
    for (let index = 0; index < 2_000; index++) for (const caller of ["large", "small"]) fair.add(caller, caller);
    const served = Array.from({ length: 2_000 }, () => serve((caller) => (caller === "large" ? 15 : 1)));
    const large = served.filter((item) => item === "large").length;
    expect(large).toBeGreaterThan(3);
    expect(large).toBeLessThan(200);
  });

  it("a loop has its turn, however many come who think", () => {
    const { fair, serve, pass } = queue();
    for (let index = 0; index < 3; index++) fair.add("loop", "loop");
    serve();
    const served: string[] = [];
    for (let turn = 0; turn < 10_000 && !served.includes("loop"); turn++) {
      fair.add(`guest ${turn % 500}`, "guest");
      pass(1);
      served.push(serve());
    }
    expect(served).toContain("loop");
  });

  it("there may be nobody", () => {
    expect(queue().serve()).toBe("");
  });
});
