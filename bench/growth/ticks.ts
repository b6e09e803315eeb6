// Where an axis is marked, what it says there, and labels that keep clear of each other.

import { scaleLinear } from "d3-scale";
import type { Panel } from "./curves.ts";

const STEPS = [1, 2, 5];
const MOST_TICKS = 8;

/** Round values between two others: 1, 2, 5, 10 …; where that would be too many, 1, 10, 100. */
export function logTicks(low: number, high: number): readonly number[] {
  const decades = Array.from(
    { length: Math.ceil(Math.log10(high)) - Math.floor(Math.log10(low)) + 1 },
    (_, index) => 10 ** (Math.floor(Math.log10(low)) + index),
  );
  const inside = (tick: number): boolean => tick >= low && tick <= high;
  const fine = decades.flatMap((decade) => STEPS.map((step) => step * decade)).filter(inside);
  return fine.length <= MOST_TICKS ? fine : decades.filter(inside);
}

export function linearTicks(high: number): readonly number[] {
  return scaleLinear().domain([0, high]).nice(5).ticks(5);
}

export function showValue(unit: Panel["unit"], value: number): string {
  if (unit === "µs" && value >= 1_000) return showValue("ms", value / 1_000);
  if (unit === "ms" && value >= 1_000) return `${plain(value / 1_000)} s`;
  return unit === "per second" ? plain(value) : `${plain(value)} ${unit}`;
}

export function plain(value: number): string {
  return value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
}

export function showFactor(factor: number): string {
  return factor < 10 ? factor.toFixed(1) : plain(Math.round(factor));
}

/** As near to where they belong as they can be with so much room between them, in the order in which they belong. */
export function spread(places: readonly number[], gap: number): readonly number[] {
  const order = [...places.keys()].toSorted((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  const blocks: Block[] = [];
  for (const index of order) {
    let block: Block = { members: [index], middle: places[index] ?? 0 };
    for (let above = blocks.at(-1); above && touch(above, block, gap); above = blocks.at(-1)) {
      blocks.pop();
      block = join(above, block);
    }
    blocks.push(block);
  }
  const spreaded = [...places];
  for (const { members, middle } of blocks) {
    for (const [place, index] of members.entries()) spreaded[index] = middle + (place - (members.length - 1) / 2) * gap;
  }
  return spreaded;
}

/** Labels that stand at the least distance from each other, around the middle of where they belong. */
interface Block {
  readonly members: readonly number[];
  readonly middle: number;
}

function touch(above: Block, below: Block, gap: number): boolean {
  return below.middle - above.middle < ((above.members.length + below.members.length) / 2) * gap;
}

function join(above: Block, below: Block): Block {
  const [more, less] = [above.members.length, below.members.length];
  return {
    members: [...above.members, ...below.members],
    middle: (above.middle * more + below.middle * less) / (more + less),
  };
}
