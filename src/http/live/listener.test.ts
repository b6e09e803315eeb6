import { expect, it } from "vitest";
import { Listener } from "./listener.ts";

const megabyte = new Uint8Array(1024 * 1024);

it("keeps what its reader has not taken, and lets go of one who falls too far behind", async () => {
  const listener = new Listener();
  for (let seq = 1; seq <= 10; seq++) listener.send(megabyte, seq);
  expect(listener.over).toBe(true);
  let bytes = 0;
  // What was kept is still delivered, and then it ends.
  for await (const chunk of listener.stream) bytes += chunk.length;
  expect(bytes).toBeGreaterThan(3 * megabyte.length);
  expect(bytes).toBeLessThan(6 * megabyte.length);
});

it("waits for a reader to make room, and is over when the reader has gone", async () => {
  const listener = new Listener();
  for (let seq = 1; seq <= 3; seq++) listener.send(megabyte, seq);
  let roomy = false;
  const room = listener.room().then(() => (roomy = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(roomy).toBe(false);
  const reader = listener.stream.getReader();
  // The greeting first.
  for (let read = 0; read < 4; read++) await reader.read();
  await room;
  expect(listener.last).toBe(3);
  await reader.cancel();
  expect(listener.over).toBe(true);
  await listener.room();
  listener.send(megabyte, 4);
});
