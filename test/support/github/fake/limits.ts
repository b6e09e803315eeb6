// GitHub's limits as it keeps them itself, for each account: points an hour, points a minute, content, and how much one
// query may take.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface Limits {
  readonly pointsAnHour: number;
  readonly weightAMinute: number;
  readonly contentAMinute: number;
  readonly contentAnHour: number;
  /** How many nodes one query may ask for before GitHub stops half way. GitHub does not tell its own number. */
  readonly nodesAQuery: number;
}

export const GITHUB_LIMITS: Limits = {
  pointsAnHour: 5_000,
  weightAMinute: 2_000,
  contentAMinute: 80,
  contentAnHour: 500,
  nodesAQuery: Number.POSITIVE_INFINITY,
};

export type Refusal = { readonly kind: "primary" | "secondary"; readonly until: number };

export interface Spent {
  readonly points: number;
  readonly weight: number;
  readonly content: number;
}

/** The most that was ever spent within one window, whatever came of it. */
export interface Peaks {
  readonly requests: number;
  readonly points: number;
  readonly pointsAnHour: number;
  readonly weightAMinute: number;
  readonly contentAMinute: number;
  readonly contentAnHour: number;
}

interface Entry extends Spent {
  readonly at: number;
}

export class Usage {
  readonly #limits: Limits;
  #window = { used: 0, resetAt: 0 };
  #entries: Entry[] = [];
  #peaks: Peaks = { requests: 0, points: 0, pointsAnHour: 0, weightAMinute: 0, contentAMinute: 0, contentAnHour: 0 };

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get peaks(): Peaks {
    return this.#peaks;
  }

  /** Counts a request, or refuses it. */
  spend(cost: Spent, now: number): Refusal | null {
    if (now >= this.#window.resetAt) this.#window = { used: 0, resetAt: now + HOUR };
    this.#entries = this.#entries.filter(({ at }) => at > now - HOUR);
    const { pointsAnHour, weightAMinute, contentAMinute, contentAnHour } = this.#limits;
    if (this.#window.used + cost.points > pointsAnHour) return { kind: "primary", until: this.#window.resetAt };
    const lastMinute = this.#entries.filter(({ at }) => at > now - MINUTE);
    const after = {
      weight: sum(lastMinute, "weight") + cost.weight,
      minute: sum(lastMinute, "content") + cost.content,
      hour: sum(this.#entries, "content") + cost.content,
    };
    const tooMuch =
      after.weight > weightAMinute ||
      (cost.content > 0 && (after.minute > contentAMinute || after.hour > contentAnHour));
    if (tooMuch) return { kind: "secondary", until: now + MINUTE };
    this.#window.used += cost.points;
    this.#entries.push({ at: now, ...cost });
    const { requests, points } = this.#peaks;
    this.#peaks = {
      requests: requests + 1,
      points: points + cost.points,
      pointsAnHour: Math.max(this.#peaks.pointsAnHour, sum(this.#entries, "points")),
      weightAMinute: Math.max(this.#peaks.weightAMinute, after.weight),
      contentAMinute: Math.max(this.#peaks.contentAMinute, after.minute),
      contentAnHour: Math.max(this.#peaks.contentAnHour, after.hour),
    };
    return null;
  }

  rate(cost: number, now: number) {
    const { pointsAnHour: limit } = this.#limits;
    const resetAt = this.#window.resetAt > now ? this.#window.resetAt : now + HOUR;
    return { limit, remaining: Math.max(0, limit - this.#window.used), resetAt, cost };
  }
}

function sum(entries: readonly Entry[], what: keyof Spent): number {
  return entries.reduce((total, entry) => total + entry[what], 0);
}
