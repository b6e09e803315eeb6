// Plans that wait in this process go together: one lock, one look at file and schema, and one wait for the disk. A plan
// that is alone goes at once, and waits for nobody.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Outcome } from "../../app/commit/plan.ts";
import { StoreError } from "../errors.ts";
import type { PreparedPlan } from "../ledger/prepare.ts";
import type { PlanWriter, Settled } from "./commit.ts";
import { isBusy } from "./failures.ts";

const MOST_PLANS = 64;
/** So many plans in a row may go without asking whether others would come along. */
const MOST_ALONE = 64;

interface Waiting {
  readonly plan: PreparedPlan;
  readonly resolve: (outcome: Outcome) => void;
  readonly reject: (error: unknown) => void;
}

export interface QueueOptions {
  /** Tries until the file's lock can be had; `first`: what a first try has failed with already. */
  readonly patiently: <T>(step: () => T, first?: unknown) => Promise<T>;
  /** A pause, where others wait for the lock as well and it is their turn. */
  readonly letOthers: () => Promise<void> | null;
  readonly onDone: () => void;
}

export class PlanQueue {
  readonly #writer: PlanWriter;
  readonly #patiently: QueueOptions["patiently"];
  readonly #letOthers: QueueOptions["letOthers"];
  readonly #onDone: () => void;
  #waiting: Waiting[] = [];
  #running: Promise<void> | null = null;
  /** The last plans that waited for others had some. */
  #inCompany = false;
  /** A plan has gone at once since the event loop last turned. */
  #thisTurn = false;
  /** How many may still go at once in the same turn: one that does its work alone must not wait for the turn each time. */
  #alone = 0;
  #aloneNext = 1;

  constructor(writer: PlanWriter, { patiently, letOthers, onDone }: QueueOptions) {
    this.#writer = writer;
    this.#patiently = patiently;
    this.#letOthers = letOthers;
    this.#onDone = onDone;
  }

  commit(plan: PreparedPlan): Promise<Outcome> {
    let busy: unknown;
    const pause = this.#running === null ? this.#letOthers() : null;
    if (this.#running === null && pause === null && this.#goesAtOnce()) {
      try {
        return Promise.resolve(this.#told(this.#writer.commit(plan)));
      } catch (error) {
        // The first failure ends it, unless it is only the lock that somebody else has.
        if (!isBusy(error)) return this.#patiently<Outcome>(() => raise(error));
        busy = error;
      }
    }
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    this.#waiting.push({ plan, resolve, reject });
    this.#running ??= this.#run(busy, pause);
    return promise;
  }

  /** When everything that was handed in has its answer. */
  async drained(): Promise<void> {
    await this.#running;
  }

  /** Others that come in the same turn of the event loop are worth waiting for it, as they are on a server with many clients. */
  #goesAtOnce(): boolean {
    if (this.#inCompany) return false;
    if (this.#thisTurn) return this.#alone-- > 0;
    this.#thisTurn = true;
    setImmediate(() => (this.#thisTurn = false));
    return true;
  }

  async #run(busy: unknown, pause: Promise<void> | null): Promise<void> {
    if (busy === undefined) await (pause ?? nextTurn());
    let first = busy;
    for (;;) {
      const { went, answer } = await this.#send(first);
      if (first === undefined && pause === null) this.#learn(went);
      first = undefined;
      const isLast = this.#waiting.length === 0;
      // Before the answers: one that is answered may come back with its next plan at once.
      if (isLast) this.#running = null;
      answer();
      if (isLast) return;
      await (this.#letOthers() ?? nextTurn());
    }
  }

  #learn(batch: number): void {
    this.#inCompany = batch > 1;
    this.#aloneNext = this.#inCompany ? 1 : Math.min(2 * this.#aloneNext, MOST_ALONE);
    this.#alone = this.#inCompany ? 0 : this.#aloneNext;
  }

  /** Those that came while it waited for the lock go along. */
  async #send(first: unknown): Promise<{ readonly went: number; readonly answer: () => void }> {
    let batch: readonly Waiting[] = [];
    try {
      const settled = await this.#patiently(() => {
        batch = this.#waiting.slice(0, MOST_PLANS);
        return this.#commitAll(batch.map(({ plan }) => plan));
      }, first);
      this.#waiting = this.#waiting.slice(settled.length);
      const answer = (): void => batch.forEach((one, index) => this.#answer(one, settled[index]));
      return { went: settled.length, answer };
    } catch (error) {
      this.#waiting = this.#waiting.slice(batch.length);
      if (batch.length === 1 || (error instanceof StoreError && error.code === "store_busy")) {
        return { went: batch.length, answer: () => batch.forEach(({ reject }) => reject(error)) };
      }
      await this.#oneByOne(batch);
      return { went: batch.length, answer: () => {} };
    }
  }

  #commitAll(plans: readonly PreparedPlan[]): readonly Settled[] {
    const [plan] = plans;
    const settled = plan && plans.length === 1 ? [this.#writer.commit(plan)] : this.#writer.commitTogether(plans);
    if (settled.some(({ kind }) => kind === "done")) this.#onDone();
    return settled;
  }

  /** Nothing of the batch was written: by itself each fails alone, and the others don't. */
  async #oneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const { plan, resolve, reject } of batch) {
      await this.#patiently(() => this.#told(this.#writer.commit(plan))).then(resolve, reject);
      await nextTurn();
    }
  }

  #answer({ resolve, reject }: Waiting, settled: Settled | undefined): void {
    if (settled?.kind === "failed") this.#patiently<Outcome>(() => raise(settled.error)).then(resolve, reject);
    else if (settled) resolve(settled);
  }

  #told(outcome: Outcome): Outcome {
    if (outcome.kind === "done") this.#onDone();
    return outcome;
  }
}

/** For `patiently`, which puts it into words. */
function raise(error: unknown): never {
  throw error;
}
