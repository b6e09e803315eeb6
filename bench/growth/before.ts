// A plot with what another build has shown beside what this one shows.

import type { Colour, Growth, Panel, Plot } from "./curves.ts";

/** Told apart from those of this build, and alike for the same thing. */
const BEFORE: Readonly<Record<Colour, Colour>> = {
  build: "human",
  research: "plan",
  plan: "intake",
  human: "intake",
  intake: "plan",
};

export function withBefore(plot: Plot, before: Pick<Growth, "plots"> | null): Plot {
  const other = before?.plots.find(({ name }) => name === plot.name);
  if (!other) return plot;
  const panels = plot.panels.map((panel): Panel => {
    const earlier = other.panels.find(({ y }) => y === panel.y)?.curves ?? [];
    const curves = earlier.map((curve) => ({ ...curve, name: `${curve.name}, before`, colour: BEFORE[curve.colour] }));
    return { ...panel, curves: [...panel.curves, ...curves] };
  });
  return { ...plot, panels };
}
