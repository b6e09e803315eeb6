import { expect, it } from "vitest";
import { Random } from "../../../src/demo/random.ts";
import type { Acknowledged } from "../acknowledged.ts";
import { Breaches } from "./breaches.ts";
import { RealTime } from "./real-time.ts";

interface Answer {
  readonly event: number;
  readonly askedAt: number;
  readonly toldAt: number;
}

function findsBreach(answers: readonly Answer[]): boolean {
  const breaches = new Breaches(() => undefined);
  const order = new RealTime(breaches);
  for (const { event, ...times } of answers) order.take({ ...BLANK, ...times, event }, event);
  return breaches.count > 0;
}

const BLANK: Omit<Acknowledged, "askedAt" | "toldAt" | "event"> = {
  agent: "amy",
  tool: "handoff_ticket",
  key: "1",
  from: null,
  to: null,
  fence: null,
};

function hasBreach(answers: readonly Answer[]): boolean {
  return answers.some((first) => answers.some((second) => first.toldAt < second.askedAt && first.event > second.event));
}

function shuffled<T>(items: readonly T[], random: Random): readonly T[] {
  const keyed = items.map((item) => ({ item, key: random.next() }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ item }) => item);
}

it("finds what looking at every pair of answers finds, in whatever order they are heard of", () => {
  const random = new Random(7);
  let found = 0;
  for (let round = 0; round < 2000; round++) {
    const answers = Array.from({ length: random.whole(2, 12) }, (_, index) => {
      // Each takes effect at a moment of its own, and now and then outside of the time in which it was asked for.
      const moment = 10 * index + random.whole(-4, 4);
      return { event: index + 1, askedAt: moment - random.whole(0, 30), toldAt: moment + random.whole(0, 30) };
    });
    const strays = random.chance(0.5) ? [{ event: 20, askedAt: 0, toldAt: random.whole(0, 120) }] : [];
    const heard = shuffled([...answers, ...strays], random);
    expect(findsBreach(heard)).toBe(hasBreach(heard));
    if (hasBreach(heard)) found++;
  }
  expect(found).toBeGreaterThan(200);
  expect(found).toBeLessThan(1800);
});

it("still finds it when most of a long day is forgotten", () => {
  const day = Array.from({ length: 20_000 }, (_, index) => {
    const time = 1000 * index;
    return { event: index + 2, askedAt: time, toldAt: time + 500 };
  });
  expect(findsBreach(day)).toBe(false);
  expect(findsBreach([...day, { event: 1, askedAt: 20_000_000, toldAt: 20_000_500 }])).toBe(true);
});
