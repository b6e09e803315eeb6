import { expect, it } from "vitest";
import { stall } from "./stall.ts";

it("answers everybody while some read nothing, ask for the largest, send the largest and write without a pause", async () => {
  const report = await stall({
    tickets: 300,
    seconds: 3,
    unread: 120,
    slow: 30,
    readers: 4,
    senders: 2,
    writers: 10,
  });
  const { crowd, during, health, memory, metrics } = report;
  expect(crowd.streams).toBe(150);
  expect(crowd.answers).toMatchObject({ "unread stream 200": 120, "slow stream 200": 30 });
  for (const kind of ["large answer 200", "large body 400", "write 201", "write 200"]) {
    expect(crowd.answers[kind], JSON.stringify(crowd.answers)).toBeGreaterThan(0);
  }
  // Nobody was refused for want of room: they are within their limits, and only take longer.
  expect(Object.keys(crowd.answers).filter((name) => / (429|5\d\d|[A-Z]+)/.test(name))).toEqual([]);
  expect(Object.values(during).every((times) => times.length > 0)).toBe(true);
  expect(health.length).toBeGreaterThan(0);
  expect(memory.most).toBeLessThan(500);
  const value = (name: string): number => Number(new RegExp(`^signalbox_${name} (\\d+)$`, "m").exec(metrics)?.[1]);
  expect(value("live_streams")).toBe(150);
  expect(value("live_bytes_waiting")).toBeLessThan(150 * 512 * 1024);
  expect(value("requests_refused_total")).toBe(0);
});
