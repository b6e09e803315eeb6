// The budget of one token. GitHub's limits belong to it, and not to a process or a board: its account is kept wherever others
// that use the same token find it, and a request goes out where all of these places allow it.

import { createHash } from "node:crypto";
import type { Time } from "../../engine/facts.ts";
import {
  giveBack,
  NEW_ACCOUNT,
  settleIn,
  takeFrom,
  type Account,
  type Budget,
  type Cost,
  type Said,
  type Taken,
} from "./budget.ts";

/** Where accounts are kept, each under a name. */
export interface Accounts {
  /** `step` makes the next account of the one that is there; null: it stays as it is. It may be called several times. */
  change(name: string, step: (account: Account) => Account | null): Promise<void>;
}

/** This process alone. */
export class OwnAccounts implements Accounts {
  readonly #accounts = new Map<string, Account>();

  change(name: string, step: (account: Account) => Account | null): Promise<void> {
    const after = step(this.#accounts.get(name) ?? NEW_ACCOUNT);
    if (after) this.#accounts.set(name, after);
    return Promise.resolve();
  }
}

/** By which a token is known to those that may not know the token. */
function digestOf(account: string): string {
  return createHash("sha256").update(`signalbox budget ${account}`).digest("hex").slice(0, 32);
}

export class TokenBudget implements Budget {
  readonly #places: readonly Accounts[];
  readonly #name: string;

  /** `account`: see `TokenSource`. */
  constructor(account: string, places: readonly Accounts[]) {
    this.#name = digestOf(account);
    this.#places = places;
  }

  async take(cost: Cost, now: Time, latest: Time): Promise<Taken> {
    const given: { readonly place: Accounts; readonly at: Time }[] = [];
    for (const place of this.#places) {
      const taken = await this.#takeIn(place, cost, now, latest);
      if (!taken.taken) {
        for (const { place: other, at } of given) {
          await other.change(this.#name, (account) => giveBack(account, cost, at));
        }
        return taken;
      }
      given.push({ place, at: taken.at });
    }
    return { taken: true, at: Math.max(now, ...given.map(({ at }) => at)) };
  }

  async settle(cost: Cost, said: Said | null, now: Time): Promise<void> {
    for (const place of this.#places) await place.change(this.#name, (account) => settleIn(account, cost, said, now));
  }

  async block(until: Time): Promise<void> {
    for (const place of this.#places) {
      await place.change(this.#name, (account) => ({
        ...account,
        blockedUntil: Math.max(until, account.blockedUntil),
      }));
    }
  }

  async #takeIn(place: Accounts, cost: Cost, now: Time, latest: Time): Promise<Taken> {
    let taken: Taken = { taken: true, at: now };
    await place.change(this.#name, (account) => {
      const next = takeFrom(account, cost, now, latest);
      taken = next.taken;
      return next.taken.taken ? next.account : null;
    });
    return taken;
  }
}
