// What of a column is shown where there is no room for all of it: every state keeps its heading, queues are cut first, and
// the ticket that is aimed at is always in sight.

export interface Wanted {
  /** How many lines each of its cards takes. */
  readonly heights: readonly number[];
  /** Nobody works on these or waits for them: they may be cut before the others. */
  readonly queue: boolean;
  /** The one that must be seen; null: none of these. */
  readonly aimed: number | null;
}

export interface Shown {
  readonly from: number;
  readonly count: number;
}

export interface Fitted {
  /** So many sections at the top are left out. */
  readonly skipped: number;
  readonly sections: readonly Shown[];
  /** Whether there is an empty line between sections. */
  readonly gaps: boolean;
}

const HEADING = 1;

export function fit(wanted: readonly Wanted[], rows: number): Fitted {
  const counts = wanted.map(({ heights }) => Math.min(heights.length, rows));
  const total = (gaps: boolean): number =>
    wanted.reduce((sum, one, at) => sum + linesOf(one, counts[at] ?? 0), gaps ? wanted.length - 1 : 0);
  while (total(true) > rows) {
    const at = longest(wanted, counts);
    if (at === null) break;
    counts[at] = (counts[at] ?? 0) - 1;
  }
  const gaps = total(true) <= rows;
  const sections = wanted.map((one, at) => windowOf(one, counts[at] ?? 0));
  return { skipped: skippedFor(wanted, counts, gaps, rows), sections, gaps };
}

/** With the line that names the others. */
function linesOf(one: Wanted, count: number): number {
  const { from } = windowOf(one, count);
  const cards = one.heights.slice(from, from + count).reduce((sum, height) => sum + height, 0);
  return HEADING + cards + (count < one.heights.length ? 1 : 0);
}

function windowOf({ aimed }: Wanted, count: number): Shown {
  return { from: aimed === null ? 0 : Math.max(0, aimed - count + 1), count };
}

/** The section that can best spare a card: a queue before what somebody works on. */
function longest(wanted: readonly Wanted[], counts: readonly number[]): number | null {
  let best: { readonly at: number; readonly rank: number } | null = null;
  for (const [at, one] of wanted.entries()) {
    const count = counts[at] ?? 0;
    const least = one.aimed === null ? 0 : 1;
    if (count <= least) continue;
    // The last card of a section goes only when no other can.
    const rank = linesOf(one, count) + (count > 1 ? 1_000 : 0) + (one.queue && count > 1 ? 1_000 : 0);
    if (!best || rank > best.rank) best = { at, rank };
  }
  return best?.at ?? null;
}

/** Where even the headings do not fit, those above the one that is aimed at go. */
function skippedFor(wanted: readonly Wanted[], counts: readonly number[], gaps: boolean, rows: number): number {
  const aimed = wanted.findIndex((one) => one.aimed !== null);
  let skipped = 0;
  const upToAimed = (): number =>
    wanted
      .slice(skipped, aimed + 1)
      .reduce((sum, one, at) => sum + linesOf(one, counts[skipped + at] ?? 0) + (gaps && at > 0 ? 1 : 0), 0);
  while (skipped < aimed && upToAimed() > rows) skipped++;
  return skipped;
}
