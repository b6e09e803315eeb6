// Sends what jobs want written, in one request, and compares the answer part by part. Nothing is sent again from here:
// a part that failed may have been carried out all the same, and only a look can tell.

import type { Key } from "../../engine/facts.ts";
import { rejected, type Problem } from "../client/answers.ts";
import type { GitHubError } from "../client/errors.ts";
import { writeTogether, type Write } from "../operations/write.ts";
import type { Effect } from "./effects.ts";
import { stepsOf, type Job } from "./jobs.ts";
import type { Context } from "../tracker/context.ts";
import type { SeenCard } from "../read/seen.ts";
import { cardAfter, isConfirmed, type Step } from "./mutations.ts";

export type Sent =
  | { readonly kind: "answered"; readonly results: ReadonlyMap<Key, Result> }
  /** Nobody knows what was written, and what not. */
  | { readonly kind: "unclear" };

export interface Result {
  /** The card as GitHub has it now, where it was written. */
  readonly card: SeenCard | null;
  /** What the answer does not show to be there. */
  readonly lacking: readonly Effect[];
  /** Why. */
  readonly error: GitHubError | null;
}

/** Throws where surely nothing was written. `also`: what is sent along, and matters to nobody if it fails. */
export async function sendJobs(context: Context, jobs: readonly Job[], also: readonly Write[]): Promise<Sent> {
  const all = await stepsOf(context, jobs);
  const writes = [...all.flat().flatMap((step) => step.writes), ...also];
  if (writes.length === 0) {
    return { kind: "answered", results: new Map(jobs.map(({ key }) => [key, NOTHING_TO_WRITE])) };
  }
  const { operation, variables } = writeTogether(writes);
  const written = await context.client.mutate(operation, variables);
  if (written.kind === "unclear") return written;
  const results = new Map<Key, Result>();
  for (const [index, { key }] of jobs.entries()) {
    const steps = all[index] ?? [];
    const lacking = steps.filter((step) => !isConfirmed(step, written.data));
    results.set(key, {
      card: cardAfter(steps, written.data),
      lacking: lacking.map(({ effect }) => effect),
      error: lacking.length > 0 ? rejected(problemsOf(lacking, written.problems)) : null,
    });
  }
  return { kind: "answered", results };
}

const NOTHING_TO_WRITE: Result = { card: null, lacking: [], error: null };

function problemsOf(steps: readonly Step[], problems: readonly Problem[]): readonly Problem[] {
  const aliases = new Set(steps.flatMap(({ writes }) => writes.map(({ alias }) => alias)));
  return problems.filter(({ path }) => aliases.has(String(path[0])));
}
