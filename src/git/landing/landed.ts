// `landed`: whether a branch's work is in the base. It says yes only where git shows it, and no search for words in
// messages counts: a message proves no content.

import { orUnknown, NotKnown, type Repository } from "../repository.ts";
import type { GitUnknown } from "../run-git.ts";
import { workSince, type Work } from "../work.ts";
import type { Mirror } from "./mirror.ts";
import { patchesOnBase, type NamedCommit } from "./patches.ts";
import { findRevert } from "./reverted.ts";
import { everyCommitHasItsEqual, findMerge, findSquash, isMergeNoOp, mergeHasDiff } from "./ways.ts";

export type Way = "pull_request" | "merge" | "fast_forward" | "rebase" | "squash" | "nothing_to_merge";

export interface LandedLook {
  readonly kind: "landed";
  /** `empty`: there is no work that could have landed. */
  readonly verdict: "pass" | "fail" | "empty";
  readonly way: Way | null;
  /** One sentence. */
  readonly why: string;
  /** The tip of the base, as it was fetched. */
  readonly base: string;
  readonly work: Work;
}

export interface LandedQuestion {
  readonly mirror: Mirror;
  /** The full hash. */
  readonly head: string;
  readonly remote: string;
  readonly branch: string;
  /** Where objects may be that the remote lacks: the checkout. */
  readonly sources?: readonly string[];
  /** Where head left the base, as it was recorded; null: it was not. */
  readonly fork?: string | null;
  /** The merge commit of the pull request, as its host says. */
  readonly pullRequestMerge?: string | null;
}

export function lookAtLanding(question: LandedQuestion): Promise<LandedLook | GitUnknown> {
  return orUnknown(look(question));
}

async function look(question: LandedQuestion): Promise<LandedLook> {
  const { mirror, head, remote, branch, sources = [], fork = null, pullRequestMerge = null } = question;
  const base = await mirror.fetchBase(remote, branch);
  if (!(await mirror.bring(head, [...sources, remote]))) {
    throw new NotKnown(`Neither the checkout nor the remote has the whole history of ${short(head)}.`);
  }
  if (fork !== null && !(await mirror.bring(fork, [...sources, remote]))) {
    throw new NotKnown(`Neither the checkout nor the remote has the whole history of ${short(fork)}.`);
  }
  return judgeLanding(mirror.repository, { head, base, branch, fork, pullRequestMerge });
}

/** All of it is in one repository. */
export interface Known {
  readonly head: string;
  readonly base: string;
  readonly branch: string;
  readonly fork: string | null;
  readonly pullRequestMerge: string | null;
}

/** Throws `NotKnown`. */
export async function judgeLanding(repository: Repository, known: Known): Promise<LandedLook> {
  const { head, base, branch } = known;
  const merge = (await repository.isAncestor(head, base)) ? await findMerge(repository, head, base, known.fork) : null;
  const work = merge?.work ?? (await workSince(repository, await forkOf(repository, head, base), head));
  const answer = { kind: "landed", base, work } as const;
  if (work.empty) {
    const why =
      work.commits === 0 ? "The branch has no commits of its own." : "The commits of the branch add up to no change.";
    return { ...answer, verdict: "empty", way: null, why };
  }
  const paths = work.pathsCut ? await repository.changedPaths(work.fork, head) : work.paths;
  const onBase = await patchesOnBase(repository, { from: work.fork, to: base, paths });
  const landing = await findWay(repository, known, { merge, work, onBase });
  if (landing === null) {
    const why =
      merge === null
        ? `${branch} at ${short(base)} does not have what ${short(head)} changes.`
        : `${branch} has ${short(head)} in its history, but the merge took none of its changes.`;
    return { ...answer, verdict: "fail", way: null, why };
  }
  const { way, by } = landing;
  const revert = await findRevert(repository, { work, by, base, onBase });
  if (revert !== null)
    return { ...answer, verdict: "fail", way, why: `${short(head)} came into ${branch}, but ${revert}.` };
  return {
    ...answer,
    verdict: "pass",
    way,
    why: `${branch} at ${short(base)} has it (${HOW[way]}${by === null ? "" : ` ${short(by)}`}).`,
  };
}

const HOW: Readonly<Record<Way, string>> = {
  pull_request: "the pull request's merge",
  merge: "merged by",
  fast_forward: "fast-forwarded",
  rebase: "every commit has its equal",
  squash: "squashed as",
  nothing_to_merge: "merging it would change nothing",
};

interface Found {
  readonly way: Way;
  readonly by: string | null;
}

/** In the order of how little each can be wrong. */
async function findWay(
  repository: Repository,
  { head, base, pullRequestMerge }: Known,
  {
    merge,
    work,
    onBase,
  }: {
    readonly merge: Awaited<ReturnType<typeof findMerge>> | null;
    readonly work: Work;
    readonly onBase: readonly NamedCommit[];
  },
): Promise<Found | null> {
  if (pullRequestMerge !== null && (await isIn(repository, pullRequestMerge, base))) {
    // A host calls a pull request merged as soon as its commits are in the base's past, by `-s ours` too.
    const hasDiff = await mergeHasDiff(repository, { commit: pullRequestMerge, work });
    if (hasDiff) return { way: "pull_request", by: pullRequestMerge };
  }
  if (merge !== null) {
    if (!(await mergeHasDiff(repository, merge))) return null;
    return { way: merge.commit === null ? "fast_forward" : "merge", by: merge.commit };
  }
  if (await everyCommitHasItsEqual(repository, work, onBase)) return { way: "rebase", by: null };
  const squash = await findSquash(repository, work, onBase);
  if (squash !== null) return { way: "squash", by: squash };
  // Not for an ancestor: merging that is always a no-op.
  return (await isMergeNoOp(repository, head, base)) ? { way: "nothing_to_merge", by: null } : null;
}

async function isIn(repository: Repository, commit: string, base: string): Promise<boolean> {
  return (await repository.commit(commit)) !== null && repository.isAncestor(commit, base);
}

async function forkOf(repository: Repository, head: string, base: string): Promise<string> {
  const fork = await repository.mergeBase(base, head);
  if (fork === null) throw new NotKnown("The base and the branch have no commit in common.");
  return fork;
}

function short(commit: string): string {
  return commit.slice(0, 7);
}
