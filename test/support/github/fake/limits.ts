// GitHub's limits as it keeps them itself, for each account: points an hour, points a minute, content.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface Limits {
  readonly pointsAnHour: number;
  readonly weightAMinute: number;
  readonly contentAMinute: number;
  readonly contentAnHour: number;
}

export const GITHUB_LIMITS: Limits = {
  pointsAnHour: 5_000,
  weightAMinute: 2_000,
  contentAMinute: 80,
  contentAnHour: 500,
};

export type Refusal = { readonly kind: "primary" | "secondary"; readonly until: number };

export class Usage {
  readonly #limits: Limits;
  #window = { used: 0, resetAt: 0 };
  #weight: { at: number; amount: number }[] = [];
  #content: { at: number; amount: number }[] = [];

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts a request, or refuses it. */
  spend(cost: { points: number; weight: number; content: number }, now: number): Refusal | null {
    if (now >= this.#window.resetAt) this.#window = { used: 0, resetAt: now + HOUR };
    this.#weight = this.#weight.filter(({ at }) => at > now - MINUTE);
    this.#content = this.#content.filter(({ at }) => at > now - HOUR);
    const { pointsAnHour, weightAMinute, contentAMinute, contentAnHour } = this.#limits;
    if (this.#window.used + cost.points > pointsAnHour) return { kind: "primary", until: this.#window.resetAt };
    const lastMinute = this.#content.filter(({ at }) => at > now - MINUTE);
    const tooMuch =
      sum(this.#weight) + cost.weight > weightAMinute ||
      (cost.content > 0 &&
        (sum(lastMinute) + cost.content > contentAMinute || sum(this.#content) + cost.content > contentAnHour));
    if (tooMuch) return { kind: "secondary", until: now + MINUTE };
    this.#window.used += cost.points;
    this.#weight.push({ at: now, amount: cost.weight });
    if (cost.content > 0) this.#content.push({ at: now, amount: cost.content });
    return null;
  }

  rate(cost: number, now: number) {
    const { pointsAnHour: limit } = this.#limits;
    const resetAt = this.#window.resetAt > now ? this.#window.resetAt : now + HOUR;
    return { limit, remaining: Math.max(0, limit - this.#window.used), resetAt, cost };
  }
}

function sum(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0);
}
