import { setImmediate as nextRound } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Turns } from "./turns.ts";
import { WriteRate } from "./write-rate.ts";

/** A thread whose time passes only when it is said so. */
function thread() {
  let [now, idle] = [0, 0];
  let alarms: { readonly at: number; readonly go: () => void }[] = [];
  const turns = new Turns({
    clock: () => now,
    idle: () => idle,
    work: () => now - idle,
    after: (milliseconds, go) => void alarms.push({ at: now + milliseconds, go }),
  });
  const served: string[] = [];
  /** Each request keeps the thread at work for so long. */
  const ask = async (caller: string, cost = 1): Promise<void> => {
    const turn = turns.take(caller);
    if (typeof turn === "string") throw new Error("there is room");
    const begun = turn instanceof Promise ? await turn : turn;
    served.push(caller);
    now += cost;
    begun.done();
  };
  const rest = (ms: number): void => {
    now += ms;
    idle += ms;
  };
  const becomeGuest = async (caller: string): Promise<void> => {
    for (let visit = 0; visit < 3; visit++) {
      rest(100);
      await ask(caller);
    }
  };
  const loop = (caller: string, times: number, cost?: number): void => {
    for (let index = 0; index < times; index++) void ask(caller, cost);
  };
  /** What is due is done. */
  const settle = async (): Promise<void> => {
    await nextRound();
    const due = alarms.filter(({ at }) => at <= now);
    alarms = alarms.filter(({ at }) => at > now);
    for (const { go } of due) go();
    for (let round = 0; round < 3; round++) await nextRound();
  };
  return { turns, served, ask, rest, becomeGuest, loop, settle };
}

const isBegun = (turn: unknown): boolean => typeof turn === "object" && !(turn instanceof Promise);

describe("a turn", () => {
  it("begins at once for one caller alone, as many as the store commits together", async () => {
    const { turns } = thread();
    // The first comes after a pause, and is no loop's.
    const begun = Array.from({ length: 71 }, () => turns.take("one"));
    expect(begun.filter(isBegun).length).toBe(65);
    expect(turns.waiting).toBe(6);
    await Promise.all(begun.map((turn) => Promise.resolve(turn)));
    expect(turns.waiting).toBe(0);
  });

  it("begins at once for one who pauses, however many requests of loops wait", async () => {
    const { turns, served, ask, becomeGuest, loop } = thread();
    await becomeGuest("quiet");
    loop("loud", 100);
    await nextRound();
    expect(turns.waiting).toBeGreaterThan(90);
    expect(turns.busy).toBe(true);
    await ask("newcomer");
    expect(served.at(-1)).toBe("newcomer");
  });

  it("comes to loops one at a time while there is a guest, and only after the thread has been idle for half as long as it worked", async () => {
    const { served, rest, becomeGuest, loop, settle } = thread();
    await becomeGuest("quiet");
    loop("loud", 20, 10);
    const count = (): number => served.filter((caller) => caller === "loud").length;
    await settle();
    const before = count();
    rest(4);
    await settle();
    expect(count()).toBe(before);
    rest(1);
    await settle();
    expect(count()).toBe(before + 1);
  });

  it("comes to all loops without a rest when the guest has gone", async () => {
    const { turns, rest, becomeGuest, loop, settle } = thread();
    await becomeGuest("quiet");
    loop("loud", 60);
    await settle();
    expect(turns.waiting).toBeGreaterThan(50);
    rest(1_100);
    await settle();
    expect(turns.waiting).toBe(0);
  });

  it("comes first to the loop that has kept the thread at work the least", async () => {
    const { served, rest, becomeGuest, loop, settle } = thread();
    await becomeGuest("quiet");
    loop("large", 100, 15);
    loop("small", 100, 1);
    for (let round = 0; round < 60; round++) {
      await becomeGuest("quiet");
      rest(100);
      await settle();
    }
    const of = (caller: string): number => served.filter((one) => one === caller).length;
    expect(of("large")).toBeGreaterThan(2);
    expect(of("small")).toBeGreaterThan(8 * of("large"));
  });

  it("comes to a loop in the end, however much there is to do for others", async () => {
    const { served, ask, becomeGuest, loop, settle } = thread();
    await becomeGuest("quiet");
    loop("loud", 10, 3);
    await settle();
    const before = served.filter((caller) => caller === "loud").length;
    await ask("someone", 250);
    await settle();
    expect(served.filter((caller) => caller === "loud").length).toBeGreaterThan(before);
    expect(served.filter((caller) => caller === "loud").length).toBeLessThan(10);
  });

  it("is refused where a thousand of one caller wait, and given to others", () => {
    const { turns } = thread();
    for (let index = 0; index < 1_065; index++) void turns.take("loud");
    expect(turns.take("loud")).toBe("yours");
    expect(isBegun(turns.take("quiet"))).toBe(true);
    expect(turns.take("quiet")).toBeInstanceOf(Promise);
    expect(turns.turnedAway).toBe(1);
    for (let other = 0; other < 5; other++)
      for (let index = 0; index < 1_000; index++) void turns.take(`other ${other}`);
    void turns.take("one more");
    expect(turns.take("one more")).toBe("all");
  });
});

describe("the rate of writes", () => {
  it("is limited for each caller, and far above what an honest one sends", () => {
    let now = 0;
    const rate = new WriteRate(() => now);
    const allowed = Array.from({ length: 21_000 }, () => rate.allows("wild")).filter(Boolean).length;
    expect(allowed).toBe(20_000);
    expect(rate.refused).toBe(1_000);
    expect(rate.allows("other")).toBe(true);
    now = 1_000;
    expect(rate.allows("wild")).toBe(true);
  });
});
