// Requests take turns. In each round of the event loop as many begin as take a few milliseconds together, callers who ask for
// little before those who ask for much. One caller alone has the whole round: nobody is slowed down
// who has no company, and writes that begin together are committed together.

import { FairQueue } from "./fair-queue.ts";

/** One caller's requests that wait, and all of them. What waits is a connection with its headers: bodies are not read yet. */
const MOST_OF_A_CALLER = 1_000;
const MOST = 5_000;
/** How long a round of several callers lasts: a request that comes in its middle waits for half of that. */
const ROUND_MS = 2;
/** As many as the store commits together. */
const MOST_AT_ONCE = 64;
/** How much the last round says about what a request costs. */
const NEWEST = 0.1;
/** How long after somebody had to wait the server counts as busy. */
const BUSY_FOR_MS = 1_000;

export type Full = "yours" | "all";

export class Turns {
  readonly #clock: () => number;
  readonly #work: () => number;
  readonly #queue: FairQueue<() => void>;
  /** Whose requests have begun in this round, and the work that was done before. */
  #begun: string[] = [];
  #began = 0;
  /** Milliseconds that a request takes, as a rule. */
  #cost = 1;
  #lastCaller: string | null = null;
  /** When the last one came who was another than the one before. */
  #companyAt = Number.NEGATIVE_INFINITY;
  #waitedAt = Number.NEGATIVE_INFINITY;
  #turnedAway = 0;

  /** `work`: the milliseconds that this thread was at work; what a busy machine takes from it is nobody's fault here. */
  constructor(clock: () => number, work: () => number = clock) {
    this.#clock = clock;
    this.#work = work;
    this.#queue = new FairQueue(clock);
  }

  get waiting(): number {
    return this.#queue.size;
  }

  get turnedAway(): number {
    return this.#turnedAway;
  }

  /** Whether anybody had to wait for somebody else lately. */
  get busy(): boolean {
    return this.#clock() - this.#waitedAt < BUSY_FOR_MS;
  }

  /** Settled when it is their turn; or why they have to come back later. */
  take(caller: string): Promise<null> | null | Full {
    if (this.#lastCaller !== null && caller !== this.#lastCaller) this.#companyAt = this.#clock();
    this.#lastCaller = caller;
    if (this.#queue.size === 0 && this.#hasRoom()) {
      this.#queue.serveAtOnce(caller);
      this.#begin(caller);
      return null;
    }
    const own = this.#queue.waitingOf(caller) >= MOST_OF_A_CALLER;
    if (own || this.#queue.size >= MOST) {
      this.#turnedAway++;
      return own ? "yours" : "all";
    }
    this.#waitedAt = this.#clock();
    return new Promise((resolve) => {
      this.#queue.add(caller, () => resolve(null));
    });
  }

  #hasRoom(): boolean {
    const inCompany = this.#clock() - this.#companyAt < BUSY_FOR_MS;
    return this.#begun.length < (inCompany ? Math.max(1, ROUND_MS / this.#cost) : MOST_AT_ONCE);
  }

  #begin(caller: string): void {
    if (this.#begun.length === 0) {
      setImmediate(() => this.#round());
      // In the same round, right after what the others have begun: only their own work lies between.
      setImmediate(() => this.#reckon());
    }
    this.#begun.push(caller);
  }

  #round(): void {
    this.#begun = [];
    this.#began = this.#work();
    while (this.#hasRoom()) {
      const next = this.#queue.next();
      if (!next) return;
      this.#begin(next.caller);
      next.item();
    }
  }

  /** Those who began together cost the same, as far as is known. */
  #reckon(): void {
    if (this.#begun.length === 0) return;
    const each = (this.#work() - this.#began) / this.#begun.length;
    this.#cost += NEWEST * (each - this.#cost);
    for (const caller of this.#begun) this.#queue.charge(caller, each);
  }
}

/** Node 22 does not tell; there the clock has to do. */
export function threadWork(): number {
  if (typeof process.threadCpuUsage !== "function") return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
