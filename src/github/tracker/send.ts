// Sends what jobs want written: one request, the answer compared part by part, and what a part lacks asked for once more.

import type { Key } from "../../engine/facts.ts";
import { GitHubError } from "../errors.ts";
import { rejected, type Problem } from "../answers.ts";
import { writeTogether, type Write, type WriteAnswers } from "../operations/write.ts";
import type { Job } from "./jobs.ts";
import { stepsOf } from "./jobs.ts";
import type { Parts } from "./parts.ts";
import type { SeenCard } from "./seen.ts";
import { cardAfter, isConfirmed, type Step } from "./writes.ts";

export type Sent =
  | { readonly kind: "written"; readonly results: ReadonlyMap<Key, Result> }
  /** Nobody knows what was written, and what not. */
  | { readonly kind: "unclear" };

export interface Result {
  /** The card as GitHub has it now; null: nothing of it was written. */
  readonly card: SeenCard | null;
  /** Why the ticket is not as it should be; null: it is. */
  readonly error: GitHubError | null;
  /** Everything but the comment was written. */
  readonly uncommented: boolean;
}

/** Throws where surely nothing was written. `also`: what is sent along and may fail, as it has become pointless. */
export async function sendJobs(parts: Parts, jobs: readonly Job[], also: readonly Write[]): Promise<Sent> {
  const plans = await stepsOf(parts, jobs);
  const writes = [...plans.flat().flatMap((step) => step.writes), ...also];
  if (writes.length === 0) return { kind: "written", results: new Map(jobs.map(({ key }) => [key, FINE])) };
  const first = await ask(parts, writes);
  if (!first) return { kind: "unclear" };
  const lacking = plans.map((steps) => steps.filter((step) => !isConfirmed(step, first.answers)));
  let second: Answered = { answers: {}, problems: [] };
  const again = lacking.flat().flatMap((step) => step.writes);
  if (again.length > 0) {
    // These parts failed, and GitHub said so: sending them again writes nothing twice.
    const answered = await ask(parts, again).catch((error: unknown) => refusedAgain(error));
    if (!answered) return { kind: "unclear" };
    second = answered;
  }
  const answers: WriteAnswers = { ...first.answers, ...present(second.answers) };
  const results = new Map<Key, Result>();
  for (const [index, { key }] of jobs.entries()) {
    const steps = plans[index] ?? [];
    const failed = (lacking[index] ?? []).filter((step) => !isConfirmed(step, second.answers));
    results.set(key, await conclude(parts, steps, failed, answers, second.problems));
  }
  return { kind: "written", results };
}

const FINE: Result = { card: null, error: null, uncommented: false };

interface Answered {
  readonly answers: WriteAnswers;
  readonly problems: readonly Problem[];
}

async function conclude(
  parts: Parts,
  steps: readonly Step[],
  failed: readonly Step[],
  answers: WriteAnswers,
  problems: readonly Problem[],
): Promise<Result> {
  const card = cardAfter(steps, answers);
  const serious = failed.filter(({ effect }) => effect.kind !== "comment" && effect.kind !== "status");
  if (serious.length === 0) {
    return { card, error: null, uncommented: failed.some(({ effect }) => effect.kind === "comment") };
  }
  const aliases = new Set(failed.flatMap(({ writes }) => writes.map(({ alias }) => alias)));
  const own = problems.filter(({ path }) => aliases.has(String(path[0])));
  // A comment that tells of a move that is not there must not stay.
  if (serious.some(({ effect }) => effect.kind === "state")) await retract(parts, steps, answers);
  return { card, error: rejected(own), uncommented: false };
}

async function retract(parts: Parts, steps: readonly Step[], answers: WriteAnswers): Promise<void> {
  const ids = steps.flatMap(({ writes }) =>
    writes.flatMap(({ alias }) => {
      const answer = answers[alias];
      return answer && "commentEdge" in answer ? (answer.commentEdge?.node?.id ?? []) : [];
    }),
  );
  if (ids.length === 0) return;
  await ask(
    parts,
    ids.map((id, index): Write => ({ alias: `retract${index}`, kind: "retract", input: { id } })),
  );
}

/** null: nobody knows. */
async function ask(parts: Parts, writes: readonly Write[]): Promise<Answered | null> {
  const { operation, variables } = writeTogether(writes);
  const written = await parts.client.mutate(operation, variables);
  return written.kind === "unclear" ? null : { answers: written.data, problems: written.problems };
}

/** Where GitHub will not, it is known what is missing; where it could not be asked, nobody can go on. */
function refusedAgain(error: unknown): Answered | null {
  if (!(error instanceof GitHubError)) throw error;
  if (error.code !== "github_rejected" && error.code !== "github_forbidden") return null;
  return { answers: {}, problems: [{ type: null, message: error.message, path: [] }] };
}

function present(answers: WriteAnswers): WriteAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== null));
}
