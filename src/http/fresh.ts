// Answers that many ask for at the same moment, because the same event told all of them to: made once.

interface Kept {
  readonly seq: number;
  readonly until: number;
  readonly answer: Promise<unknown>;
}

/** Leases run out and sessions fall silent without a row in the ledger: an answer is not kept for longer than this. */
const KEEP_MS = 1_000;
const MOST = 200;

export class Fresh {
  readonly #kept = new Map<string, Kept>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** What `make` answers, or has answered a moment ago while the ledger was where it is now. */
  get<T>(name: string, seq: number, make: () => Promise<T>): Promise<T> {
    const now = this.#clock();
    const before = this.#kept.get(name);
    if (before && before.seq === seq && before.until > now) return before.answer as Promise<T>;
    const answer = make();
    this.#kept.delete(name);
    this.#kept.set(name, { seq, until: now + KEEP_MS, answer });
    // What failed is asked for again.
    answer.catch(() => this.#kept.delete(name));
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return answer;
  }
}
