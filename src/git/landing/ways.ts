// The ways in which a branch can have come into its base. None of them is enough alone: each says yes wrongly to
// something, which is why `landed` asks whether there is work, and whether it was reverted, beside them.

import { NotKnown, type Repository } from "../repository.ts";
import { workSince, type Work } from "../work.ts";
import { patchBetween, patchesOf, type NamedCommit } from "./patches.ts";

/** How head came into the base that it is an ancestor of. */
export interface Merge {
  /** The merge on the base's main line; null: the base was moved on to head itself. */
  readonly commit: string | null;
  readonly work: Work;
}

/** The first commit on the base's main line that has head in its past. `knownFork`: where head left the base, as recorded. */
export async function findMerge(
  repository: Repository,
  head: string,
  base: string,
  knownFork: string | null,
): Promise<Merge> {
  const range = `${head}..${base}`;
  const after = new Set(lines(await repository.tell(["rev-list", "--ancestry-path", range])));
  const mainLine = lines(await repository.tell(["rev-list", "--first-parent", range]));
  const merge = mainLine.findLast((commit) => after.has(commit)) ?? null;
  const before = merge === null ? null : await repository.tell(["rev-parse", "--verify", `${merge}^1`]);
  if (merge !== null && before !== null && !(await repository.isAncestor(head, before))) {
    const fork = await repository.mergeBase(before, head);
    if (fork === null) throw new NotKnown("The merge joined two lines that have nothing in common.");
    return { commit: merge, work: await workSince(repository, fork, head) };
  }
  if (knownFork === null || !(await repository.isAncestor(knownFork, head))) {
    throw new NotKnown("The base holds this very commit without a merge, and where its work began was not recorded.");
  }
  return { commit: null, work: await workSince(repository, knownFork, head) };
}

/** Whether a merge changed any file that the branch did: `-s ours` takes a branch's history, and nothing else. */
export async function mergeHasDiff(repository: Repository, { commit, work }: Merge): Promise<boolean> {
  if (commit === null) return true;
  const changed = new Set(await repository.changedPaths(`${commit}^1`, commit));
  const own = work.pathsCut ? await repository.changedPaths(work.fork, work.commit) : work.paths;
  return own.some((path) => changed.has(path));
}

/** Whether every commit of the branch has its equal on the base, as a rebase leaves it. */
export async function everyCommitHasItsEqual(
  repository: Repository,
  { fork, commit }: Work,
  onBase: readonly NamedCommit[],
): Promise<boolean> {
  const range = [`${fork}..${commit}`];
  const own = await patchesOf(repository, range);
  const there = new Set(onBase.map(({ patch }) => patch));
  if (own.length === 0 || !own.every(({ patch }) => there.has(patch))) return false;
  // Commits without a change have no name; merges are not rebased. Only what git makes of them by itself is sure to be in
  // what they join.
  const merges = lines(await repository.tell(["rev-list", "--merges", "--parents", ...range]));
  for (const line of merges) {
    const [merge = "", one = "", other = "", ...more] = line.split(" ");
    if (more.length > 0) return false;
    if ((await mergedTree(repository, one, other)) !== (await repository.tree(merge))) return false;
  }
  return true;
}

/** The commit of the base that is the whole branch as one change; null: there is none. */
export async function findSquash(
  repository: Repository,
  { fork, commit }: Work,
  onBase: readonly NamedCommit[],
): Promise<string | null> {
  const patch = await patchBetween(repository, fork, commit);
  return onBase.find((named) => named.patch === patch)?.commit ?? null;
}

/** Whether merging head would change nothing: the base has it all. */
export async function isMergeNoOp(repository: Repository, head: string, base: string): Promise<boolean> {
  return (await mergedTree(repository, base, head)) === (await repository.tree(base));
}

/** The tree that git makes of two commits by itself; null: they conflict. */
export async function mergedTree(repository: Repository, one: string, other: string): Promise<string | null> {
  const out = await repository.ask(["merge-tree", "--write-tree", "--no-messages", one, other]);
  return out === null ? null : (lines(out)[0] ?? null);
}

function lines(out: string): readonly string[] {
  return out.split("\n").filter((line) => line !== "");
}
