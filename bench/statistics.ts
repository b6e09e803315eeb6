export interface Summary {
  readonly median: number;
  /** Quartiles: half of all samples lie between them. */
  readonly low: number;
  readonly high: number;
  readonly samples: number;
}

export function summarize(values: readonly number[]): Summary {
  const sorted = values.toSorted((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    samples: sorted.length,
  };
}

/** Of values in rising order, between the two nearest. */
export function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  if (below === undefined || above === undefined) throw new Error("nothing was measured");
  return below + (above - below) * (place - Math.floor(place));
}
