// What a plot shows, and how it stands in the JSON.

import type { Machine } from "../machine.ts";
import type { Summary } from "../statistics.ts";

export interface Plot {
  /** Of its file. */
  readonly name: string;
  readonly title: string;
  /** How it was measured, in one line. */
  readonly how: string;
  readonly x: string;
  readonly panels: readonly Panel[];
  /** Only where it was measured by itself, after the others. */
  readonly apart?: { readonly measuredAt: string; readonly machine: Machine };
}

/** What stands in the JSON. */
export interface Growth {
  readonly measuredAt: string;
  readonly machine: Machine;
  readonly plots: readonly Plot[];
}

export interface Panel {
  readonly y: string;
  readonly scale: "linear" | "log";
  readonly unit: "µs" | "ms" | "per second";
  readonly curves: readonly Curve[];
}

export interface Curve {
  readonly name: string;
  readonly colour: Colour;
  readonly points: readonly Point[];
}

export interface Point extends Summary {
  readonly x: number;
}

export const COLOURS = ["research", "plan", "build", "human", "intake"] as const;
export type Colour = (typeof COLOURS)[number];

/** How much the last costs against the first. */
export function growthOf({ points }: Curve): number {
  return (points.at(-1)?.median ?? Number.NaN) / (points[0]?.median ?? Number.NaN);
}
