// Looks at GitHub in the background: every few seconds while somebody is looking, and now and then while nobody is. A look
// costs a point where nothing happened, and two every five minutes: 312 an hour, or 52. While webhooks come, looks are rarer.

/** While somebody looks: a card that was dragged is on their screen within 20 s. */
const WATCHED_MS = 12_000;
/** 40 looks an hour, in 12 of which all cards are compared. */
const UNWATCHED_MS = 90_000;
/** Webhooks about cards come: these looks are for those that were lost. */
const WATCHED_AND_TOLD_MS = 60_000;
const TOLD_MS = 300_000;
/** Who has just loaded a page is looking at it for a while. */
const GLANCE_MS = 60_000;

export interface PollingOptions {
  /** A look, where the last one of anybody is older than so much. */
  readonly round: (ageMs: number) => Promise<void>;
  readonly onTrouble: (error: unknown) => void;
  readonly now: () => number;
  /** Whether GitHub says by itself what has changed. */
  readonly isTold: () => boolean;
}

export class Polling {
  readonly #options: PollingOptions;
  #followers = 0;
  #watchers = 0;
  #glancedAt = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #stopped = false;

  constructor(options: PollingOptions) {
    this.#options = options;
  }

  /** Somebody follows what happens, whether or not they are looking right now. */
  follow(): () => void {
    this.#followers++;
    this.#plan();
    return once(() => {
      this.#followers--;
      this.#plan();
    });
  }

  /** Somebody follows what happens here too: what ends that ends both. */
  alongside(stopWatching: () => void): () => void {
    const stopPolling = this.follow();
    return () => {
      stopWatching();
      stopPolling();
    };
  }

  /** Somebody is looking. */
  attend(): () => void {
    this.#watchers++;
    this.#plan();
    return once(() => {
      this.#watchers--;
      this.#plan();
    });
  }

  glance(): void {
    this.#glancedAt = this.#options.now();
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#clear();
    await this.#running;
  }

  get #isWatched(): boolean {
    return this.#watchers > 0 || this.#options.now() - this.#glancedAt < GLANCE_MS;
  }

  get #pause(): number {
    if (this.#options.isTold()) return this.#isWatched ? WATCHED_AND_TOLD_MS : TOLD_MS;
    return this.#isWatched ? WATCHED_MS : UNWATCHED_MS;
  }

  #plan(): void {
    this.#clear();
    if (this.#stopped || this.#running || (!this.#isWatched && this.#followers === 0)) return;
    const pause = this.#pause;
    const since = this.#options.now() - this.#lastAt;
    // The first look of somebody who comes is not put off.
    const wait = this.#isWatched ? Math.max(0, pause - since) : pause;
    this.#timer = setTimeout(() => this.#look(pause), wait);
    // A process that has nothing else to do need not stay for this.
    this.#timer.unref();
  }

  #look(pause: number): void {
    this.#timer = null;
    this.#lastAt = this.#options.now();
    // Others on the same store look too: theirs are as good.
    this.#running = this.#options
      .round(pause / 2)
      .catch(this.#options.onTrouble)
      .finally(() => {
        this.#running = null;
        this.#plan();
      });
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
