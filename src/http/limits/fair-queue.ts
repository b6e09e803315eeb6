// Who comes next, where there is not enough for all. Somebody who thinks between two requests comes before a loop that sends
// the next one at once; small requests come before large ones; and who waits comes nearer. A caller has one request in this
// reckoning at a time, so that nobody gets more by sending many.

/** What is known of one who comes for the first time: neither a loop nor a guest of long ago. */
const FIRST_THOUGHT_MS = 100;
const LONGEST_THOUGHT_MS = 1_000;
/** A request that costs a millisecond comes as if it had come so much later. */
const PER_MILLISECOND = 10;
/** One that costs more may have been held up by something else. */
const MOST_COST_MS = 20;
/** How much the newest request says about what the next one costs. */
const NEWEST = 0.3;
/** What a millisecond of waiting is worth, against one of thinking. */
const PATIENCE = 0.3;
/** Callers who are remembered although they wait for nothing, about. */
const MOST_IDLE = 10_000;

interface Waiting<T> {
  readonly item: T;
  readonly since: number;
  readonly thought: number;
}

interface Caller<T> {
  readonly waiting: Waiting<T>[];
  /** What their requests cost, in milliseconds. */
  cost: number;
  /** When they were last served. */
  served: number;
}

export class FairQueue<T> {
  readonly #clock: () => number;
  readonly #callers = new Map<string, Caller<T>>();
  #size = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#size;
  }

  waitingOf(caller: string): number {
    return this.#callers.get(caller)?.waiting.length ?? 0;
  }

  add(name: string, item: T): void {
    const caller = this.#of(name);
    const since = this.#clock();
    // With another of theirs still open they did not think at all.
    const thought = caller.waiting.length > 0 ? 0 : Math.min(since - caller.served, LONGEST_THOUGHT_MS);
    caller.waiting.push({ item, since, thought });
    this.#size++;
  }

  next(): { readonly caller: string; readonly item: T } | null {
    const now = this.#clock();
    let first: { readonly name: string; readonly caller: Caller<T>; readonly rank: number } | null = null;
    for (const [name, caller] of this.#callers) {
      const [oldest] = caller.waiting;
      if (!oldest) continue;
      const waited = now - Math.max(oldest.since, caller.served);
      const rank = oldest.thought - caller.cost * PER_MILLISECOND + waited * PATIENCE;
      if (first === null || rank > first.rank) first = { name, caller, rank };
    }
    const served = first?.caller.waiting.shift();
    if (!first || !served) return null;
    this.#size--;
    first.caller.served = now;
    return { caller: first.name, item: served.item };
  }

  /** Nobody waits, so that they do not either. */
  serveAtOnce(name: string): void {
    this.#of(name).served = this.#clock();
  }

  /** What a request of theirs has cost. */
  charge(name: string, milliseconds: number): void {
    const caller = this.#of(name);
    caller.cost += NEWEST * (Math.min(milliseconds, MOST_COST_MS) - caller.cost);
    if (this.#callers.size > MOST_IDLE) this.#forgetIdle();
  }

  #of(name: string): Caller<T> {
    const known = this.#callers.get(name);
    if (known) return known;
    const made: Caller<T> = { waiting: [], cost: 0, served: this.#clock() - FIRST_THOUGHT_MS };
    this.#callers.set(name, made);
    return made;
  }

  #forgetIdle(): void {
    for (const [name, { waiting }] of this.#callers) if (waiting.length === 0) this.#callers.delete(name);
  }
}
