// Clients that write to a board whatever happens to its database, and what became of what they were told.

import { setTimeout as sleep } from "node:timers/promises";
import { StoreError } from "../../../src/store/errors.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import type { PostgresDriver } from "../../../src/store/postgres/driver.ts";
import { openPostgres } from "../../../src/store/postgres/open.ts";
import { creating } from "../../support/store/plans.ts";

export interface FaultReport {
  readonly fault: string;
  readonly acknowledged: number;
  /** Acknowledged, and not in the ledger as it was said. */
  readonly lost: number;
  /** In the ledger, and never acknowledged to anybody: a client that was told "unclear" has to look. */
  readonly unclear: number;
  readonly codes: readonly string[];
  /** From the end of each fault to the next acknowledgement. */
  readonly gapsMs: readonly number[];
  readonly isWhole: boolean;
}

export async function openAll(url: string, board: string, count: number): Promise<PostgresDriver[]> {
  const drivers: PostgresDriver[] = [];
  for (let made = 0; made < count; made++) drivers.push(await openPostgres({ url, board, poolSize: 2 }));
  return drivers;
}

/** Each client makes one ticket after the other, whatever happens. */
export class Work {
  readonly done = new Map<string, number>();
  readonly codes = new Set<string>();
  readonly #working: Promise<unknown>;
  readonly #state = { goes: true };

  constructor(drivers: readonly PostgresDriver[]) {
    this.#working = Promise.all(drivers.map((driver, index) => this.#work(driver, index, drivers.length)));
  }

  async more(count: number): Promise<void> {
    const enough = this.done.size + count;
    while (this.done.size < enough) await sleep(5);
  }

  async stop(): Promise<void> {
    this.#state.goes = false;
    await this.#working;
  }

  async #work(driver: PostgresDriver, index: number, all: number): Promise<void> {
    for (let made = 0; this.#state.goes; made++) {
      const plan = creating(`${index}-${made}`, { number: 1 + made * all + index });
      try {
        const outcome = await driver.commit(plan);
        if (outcome.kind === "done") this.done.set(plan.id, outcome.seq);
        else this.codes.add(outcome.kind);
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        this.codes.add(error.code);
        await sleep(5);
      }
    }
  }
}

export async function reportOf(
  fault: string,
  { done, codes }: Work,
  driver: PostgresDriver | undefined,
  gapsMs: readonly number[],
): Promise<FaultReport> {
  if (!driver) throw new Error("there is no client");
  const rows = await driver.all("SELECT seq, plan FROM ledger", []);
  const kept = new Map(rows.map((row) => [row["plan"], row["seq"]]));
  const lost = [...done].filter(([id, seq]) => kept.get(id) !== seq).length;
  const { ok } = await verifyStore(driver);
  return {
    fault,
    acknowledged: done.size,
    lost,
    unclear: rows.length - done.size,
    codes: [...codes],
    gapsMs,
    isWhole: ok,
  };
}

export function describeFault({ fault, acknowledged, lost, unclear, codes, gapsMs, isWhole }: FaultReport): string {
  const gaps = `gaps ${gapsMs.join(", ")} ms`;
  const whole = isWhole ? "whole" : "NOT WHOLE";
  return `${fault}: ${acknowledged} acknowledged, ${lost} lost, ${unclear} unclear, ${gaps}, told ${codes.join(", ") || "nothing"}; ${whole}`;
}
