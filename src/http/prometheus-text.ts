// A histogram in the words of Prometheus.

import type { Tally } from "../app/measures/tally.ts";
import type { Tallied } from "../app/ports/board.ts";

export interface Labelled {
  /** As they stand between the braces; "": none. */
  readonly labels: string;
  readonly tally: Tally;
}

export function histogramText(
  name: string,
  help: string,
  series: readonly { readonly labels: string; readonly tally: Tallied }[],
): string {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`];
  for (const { labels, tally } of series) {
    const before = labels === "" ? "" : `${labels},`;
    const braces = labels === "" ? "" : `{${labels}}`;
    for (const [index, bound] of tally.bounds.entries()) {
      lines.push(`${name}_bucket{${before}le="${bound}"} ${tally.counts[index] ?? 0}`);
    }
    lines.push(`${name}_bucket{${before}le="+Inf"} ${tally.count}`);
    lines.push(`${name}_sum${braces} ${tally.sum}`, `${name}_count${braces} ${tally.count}`);
  }
  return lines.join("\n");
}
