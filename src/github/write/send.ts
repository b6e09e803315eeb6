// Sends what jobs want written, in one request, and compares the answer part by part. Nothing is sent again from here:
// a part that failed may have been carried out all the same, and only a look can tell.

import type { Key } from "../../engine/facts.ts";
import { rejected, type Problem } from "../client/answers.ts";
import type { GitHubClient, Written } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { isOnProject, writeTogether, type Write, type WriteAnswers } from "../operations/write.ts";
import type { Effect } from "./effects.ts";
import { stepsOf, type Job } from "./jobs.ts";
import type { Context } from "../tracker/context.ts";
import type { SeenCard, SeenComment } from "../read/seen.ts";
import { cardAfter, commentsAfter, isConfirmed, type Step } from "./mutations.ts";

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
  /** The newest comments, where one was written. */
  readonly comments?: readonly SeenComment[];
}

/** Throws where surely nothing was written. `also`: what is sent along, and matters to nobody if it fails. */
export async function sendJobs(context: Context, jobs: readonly Job[], also: readonly Write[]): Promise<Sent> {
  const all = await stepsOf(context, jobs);
  const writes = [...all.flat().flatMap((step) => step.writes), ...also];
  if (writes.length === 0) {
    return { kind: "answered", results: new Map(jobs.map(({ key }) => [key, NOTHING_TO_WRITE])) };
  }
  const written = await sendWrites(context.client, writes);
  if (written.kind === "unclear") return written;
  const results = new Map<Key, Result>();
  for (const [index, { key }] of jobs.entries()) {
    const steps = all[index] ?? [];
    const lacking = steps.filter((step) => !isConfirmed(step, written.data, context.layout));
    results.set(key, {
      card: cardAfter(steps, written.data, context.layout),
      lacking: lacking.map(({ effect }) => effect),
      error: lacking.length > 0 ? rejected(problemsOf(lacking, written.problems)) : null,
      comments: commentsAfter(steps, written.data),
    });
  }
  return { kind: "answered", results };
}

/** In one request; with two tokens in two, and what touches the project first: a comment without its move would be a lie. */
async function sendWrites(client: GitHubClient, writes: readonly Write[]): Promise<Written<WriteAnswers>> {
  const send = (some: readonly Write[]): Promise<Written<WriteAnswers>> => {
    const { operation, variables } = writeTogether(some);
    return client.mutate(operation, variables);
  };
  const [first, rest] = [writes.filter(isOnProject), writes.filter((write) => !isOnProject(write))];
  if (!client.hasTwoTokens || first.length === 0 || rest.length === 0) return send(writes);
  const one = await send(first);
  if (one.kind === "unclear") return one;
  const other = await send(rest).catch((error: unknown): Written<WriteAnswers> => {
    if (!(error instanceof GitHubError)) throw error;
    // The first half is there: a look tells what is missing.
    return { kind: "answered", data: {}, problems: [] };
  });
  if (other.kind === "unclear") return other;
  return { kind: "answered", data: { ...one.data, ...other.data }, problems: [...one.problems, ...other.problems] };
}

const NOTHING_TO_WRITE: Result = { card: null, lacking: [], error: null };

function problemsOf(steps: readonly Step[], problems: readonly Problem[]): readonly Problem[] {
  const aliases = new Set(steps.flatMap(({ writes }) => writes.map(({ alias }) => alias)));
  return problems.filter(({ path }) => aliases.has(String(path[0])));
}
