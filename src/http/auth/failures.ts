// An address that sends one wrong key after another has to wait. Keys that were good before still are: one agent with an old
// token must not lock out the others behind the same address.

const WINDOW_MS = 60_000;
const MOST = 20;
const MOST_ADDRESSES = 10_000;
const MOST_KNOWN = 1_000;

export class Failures {
  readonly #clock: () => number;
  readonly #byAddress = new Map<string, { since: number; count: number }>();
  readonly #known = new Set<string>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** How many seconds they have to wait before another try is looked at; null: none. */
  waitFor(address: string, digest: string): number | null {
    const failed = this.#byAddress.get(network(address));
    if (!failed || failed.count < MOST || this.#known.has(digest)) return null;
    const left = failed.since + WINDOW_MS - this.#clock();
    return left > 0 ? Math.ceil(left / 1000) : null;
  }

  failed(address: string, digest: string): void {
    this.#known.delete(digest);
    const key = network(address);
    const now = this.#clock();
    const before = this.#byAddress.get(key);
    const again = before && before.since + WINDOW_MS > now;
    this.#byAddress.delete(key);
    this.#byAddress.set(key, again ? { ...before, count: before.count + 1 } : { since: now, count: 1 });
    forgetOldest(this.#byAddress, MOST_ADDRESSES);
  }

  worked(digest: string): void {
    this.#known.add(digest);
    forgetOldest(this.#known, MOST_KNOWN);
  }
}

/** Of IPv6 the part that is given to one customer: the rest they choose themselves. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:/, "");
  return plain.includes(":") ? plain.split(":").slice(0, 4).join(":") : plain;
}

function forgetOldest(
  kept: { readonly size: number; keys(): Iterator<string>; delete(key: string): boolean },
  most: number,
): void {
  if (kept.size <= most) return;
  const { value } = kept.keys().next();
  if (value !== undefined) kept.delete(value);
}
