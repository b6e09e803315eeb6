// Writes that are under way: nobody else touches their tickets. The next call finishes what a process that died left
// unfinished, or declares it void.

import { setTimeout as sleep } from "node:timers/promises";
import type { Plan, Subject } from "../../app/commit/plan.ts";
import type { Pending } from "../../app/ports/tracker-store.ts";
import { GitHubError } from "../client/errors.ts";
import type { Context } from "../tracker/context.ts";

/** Long enough for a request, and for what can still arrive of it; longer than anybody waits. */
export const LEASE_MS = 60_000;
/** Of the lease, what a request and the wait for what became of it may take. */
const ENOUGH_MS = 40_000;
/** Others' writes take a second or two. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 25;

/** Waits until nobody else writes to these, and finishes unfinished writes. */
export async function unhindered(
  context: Pick<Context, "store">,
  subjects: readonly string[],
  recover: (pending: Pending) => Promise<void>,
): Promise<void> {
  if (subjects.length === 0) return;
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = PAUSE_MS; ; pause = Math.min(2 * pause, 400)) {
    const [hindrance] = await context.store.pending.on(subjects);
    if (!hindrance) return;
    if (hindrance.expiresAt <= (await context.store.now())) await recover(hindrance);
    else if (performance.now() > deadline) throw busy(hindrance);
    else await sleep(pause * (0.5 + Math.random()));
  }
}

/**
 * Finishes what a process left unfinished on these, and waits for nobody: whoever only reads gets what is known. Answers
 * whether nobody else is writing to them.
 */
export async function finishLeft(
  context: Pick<Context, "store">,
  subjects: readonly string[],
  recover: (pending: Pending) => Promise<void>,
): Promise<boolean> {
  for (const pending of await context.store.pending.on(subjects)) {
    if (pending.expiresAt <= (await context.store.now())) await recover(pending);
  }
  return (await context.store.pending.on(subjects)).length === 0;
}

/** With enough of its lease left to send something; null: somebody else has taken it over. */
export async function held(context: Pick<Context, "store">, pending: Pending): Promise<Pending | null> {
  const left = pending.expiresAt - (await context.store.now());
  return left >= ENOUGH_MS ? pending : context.store.pending.prolong(pending, LEASE_MS);
}

/** Nothing of it was written, and nothing is to be told of it. */
export async function cancel(context: Pick<Context, "store">, { marker }: Pending, plan: Plan): Promise<void> {
  await context.store.pending.finish({ id: `${plan.id}/cancel`, checks: [], entries: [] }, marker);
}

/** It was sent, and GitHub never carried it out: the ledger says so, in case it shows up after all. */
export async function declareVoid(context: Pick<Context, "store">, { marker }: Pending, plan: Plan): Promise<void> {
  const entry = plan.entries.find(({ subject }) => subject.type === "ticket") ?? plan.entries[0];
  // A ticket that was never made has no number to tell it by.
  const subject: Subject | undefined = plan.newNumbers ? { type: "board", key: "tickets" } : entry?.subject;
  await context.store.pending.finish(
    {
      id: `${plan.id}/void`,
      checks: [],
      entries: entry && subject ? [{ kind: "void", subject, by: entry.by, data: { plan: plan.id } }] : [],
    },
    marker,
  );
}

function busy({ subjects }: Pending): GitHubError {
  return new GitHubError(
    "github_failed",
    `Another change is under way on GitHub (${subjects.slice(0, 3).join(", ")}), and its answer has not come. Nothing was written.`,
    "Call again in a minute: an unfinished change is finished then.",
  );
}
