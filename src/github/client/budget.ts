// What may still be asked of GitHub. Requests are held back here before GitHub refuses them: a client that runs into
// its limits is refused for much longer, and one that goes on is banned.
//
// The account is plain data, changed by pure functions, because the limit belongs to the token and not to a process:
// `LocalBudget` keeps it in memory; `token-budget.ts` keeps the same data where others that use the token find it.

import type { Time } from "../../engine/facts.ts";

export interface Budget {
  /**
   * Sets aside what a request will cost, and says when it may go out; or says which limit stands against it until after
   * `latest`, and until when.
   */
  take(cost: Cost, now: Time, latest: Time): Promise<Taken>;
  /** The request is over: what GitHub said is left, or null where it said nothing. */
  settle(cost: Cost, said: Said | null, now: Time): Promise<void>;
  /** GitHub refused: nothing goes out before then. */
  block(until: Time): Promise<void>;
}

export interface Cost {
  /** Of the hourly limit. */
  readonly points: number;
  /** Of the limit per minute: a query 1, a mutation 5. */
  readonly weight: number;
  /** Issues and comments. */
  readonly content: number;
  /** It changes something: GitHub asks for a second between two of these. */
  readonly write: boolean;
  /** It decides nothing, and leaves a reserve of the hourly limit to what does. */
  readonly spare: boolean;
}

export interface Said {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Time;
}

export type LimitName =
  | "points an hour"
  | "points a minute"
  | "content a minute"
  | "content an hour"
  | "a second between writes"
  | "refused";

export type Taken =
  | { readonly taken: true; readonly at: Time }
  | { readonly taken: false; readonly limit: LimitName; readonly until: Time };

export interface Account {
  readonly points: { readonly left: number; readonly limit: number; readonly resetAt: Time } | null;
  /** Sent, and not answered yet: GitHub's `remaining` does not know of them. */
  readonly underWay: readonly Amount[];
  readonly weight: readonly Amount[];
  readonly content: readonly Amount[];
  /** When the next write would be due if there had been one a second; writes may be so many seconds ahead of it. */
  readonly writesDue: Time;
  readonly blockedUntil: Time;
}

interface Amount {
  readonly at: Time;
  readonly amount: number;
}

export const NEW_ACCOUNT: Account = {
  points: null,
  underWay: [],
  weight: [],
  content: [],
  writesDue: 0,
  blockedUntil: 0,
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** GitHub's own limits less a margin: its minutes are not ours, and people use the same account. */
const WEIGHT_A_MINUTE = 2_000 * 0.95;
const CONTENT_A_MINUTE = 80 * 0.95;
const CONTENT_AN_HOUR = 500 * 0.95;
const POINTS_AN_HOUR = 5_000;
const POINTS_KEPT = 0.02;
/** A fifth of the hour is for decisions: what only brings lists up to date waits. */
const POINTS_KEPT_FOR_DECISIONS = 0.2;
const BETWEEN_WRITES_MS = 1_000;
/** So many writes go out at once before they are a second apart: with 60 more that is below 80 a minute. */
const BURST = 10;

export function takeFrom(
  account: Account,
  cost: Cost,
  now: Time,
  latest: Time,
): { readonly account: Account; readonly taken: Taken } {
  const current = pruned(account, now);
  const at = cost.write ? Math.max(now, current.writesDue - BURST * BETWEEN_WRITES_MS) : now;
  const against = [
    at > latest ? { limit: "a second between writes" as const, until: at } : null,
    blocked(current, now),
    pointsLimit(current, cost, now),
    windowLimit("points a minute", current.weight, cost.weight, WEIGHT_A_MINUTE, MINUTE, now),
    windowLimit("content a minute", current.content, cost.content, CONTENT_A_MINUTE, MINUTE, now),
    windowLimit("content an hour", current.content, cost.content, CONTENT_AN_HOUR, HOUR, now),
  ].filter((limit) => limit !== null);
  // The one that lasts longest: a shorter wait would only end at the next.
  const worst = against.toSorted((a, b) => b.until - a.until)[0];
  if (worst) return { account: current, taken: { taken: false, ...worst } };
  return {
    account: {
      ...current,
      underWay: [...current.underWay, { at: now, amount: cost.points }],
      weight: [...current.weight, { at, amount: cost.weight }],
      content: cost.content === 0 ? current.content : [...current.content, { at, amount: cost.content }],
      // Its turn is kept for it, so that those who wait go out in the order in which they came.
      writesDue: cost.write ? Math.max(at, current.writesDue) + BETWEEN_WRITES_MS : current.writesDue,
    },
    taken: { taken: true, at },
  };
}

/** It did not go out after all: another account stood against it. `at`: as it was taken. */
export function giveBack(account: Account, cost: Cost, at: Time): Account {
  const without = (amounts: readonly Amount[], isIt: (amount: Amount) => boolean): readonly Amount[] => {
    const index = amounts.findLastIndex(isIt);
    return amounts.filter((_, place) => place !== index);
  };
  return {
    ...account,
    underWay: without(account.underWay, ({ amount }) => amount === cost.points),
    weight: without(account.weight, (one) => one.at === at && one.amount === cost.weight),
    content: without(account.content, (one) => one.at === at && one.amount === cost.content),
    writesDue: cost.write ? account.writesDue - BETWEEN_WRITES_MS : account.writesDue,
  };
}

export function settleIn(account: Account, cost: Cost, said: Said | null, now: Time): Account {
  const current = pruned(account, now);
  const done = current.underWay.findIndex(({ amount }) => amount === cost.points);
  const underWay = current.underWay.filter((_, index) => index !== done);
  if (said) {
    return { ...current, underWay, points: { left: said.remaining, limit: said.limit, resetAt: said.resetAt } };
  }
  // Nobody knows whether it was counted, so it was.
  const points = current.points ?? { left: POINTS_AN_HOUR, limit: POINTS_AN_HOUR, resetAt: now + HOUR };
  return { ...current, underWay, points: { ...points, left: points.left - cost.points } };
}

export class LocalBudget implements Budget {
  #account: Account = NEW_ACCOUNT;

  async take(cost: Cost, now: Time, latest: Time): Promise<Taken> {
    const { account, taken } = takeFrom(this.#account, cost, now, latest);
    this.#account = account;
    return taken;
  }

  async settle(cost: Cost, said: Said | null, now: Time): Promise<void> {
    this.#account = settleIn(this.#account, cost, said, now);
  }

  async block(until: Time): Promise<void> {
    this.#account = { ...this.#account, blockedUntil: Math.max(until, this.#account.blockedUntil) };
  }
}

interface Limit {
  readonly limit: LimitName;
  readonly until: Time;
}

function blocked(account: Account, now: Time): Limit | null {
  return account.blockedUntil > now ? { limit: "refused", until: account.blockedUntil } : null;
}

function pointsLimit({ points, underWay }: Account, cost: Cost, now: Time): Limit | null {
  const { left, limit, resetAt } = points ?? { left: POINTS_AN_HOUR, limit: POINTS_AN_HOUR, resetAt: now + HOUR };
  const kept = cost.spare ? POINTS_KEPT_FOR_DECISIONS : POINTS_KEPT;
  const free = left - sum(underWay) - Math.ceil(limit * kept);
  return cost.points > free ? { limit: "points an hour", until: resetAt } : null;
}

function windowLimit(
  limit: LimitName,
  spent: readonly Amount[],
  wanted: number,
  most: number,
  length: number,
  now: Time,
): Limit | null {
  if (wanted === 0) return null;
  let excess = sum(spent.filter(({ at }) => at > now - length)) + wanted - most;
  if (excess <= 0) return null;
  for (const { at, amount } of spent) {
    if (at <= now - length) continue;
    excess -= amount;
    if (excess <= 0) return { limit, until: at + length };
  }
  return { limit, until: now + length };
}

/**
 * A request that was never settled (its process died) is forgotten after a while. So is what can't be: a process whose clock
 * is hours ahead must not keep the others from GitHub for hours.
 */
function pruned(account: Account, now: Time): Account {
  const within = (amounts: readonly Amount[], length: number): readonly Amount[] =>
    amounts.filter(({ at }) => at > now - length && at < now + MINUTE);
  const { points, blockedUntil, writesDue } = account;
  return {
    points: points && points.resetAt > now && points.resetAt <= now + HOUR + MINUTE ? points : null,
    underWay: within(account.underWay, 2 * MINUTE),
    weight: within(account.weight, MINUTE),
    content: within(account.content, HOUR),
    // Nobody is given a turn that is further away.
    writesDue: writesDue > now + MINUTE ? now : writesDue,
    blockedUntil: blockedUntil > now + HOUR + MINUTE ? 0 : blockedUntil,
  };
}

function sum(amounts: readonly Amount[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0);
}
