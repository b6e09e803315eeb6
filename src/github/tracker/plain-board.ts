// A board of our own whose work is proposed on GitHub: tickets, claims and the ledger stay here; what the pull requests show
// is looked at there, and a merge leads a ticket on.

import type { Board } from "../../app/ports/board.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import { Polling } from "../read/polling.ts";
import { PlainPulls, type PlainPullsOptions } from "./plain-pulls.ts";

/** What a decision rests on is no older than this, if GitHub answers. */
const FRESH_MS = 30_000;

export interface PlainBoardOptions extends PlainPullsOptions {
  /** Told of what went wrong in the background. */
  readonly onTrouble: (error: unknown) => void;
}

export interface PlainBoard extends Board {
  /** Looks at GitHub now. */
  refresh(): Promise<void>;
}

export function plainBoard(options: PlainBoardOptions): PlainBoard {
  const { clock, onTrouble } = options;
  const store: TrackerStore = options.store;
  const look = new PlainPulls(options);
  const round = (ageMs: number): Promise<void> => look.noOlderThan(ageMs);
  const polling = new Polling({ round, onTrouble, now: () => clock.now(), isTold: () => false });
  return {
    ...store,
    tickets: {
      ...store.tickets,
      async forHandoff(key, wanted, why) {
        const isAsked = wanted.evidence?.facts === true;
        // Nobody is kept from handing off because GitHub can't be reached: what was seen last counts.
        if (isAsked) await round(FRESH_MS).catch(onTrouble);
        const facts = await store.tickets.forHandoff(key, wanted, why);
        const observed = isAsked ? (await store.pulls.of([key])).get(key)?.observed : undefined;
        return observed ? { ...facts, observed } : facts;
      },
      list(filter, limit, after) {
        polling.glance();
        return store.tickets.list(filter, limit, after);
      },
    },
    pulls: {
      ...store.pulls,
      remote: { url: options.url, attend: () => polling.attend(), follow: (act) => look.follow(act) },
    },
    /** While somebody listens, GitHub is looked at now and then. */
    watch: (onChange) => polling.alongside(store.watch(onChange)),
    async close() {
      await polling.stop();
      await store.close();
    },
    refresh: () => round(0),
  };
}
