// Counting things that have several names at once: edges, codes in states.

export class Counts<T extends object> {
  readonly #counts = new Map<string, { readonly of: T; count: number }>();

  add(of: T): void {
    // All names in one text that no other names can imitate.
    const name = JSON.stringify(of);
    const known = this.#counts.get(name);
    if (known) known.count += 1;
    else this.#counts.set(name, { of, count: 1 });
  }

  /** The most frequent first; among equals, in the order of their names. */
  list(): readonly (T & { readonly count: number })[] {
    return [...this.#counts]
      .toSorted(([a, x], [b, y]) => y.count - x.count || (a < b ? -1 : 1))
      .map(([, { of, count }]) => ({ ...of, count }));
  }
}
