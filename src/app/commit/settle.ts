// Read, decide, commit; and again where somebody was faster. No lock is held while deciding: a plan that no longer fits
// is thrown away whole.

import { setTimeout as sleep } from "node:timers/promises";
import type { Board } from "../ports/board.ts";
import { KnownError } from "./errors.ts";
import type { Outcome, Plan } from "./plan.ts";

export type Done = Extract<Outcome, { kind: "done" }>;

/** What one look at the board led to: an answer that needs no writing, or a plan and the answer that it makes true. */
export type Attempt<T> = { readonly answer: T } | { readonly plan: Plan; readonly answer: (done: Done) => T };

const PATIENCE_MS = 10_000;
/** A commit that waited long for the store, and came too late, has not met a crowd yet. */
const FEWEST_TRIES = 20;
/** Pauses that double would make those wait longest who have lost most often. */
const PAUSE_MS = 30;
const LONGEST_PAUSE_MS = 120;

export async function settle<T>(board: Pick<Board, "commit">, look: () => Promise<Attempt<T>>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let tries = 0; ; tries++) {
    const attempt = await look();
    if (!("plan" in attempt)) return attempt.answer;
    const outcome = await board.commit(attempt.plan);
    if (outcome.kind === "done") return attempt.answer(outcome);
    if (outcome.kind === "unclear") throw new UnclearError(attempt.plan.id);
    if (tries >= FEWEST_TRIES && performance.now() > deadline) throw new ContentionError();
    // A caller that loses again waits for a moment: a hundred who want the same thing at once would all try each time.
    if (tries > 0) await sleep(Math.random() * Math.min(tries * PAUSE_MS, LONGEST_PAUSE_MS));
  }
}

/** Nobody knows whether it was written; asking again with the same request_id is safe. */
class UnclearError extends KnownError {
  constructor(plan: string) {
    super(
      "unclear",
      `There was no answer, so that it is not known whether the change was written (plan ${plan}).`,
      "Read it again to see whether the change is there; if it is not, call again with the same arguments.",
    );
  }
}

class ContentionError extends KnownError {
  constructor() {
    super("contention", "Others kept changing the same thing; nothing was written.", "Call again in a moment.");
  }
}
