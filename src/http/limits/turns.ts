// Requests take turns. Somebody who pauses between two requests is served at once. Who sends the next one without a pause is
// a loop: loops wait, and who has kept the thread at work the least comes first. While anybody else is there who pauses, loops leave the
// thread idle for a part of the time, so that those who come find it free. Without company nobody is slowed down, and writes
// that begin together are committed together.

import { performance } from "node:perf_hooks";

/** One caller's requests that wait, and all of them. What waits is a connection with its headers: bodies are not read yet. */
const MOST_OF_A_CALLER = 1_000;
const MOST = 5_000;
/** As many as the store commits together. */
const MOST_AT_ONCE = 64;
/** A pause is at least so long, and so many times as long as the caller's requests keep the thread at work. */
const PAUSE_MS = 75;
const PAUSE_PER_WORK = 10;
/** After so many pauses in a row somebody is a guest, for whom loops leave time. A loop that was held up is none. */
const PAUSES_OF_A_GUEST = 3;
const GUEST_FOR_MS = 1_000;
/** How much work of loops begins together while there is a guest: one who comes in its middle waits for half of that. */
const ROUND_MS = 2;
/** How long the thread is idle between two rounds of loops, against the time that it is at work. */
const IDLE_PER_WORK = 0.5;
/** Loops go on after this time, however much there is to do. */
const LONGEST_REST_MS = 200;
/** How much the newest request says about what the next one costs. */
const NEWEST = 0.3;
/** Callers who are remembered although they wait for nothing, about. */
const MOST_IDLE = 10_000;

export type Full = "yours" | "all";

export interface TurnsOptions {
  readonly clock: () => number;
  /** Milliseconds that this thread had nothing to do. */
  readonly idle: () => number;
  /** Milliseconds that this thread was at work; what a busy machine takes from it is nobody's fault here. */
  readonly work: () => number;
  readonly after: (milliseconds: number, go: () => void) => void;
}

interface Caller {
  readonly name: string;
  readonly waiting: (() => void)[];
  /** Requests that have begun, and are not answered. */
  open: number;
  answered: number;
  /** Milliseconds that their requests keep the thread at work. */
  cost: number;
  /** What all of their requests have cost; who comes anew starts where the others are. */
  spent: number;
  pauses: number;
}

/** A request that has begun. */
export interface Turn {
  readonly done: () => void;
}

export class Turns {
  readonly #options: TurnsOptions;
  readonly #callers = new Map<string, Caller>();
  /** Those who wait. */
  readonly #queue = new Set<Caller>();
  #waiting = 0;
  /** What the one had spent who was served last. */
  #spent = 0;
  /** Loops' requests that have begun in this round of the event loop. */
  #begun = 0;
  /** Milliseconds that they will take, as it seems. */
  #expected = 0;
  /** The next round will come. */
  #awaited = false;
  /** When the last request of a loop began, and how long the thread had been idle by then. */
  #last = { at: 0, idle: 0 };
  /** The last guest, and the last one who is another. */
  #guests: { readonly name: string; at: number }[] = [];
  #waitedAt = Number.NEGATIVE_INFINITY;
  #turnedAway = 0;

  constructor(options: TurnsOptions = THIS_THREAD) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting;
  }

  get turnedAway(): number {
    return this.#turnedAway;
  }

  /** Whether anybody had to wait lately. */
  get busy(): boolean {
    return this.#options.clock() - this.#waitedAt < GUEST_FOR_MS;
  }

  /** A turn, at once or when it is theirs; or why they have to come back later. */
  take(name: string): Turn | Promise<Turn> | Full {
    const caller = this.#of(name);
    if (this.#pauses(caller)) return this.#begin(caller);
    if (this.#waiting === 0 && this.#hasRoomFor(caller)) return this.#beginLoop(caller);
    const own = caller.waiting.length >= MOST_OF_A_CALLER;
    if (own || this.#waiting >= MOST) {
      this.#turnedAway++;
      return own ? "yours" : "all";
    }
    this.#waitedAt = this.#options.clock();
    return this.#wait(caller);
  }

  /** Work that nobody waits for at once, such as bringing listeners up to date: takes the turns of a loop. */
  async inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
    const turn = await this.#wait(this.#of(name));
    try {
      return await work();
    } finally {
      turn.done();
    }
  }

  #wait(caller: Caller): Promise<Turn> {
    return new Promise((resolve) => {
      caller.waiting.push(() => resolve(this.#beginLoop(caller)));
      if (!this.#queue.has(caller)) caller.spent = Math.max(caller.spent, this.#spent);
      this.#queue.add(caller);
      this.#waiting++;
      this.#await();
    });
  }

  #pauses(caller: Caller): boolean {
    const now = this.#options.clock();
    const paused =
      caller.open === 0 &&
      caller.waiting.length === 0 &&
      now - caller.answered >= Math.max(PAUSE_MS, caller.cost * PAUSE_PER_WORK);
    caller.pauses = paused ? caller.pauses + 1 : 0;
    if (caller.pauses >= PAUSES_OF_A_GUEST) {
      const others = this.#guests.filter(({ name }) => name !== caller.name);
      this.#guests = [{ name: caller.name, at: now }, ...others.slice(0, 1)];
    }
    return paused;
  }

  #hasRoomFor({ name, cost }: Caller): boolean {
    const now = this.#options.clock();
    const inCompany = this.#guests.some((guest) => guest.name !== name && now - guest.at < GUEST_FOR_MS);
    if (this.#begun >= MOST_AT_ONCE) return false;
    return !inCompany || (this.#begun === 0 ? this.#restLeft() <= 0 : this.#expected + cost <= ROUND_MS);
  }

  /** Milliseconds that the thread has to be idle before the next one begins. */
  #restLeft(): number {
    const passed = this.#options.clock() - this.#last.at;
    const idle = this.#options.idle() - this.#last.idle;
    return Math.min((passed - idle) * IDLE_PER_WORK - idle, LONGEST_REST_MS - passed);
  }

  #begin(caller: Caller): Turn {
    caller.open++;
    const [before, expected] = [this.#options.work(), caller.cost];
    caller.spent += expected;
    return {
      done: () => {
        caller.open--;
        caller.answered = this.#options.clock();
        const cost = this.#options.work() - before;
        caller.spent += cost - expected;
        caller.cost += NEWEST * (cost - caller.cost);
        if (this.#callers.size > MOST_IDLE) this.#forgetIdle();
      },
    };
  }

  #beginLoop(caller: Caller): Turn {
    this.#begun++;
    this.#expected += caller.cost;
    this.#last = { at: this.#options.clock(), idle: this.#options.idle() };
    this.#await();
    return this.#begin(caller);
  }

  #await(rest = 0): void {
    if (this.#awaited) return;
    this.#awaited = true;
    const go = (): void => this.#go();
    if (rest > 0) this.#options.after(rest, go);
    else setImmediate(go);
  }

  #go(): void {
    this.#awaited = false;
    [this.#begun, this.#expected] = [0, 0];
    while (this.#serveOnce()) {
      // Once more, while there is room for all who wait.
    }
    if (this.#waiting > 0) this.#await(this.#restLeft());
  }

  /** One request of each who waits; false: there was no room for all, or nobody waits any more. */
  #serveOnce(): boolean {
    for (const caller of [...this.#queue].toSorted((a, b) => a.spent - b.spent)) {
      if (!this.#hasRoomFor(caller)) return false;
      this.#spent = Math.max(this.#spent, caller.spent);
      this.#waiting--;
      caller.waiting.shift()?.();
      if (caller.waiting.length === 0) this.#queue.delete(caller);
    }
    return this.#waiting > 0;
  }

  #of(name: string): Caller {
    const known = this.#callers.get(name);
    if (known) return known;
    const made: Caller = {
      name,
      waiting: [],
      open: 0,
      answered: Number.NEGATIVE_INFINITY,
      cost: 0,
      spent: 0,
      pauses: 0,
    };
    this.#callers.set(name, made);
    return made;
  }

  #forgetIdle(): void {
    for (const [name, { open, waiting }] of this.#callers) {
      if (open === 0 && waiting.length === 0) this.#callers.delete(name);
    }
  }
}

const THIS_THREAD: TurnsOptions = {
  clock: () => performance.now(),
  idle: () => performance.eventLoopUtilization().idle,
  // Node 22 does not tell; there the clock has to do.
  work: () => {
    if (typeof process.threadCpuUsage !== "function") return performance.now();
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  },
  after: (milliseconds, go) => void setTimeout(go, milliseconds),
};
