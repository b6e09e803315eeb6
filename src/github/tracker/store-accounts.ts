// The accounts of all servers on one database, beside the board.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { NEW_ACCOUNT, type Account } from "../client/budget.ts";
import type { Accounts } from "../client/token-budget.ts";

const NOTE = "github-budget";
/** A process that loses so often is one of very many: they hold each other back enough. */
const MOST_TRIES = 20;

export class StoreAccounts implements Accounts {
  readonly #store: Pick<TrackerStore, "notes">;

  constructor(store: Pick<TrackerStore, "notes">) {
    this.#store = store;
  }

  async change(name: string, step: (account: Account) => Account | null): Promise<void> {
    const note = `${NOTE} ${name}`;
    for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
      const before = await this.#store.notes.get(note);
      const after = step(before === null ? NEW_ACCOUNT : (JSON.parse(before) as Account));
      if (after === null || (await this.#store.notes.replace(note, before, JSON.stringify(after)))) return;
    }
  }
}
