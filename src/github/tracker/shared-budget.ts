// GitHub's limits belong to the token, and not to a process: all that work on one store keep one account of them there.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Time } from "../../engine/facts.ts";
import {
  NEW_ACCOUNT,
  settleIn,
  takeFrom,
  type Account,
  type Budget,
  type Cost,
  type Said,
  type Taken,
} from "../client/budget.ts";

const NOTE = "github-budget";
/** A process that loses so often is one of very many: they hold each other back enough. */
const MOST_TRIES = 20;

export class SharedBudget implements Budget {
  readonly #store: Pick<TrackerStore, "notes">;

  constructor(store: Pick<TrackerStore, "notes">) {
    this.#store = store;
  }

  async take(cost: Cost, now: Time): Promise<Taken> {
    let taken: Taken = { taken: true };
    await this.#change((account) => {
      const next = takeFrom(account, cost, now);
      taken = next.taken;
      return next.taken.taken ? next.account : null;
    });
    return taken;
  }

  async settle(cost: Cost, said: Said | null, now: Time): Promise<void> {
    await this.#change((account) => settleIn(account, cost, said, now));
  }

  async block(until: Time): Promise<void> {
    await this.#change((account) => ({ ...account, blockedUntil: Math.max(until, account.blockedUntil) }));
  }

  /** null: it stays as it is. */
  async #change(step: (account: Account) => Account | null): Promise<void> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const before = await this.#store.notes.get(NOTE);
      const after = step(before === null ? NEW_ACCOUNT : (JSON.parse(before) as Account));
      if (after === null || (await this.#store.notes.replace(NOTE, before, JSON.stringify(after)))) return;
    }
  }
}
