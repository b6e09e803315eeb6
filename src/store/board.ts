// The board of our own: everything in one store, on either engine.

import type { Board } from "../app/ports/board.ts";
import type { Ledger } from "../app/ports/ledger.ts";
import { SECONDS, Tally } from "../app/measures/tally.ts";
import { storeClaims } from "./claims.ts";
import { readNow } from "./clock.ts";
import type { Alone, Ask, Driver } from "./driver.ts";
import { storeEvidence } from "./evidence.ts";
import { storeKeys } from "./keys.ts";
import { storeLedger } from "./ledger/ledger.ts";
import { preparePlan } from "./ledger/prepare.ts";
import type { PastStore } from "./past/past.ts";
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
  const ledger = storeLedger(driver);
  const past = lazyPast(driver, ledger);
  return {
    driver,
    tickets: storeTickets(driver),
    claims: storeClaims(driver),
    evidence: storeEvidence(driver),
    sessions: storeSessions(driver),
    runs: storeRuns(driver),
    ledger,
    workflows: storeWorkflows(driver),
    keys: storeKeys(driver),
    processes: storeProcesses(driver),
    past: { at: async (moment, about, look) => (await past.open()).at(moment, about, look) },
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
    ...(driver.alone ? { alone: aloneOn(driver.alone.bind(driver), driver) } : {}),
    async health() {
      const { schema, known, writable } = await driver.health();
      return { schema: schema === known ? "current" : schema > known ? "newer" : "older", writable };
    },
    measures: () => ({ commits, batches: null, connections: null, ...driver.measures?.() }),
    watch: (onChange) => driver.watch(onChange),
    async close() {
      await past.close();
      await driver.close();
    },
  };
}

/** Loaded when somebody looks back: an agent's process never does. */
function lazyPast(driver: Driver, ledger: Ledger): { open: () => Promise<PastStore>; close: () => Promise<void> } {
  let opening: Promise<PastStore> | null = null;
  return {
    open: () =>
      (opening ??= import("./past/past.ts").then(({ PastStore }) => new PastStore(driver, ledger, storeBoard))),
    close: async () => (await opening)?.close(),
  };
}

function aloneOn(alone: NonNullable<Driver["alone"]>, driver: Driver): NonNullable<Board["alone"]> {
  return (use) => alone((store) => use(storeBoard(aloneDriver(driver, store))));
}

/** Of a board that nobody else writes to meanwhile: everything goes through the one transaction. */
function aloneDriver(driver: Driver, store: Alone): Driver {
  return {
    reached: driver.reached,
    payload: driver.payload,
    read: (select, params) => store.read(select, params),
    all: (sql, params) => store.all(sql, params),
    together: async (asks: readonly Ask<unknown>[]) => {
      const found: unknown[][] = [];
      for (const { select, params } of asks) found.push(await store.read(select, params));
      return found as never;
    },
    snapshot: (use) => use(store),
    commit: (plan) => store.commit(plan),
    redact: notHere,
    load: notHere,
    missing: () => driver.missing(),
    health: () => driver.health(),
    watch: (onChange) => driver.watch(onChange),
    close: () => Promise.resolve(),
  };
}

function notHere(): Promise<never> {
  return Promise.reject(new TypeError("whoever has the store to themselves neither redacts nor loads"));
}
