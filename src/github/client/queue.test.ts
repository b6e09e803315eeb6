import { expect, it } from "vitest";
import { Queue } from "./queue.ts";

it("runs at most so many at once, in the order in which they came", async () => {
  const queue = new Queue(3);
  const gates = Array.from({ length: 7 }, () => Promise.withResolvers<void>());
  const started: number[] = [];
  const tasks = gates.map(({ promise }, index) =>
    queue.run(async () => {
      started.push(index);
      await promise;
    }),
  );
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2]);
  gates[1]?.resolve();
  await tasks[1];
  await Promise.resolve();
  expect(started).toEqual([0, 1, 2, 3]);
  for (const gate of gates) gate.resolve();
  await Promise.all(tasks);
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it("lets nobody slip in between, and gives the place back after a failure", async () => {
  const queue = new Queue(1);
  const order: string[] = [];
  const failing = queue.run(() => Promise.reject(new Error("no")));
  const waiting = queue.run(async () => order.push("waiting"));
  const late = failing.catch(() => queue.run(async () => order.push("late")));
  await expect(failing).rejects.toThrow("no");
  await Promise.all([waiting, late]);
  expect(order).toEqual(["waiting", "late"]);
});
