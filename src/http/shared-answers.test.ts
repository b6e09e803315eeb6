import { expect, it } from "vitest";
import { SharedAnswers } from "./shared-answers.ts";

/** Answers that are made when the test says so, each with its number. */
function maker(): { make: () => Promise<number>; finish: (error?: Error) => void; made: () => number } {
  const waiting: ((error?: Error) => void)[] = [];
  let made = 0;
  return {
    make: () => {
      const number = ++made;
      return new Promise((resolve, reject) => {
        waiting.push((error) => (error ? reject(error) : resolve(number)));
      });
    },
    finish: (error) => waiting.shift()?.(error),
    made: () => made,
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("makes an answer once for all who ask while the ledger stands where it is", async () => {
  let now = 0;
  const answers = new SharedAnswers(() => now);
  const { make, finish, made } = maker();
  const asked = [answers.get("a", 1, make), answers.get("a", 1, make)];
  finish();
  expect(await Promise.all(asked)).toEqual([1, 1]);
  expect(await answers.get("a", 1, make)).toBe(1);
  now += 1_000;
  const later = answers.get("a", 1, make);
  finish();
  expect(await later).toBe(2);
  expect(made()).toBe(2);
});

it("never answers with what was begun before the row that somebody has seen", async () => {
  const answers = new SharedAnswers(() => 0);
  const { make, finish, made } = maker();
  const first = answers.get("a", 1, make);
  const newer = [answers.get("a", 2, make), answers.get("a", 3, make), answers.get("a", 2, make)];
  expect(made()).toBe(1);
  finish();
  expect(await first).toBe(1);
  await settled();
  // All of them wait for the same one, which was begun after the last of them came.
  expect(made()).toBe(2);
  finish();
  expect(await Promise.all(newer)).toEqual([2, 2, 2]);
  expect(await answers.get("a", 3, make)).toBe(2);
  const newest = answers.get("a", 4, make);
  finish();
  expect(await newest).toBe(3);
});

it("keeps answers apart by their names, and none that failed", async () => {
  const answers = new SharedAnswers(() => 0);
  const { make, finish } = maker();
  const [one, other] = [answers.get("a", 1, make), answers.get("b", 1, make)];
  const waiting = answers.get("a", 2, make);
  finish(new Error("gone"));
  finish();
  await expect(one).rejects.toThrow("gone");
  expect(await other).toBe(2);
  await settled();
  finish();
  expect(await waiting).toBe(3);
  const failing = answers.get("c", 1, make);
  finish(new Error("gone again"));
  await expect(failing).rejects.toThrow("gone again");
  const again = answers.get("c", 1, make);
  finish();
  expect(await again).toBe(5);
});
