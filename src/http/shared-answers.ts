// Answers that many ask for at the same moment, because the same event told all of them to: made once. While one is being
// made and the ledger has moved on, those who want the newer one wait for it together, so that no answer is made twice at a
// time, however often things change.

interface Kept {
  seq: number;
  readonly answer: Promise<unknown>;
  until: number;
  running: boolean;
  next: { seq: number; readonly answer: Promise<unknown>; readonly begin: () => void } | null;
}

/** Leases run out and sessions fall silent without a row in the ledger: an answer is not kept for longer than this. */
const KEEP_MS = 1_000;
const MOST = 200;

export class SharedAnswers {
  readonly #kept = new Map<string, Kept>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** What `make` answers when it is begun with the ledger at `seq` or later. */
  get<T>(name: string, seq: number, make: () => Promise<T>): Promise<T> {
    const kept = this.#kept.get(name);
    if (kept?.running && kept.seq < seq) return this.#afterwards(name, kept, seq, make);
    if (kept && kept.seq >= seq && (kept.running || kept.until > this.#clock())) return kept.answer as Promise<T>;
    return this.#make(name, seq, make);
  }

  #make<T>(name: string, seq: number, make: () => Promise<T>): Promise<T> {
    const answer = make();
    const kept: Kept = { seq, answer, until: 0, running: true, next: null };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    void this.#note(kept);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST && oldest !== undefined) this.#kept.delete(oldest);
    return answer;
  }

  async #note(kept: Kept): Promise<void> {
    try {
      await kept.answer;
      kept.until = this.#clock() + KEEP_MS;
    } catch {
      // The caller gets the error; it is not kept, so that the next one tries again.
    } finally {
      kept.running = false;
      kept.next?.begin();
    }
  }

  #afterwards<T>(name: string, kept: Kept, seq: number, make: () => Promise<T>): Promise<T> {
    if (!kept.next) {
      const { promise: rested, resolve: begin } = Promise.withResolvers<void>();
      const answer = rested.then(() => this.#make(name, kept.next?.seq ?? seq, make));
      kept.next = { seq, answer, begin };
    }
    kept.next.seq = Math.max(kept.next.seq, seq);
    return kept.next.answer as Promise<T>;
  }
}
