// Batches as waves from left to right: where each task stands, and the lines of what it waits for.

import type { RunBatchView, RunTaskView } from "../../../../src/http/contract.ts";

export const TASK = { width: 212, height: 46 };
const GAP_X = 50;
const GAP_Y = 8;

export interface PlacedTask {
  readonly task: RunTaskView;
  readonly wave: number;
  readonly x: number;
  readonly y: number;
}

export interface Dependency {
  readonly from: PlacedTask;
  readonly to: PlacedTask;
  readonly d: string;
}

export interface Waves {
  readonly width: number;
  readonly height: number;
  readonly tasks: readonly PlacedTask[];
  readonly dependencies: readonly Dependency[];
}

export function wavesOf(batches: readonly RunBatchView[]): Waves {
  const tasks = batches.flatMap((batch, wave) =>
    batch.tasks.map((task, index) => ({ task, wave, x: xOf(wave), y: index * (TASK.height + GAP_Y) })),
  );
  const byId = new Map(tasks.map((placed) => [placed.task.id, placed]));
  const dependencies = tasks.flatMap((to) =>
    to.task.dependsOn.flatMap((id) => {
      const from = byId.get(id);
      return from ? [{ from, to, d: lineBetween(from, to) }] : [];
    }),
  );
  const tallest = Math.max(1, ...batches.map((batch) => batch.tasks.length));
  return {
    width: Math.max(0, xOf(batches.length) - GAP_X),
    height: tallest * (TASK.height + GAP_Y) - GAP_Y,
    tasks,
    dependencies,
  };
}

export function xOf(wave: number): number {
  return wave * (TASK.width + GAP_X);
}

/** Straight, or down and up at 45° in the gap before the later task. */
function lineBetween(from: PlacedTask, to: PlacedTask): string {
  const startX = from.x + TASK.width;
  const startY = from.y + TASK.height / 2;
  const endY = to.y + TASK.height / 2;
  const drop = endY - startY;
  if (drop === 0) return `M${startX} ${startY}H${to.x}`;
  const side = Math.sign(drop);
  const cut = Math.min(17, Math.abs(drop) / 2);
  const turn = to.x - GAP_X + 8;
  return `M${startX} ${startY}H${turn}l${cut} ${side * cut}V${endY - side * cut}l${cut} ${side * cut}H${to.x}`;
}
