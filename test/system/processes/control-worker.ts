// What the machine itself adds to every delay: how long a process that does nothing is kept from doing it, and how long
// the disk takes for one small write, while others are at work.

import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { createHistogram, monitorEventLoopDelay, type Histogram } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { say, setupOf, told } from "../../support/processes/child.ts";
import type { Delay, StormOrders } from "./storm-worker.ts";

export interface Control {
  readonly loop: Delay;
  readonly disk: Delay;
}

const EVERY_MS = 20;
const { file } = setupOf() as { readonly file: string };
const nextOrder = told<StormOrders>();
await say("ready");
const { seconds } = await nextOrder();
const loop = monitorEventLoopDelay({ resolution: 1 });
const disk = createHistogram();
const descriptor = openSync(file, "w");
const page = Buffer.alloc(32 * 1024);
for (const end = performance.now() + seconds * 1000; performance.now() < end;) {
  loop.enable();
  await sleep(EVERY_MS);
  loop.disable();
  const began = performance.now();
  writeSync(descriptor, page);
  fdatasyncSync(descriptor);
  disk.record(Math.max(1, Math.round((performance.now() - began) * 1e6)));
}
closeSync(descriptor);
await say({ loop: delayOf(loop), disk: delayOf(disk) } satisfies Control);
process.disconnect();

function delayOf(histogram: Histogram): Delay {
  return { p99: histogram.percentile(99) / 1e6, max: histogram.max / 1e6 };
}
