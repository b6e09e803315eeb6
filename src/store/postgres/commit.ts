// Plans on their way to the database. One statement is under way at a time, and carries whatever has come in meanwhile:
// all writers of a board queue for one lock anyway, so that going together costs nobody time and saves the disk's.

import { setTimeout as sleep } from "node:timers/promises";
import type { Outcome } from "../../app/commit/plan.ts";
import { Tally } from "../../app/measures/tally.ts";
import type { Blank } from "../driver.ts";
import { StoreError } from "../errors.ts";
import type { PreparedPlan } from "../ledger/prepare.ts";
import type { Connections } from "./connect/connections.ts";
import { isClash, isLost, isOfContent, isReadOnly } from "./failures.ts";

const MOST_PLANS = 32;
const MOST_CHARACTERS = 1_000_000;
const PATIENCE_MS = 10_000;

export const COMMIT = "SELECT board_commit(?, ?, ?) AS outcomes";
const LOOK_UP = "SELECT board_settle(?, ?) AS outcome";

interface Waiting {
  readonly id: string;
  readonly text: string;
  readonly resolve: (outcome: Outcome | Promise<Outcome>) => void;
  readonly reject: (error: unknown) => void;
}

export class PlanQueue {
  readonly #connections: Connections;
  readonly #board: string;
  readonly #onDone: (seq: number) => void;
  /** How many plans went together. */
  readonly batches = new Tally([1, 2, 4, 8, 16, 32]);
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;

  /** `board`: the id of the board that every plan is meant for. */
  constructor(connections: Connections, board: string, onDone: (seq: number) => void) {
    this.#connections = connections;
    this.#board = board;
    this.#onDone = onDone;
  }

  commit(plan: PreparedPlan, blank?: readonly Blank[]): Promise<Outcome> {
    const text = jsonText(blank ? { ...plan, blank } : plan);
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ id: plan.id, text, resolve, reject });
    this.#running ??= this.#run();
    return promise;
  }

  /** When everything that was handed in has its answer, or is being looked up. */
  async drained(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) await this.#send(this.#next());
    this.#running = null;
  }

  #next(): Waiting[] {
    let size = 0;
    const tooMany = this.#waiting.findIndex(({ text }, index) => {
      size += text.length;
      return index === MOST_PLANS || (index > 0 && size > MOST_CHARACTERS);
    });
    return this.#waiting.splice(0, tooMany === -1 ? this.#waiting.length : tooMany);
  }

  async #send(batch: readonly Waiting[], again = true): Promise<void> {
    this.batches.add(batch.length);
    try {
      const plans = `[${batch.map(({ text }) => text).join(",")}]`;
      const [row] = await this.#connections.write(COMMIT, [this.#connections.known, this.#board, plans]);
      const outcomes = JSON.parse(String(row?.["outcomes"])) as Outcome[];
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] ?? { kind: "unclear" });
      const last = outcomes.findLast((outcome) => outcome.kind === "done");
      if (last) this.#onDone(last.seq);
    } catch (error) {
      // Another server is the primary now, and nothing was written: once more, on a new connection.
      if (again && isReadOnly(error)) await this.#send(batch, false);
      else await this.#failed(batch, error);
    }
  }

  async #failed(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (error instanceof StoreError) {
      for (const { reject } of batch) reject(error);
    } else if (isLost(error)) {
      for (const { id, resolve } of batch) resolve(this.#lookUp(id));
    } else if (batch.length > 1 && isOfContent(error)) {
      // One of them spoilt it for all, and nothing was written: one by one, it fails alone.
      for (const one of batch) await this.#send([one]);
    } else {
      for (const { resolve, reject } of batch) {
        if (isClash(error)) resolve({ kind: "stale" });
        else reject(this.#connections.explain(error));
      }
    }
  }

  /**
   * The answer got lost. The statement may have been carried out, or may still be on its way: looking the plan up under
   * the lock finds it, or forbids it for ever, so that deciding again is safe.
   */
  async #lookUp(id: string): Promise<Outcome> {
    const deadline = performance.now() + PATIENCE_MS;
    for (let wait = 20; ; wait = Math.min(wait * 2, 1000)) {
      try {
        const [row] = await this.#connections.write(LOOK_UP, [this.#board, id]);
        const outcome = JSON.parse(String(row?.["outcome"])) as Outcome;
        if (outcome.kind === "done") this.#onDone(outcome.seq);
        return outcome;
      } catch {
        // Still away; how long that may go on is all that matters here.
        if (this.#connections.closed || performance.now() > deadline) return { kind: "unclear" };
      }
      await sleep(wait);
    }
  }
}

/** jsonb refuses half a surrogate pair; UTF-8, which the digests are made over, has the replacement character for it. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  if (!/\\ud[89a-f]/.test(text)) return text;
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? inner.toWellFormed() : inner));
}
