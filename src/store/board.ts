// The board of our own: everything in one store, on either engine.

import type { Board } from "../app/ports/board.ts";
import { SECONDS, Tally } from "../app/measures/tally.ts";
import { storeClaims } from "./claims.ts";
import { readNow } from "./clock.ts";
import type { Driver } from "./driver.ts";
import { storeEvidence } from "./evidence.ts";
import { storeKeys } from "./keys.ts";
import { storeLedger } from "./ledger/ledger.ts";
import { preparePlan } from "./ledger/prepare.ts";
import { storeProcesses } from "./processes.ts";
import { storeRuns } from "./runs.ts";
import { storeSessions } from "./sessions.ts";
import { storeTickets } from "./tickets/tickets.ts";
import { storeWorkflows } from "./workflows.ts";

export interface StoreBoard extends Board {
  readonly driver: Driver;
}

export function storeBoard(driver: Driver): StoreBoard {
  const commits = new Tally(SECONDS);
  return {
    driver,
    tickets: storeTickets(driver),
    claims: storeClaims(driver),
    evidence: storeEvidence(driver),
    sessions: storeSessions(driver),
    runs: storeRuns(driver),
    ledger: storeLedger(driver),
    workflows: storeWorkflows(driver),
    keys: storeKeys(driver),
    processes: storeProcesses(driver),
    now: () => readNow(driver),
    // A plan that can't be prepared is a commit that failed, like every other.
    commit: async (plan) => {
      const began = performance.now();
      try {
        return await driver.commit(preparePlan(plan));
      } finally {
        commits.add((performance.now() - began) / 1000);
      }
    },
    async health() {
      const { schema, known, writable } = await driver.health();
      return { schema: schema === known ? "current" : schema > known ? "newer" : "older", writable };
    },
    measures: () => ({ commits, batches: null, connections: null, ...driver.measures?.() }),
    watch: (onChange) => driver.watch(onChange),
    close: () => driver.close(),
  };
}
