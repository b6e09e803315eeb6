// Read, decide, commit; and again where somebody was faster. No lock is held while deciding: a plan that no longer fits
// is thrown away whole.

import { setTimeout as sleep } from "node:timers/promises";
import type { Board } from "../ports/board.ts";
import type { Outcome, Plan } from "./plan.ts";

export type Done = Extract<Outcome, { kind: "done" }>;

/** What one look at the board led to: an answer that needs no writing, or a plan and the answer that it makes true. */
export type Step<T> = { readonly answer: T } | { readonly plan: Plan; readonly answer: (done: Done) => T };

const PATIENCE_MS = 10_000;
/** A commit that waited long for the store, and came too late, has not met a crowd yet. */
const FEWEST_TRIES = 20;
const LONGEST_PAUSE_MS = 50;

export async function settle<T>(board: Pick<Board, "commit">, look: () => Promise<Step<T>>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let attempt = 0; ; attempt++) {
    const step = await look();
    if (!("plan" in step)) return step.answer;
    const outcome = await board.commit(step.plan);
    if (outcome.kind === "done") return step.answer(outcome);
    if (outcome.kind === "unclear") throw new UnclearError(step.plan.id);
    if (attempt >= FEWEST_TRIES && performance.now() > deadline) throw new ContentionError();
    // Who loses again steps aside for a moment: a hundred who make tickets at once would else all try each number.
    if (attempt > 0) await sleep(Math.random() * Math.min(2 ** attempt, LONGEST_PAUSE_MS));
  }
}

/** Nobody knows whether it was written; asking again with the same request_id is safe. */
class UnclearError extends Error {
  readonly code = "unclear";
  readonly recovery =
    "Read it again to see whether the change is there; if it is not, call again with the same arguments.";

  constructor(plan: string) {
    super(`There was no answer, so that it is not known whether the change was written (plan ${plan}).`);
  }
}

class ContentionError extends Error {
  readonly code = "contention";
  readonly recovery = "Call again in a moment.";

  constructor() {
    super("Others kept changing the same thing; nothing was written.");
  }
}
