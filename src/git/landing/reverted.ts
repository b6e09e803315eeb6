// Whether what had come into the base was taken out again. A merge and a squash both stay in the history when they are
// reverted, so that every way of landing would still say yes.

import type { Repository } from "../repository.ts";
import type { Work } from "../work.ts";
import { patchBetween, patchesOf, type NamedCommit } from "./patches.ts";
import { mergedTree } from "./ways.ts";

export interface Landing {
  readonly work: Work;
  /** The commit of the base that brought all of it; null: there is no single one. */
  readonly by: string | null;
  readonly base: string;
  readonly onBase: readonly NamedCommit[];
}

/** What was taken back, in words that go after "but"; null: nothing. */
export async function findRevert(repository: Repository, landing: Landing): Promise<string | null> {
  const { work, by, base, onBase } = landing;
  const { fork, commit: head } = work;
  const changes: { readonly from: string; readonly to: string }[] = [{ from: fork, to: head }];
  if (by !== null) changes.push({ from: `${by}^1`, to: by });
  for (const { from, to } of changes) {
    const revert = await revertOf(repository, from, to, onBase);
    if (revert !== null) return `${short(revert)} reverted it`;
  }
  const own = await patchesOf(repository, [`${fork}..${head}`]);
  const ownPatches = new Set(own.map(({ patch }) => patch));
  // The branch's own commits are no reverts of each other on the base.
  const later = onBase.filter(({ commit }) => !own.some((one) => one.commit === commit));
  for (const { commit } of own) {
    const back = await patchBetween(repository, commit, `${commit}^1`);
    if (back !== null && ownPatches.has(back)) continue;
    const revert = await revertOf(repository, `${commit}^1`, commit, later);
    if (revert !== null) return `${short(revert)} reverted its commit ${short(commit)}`;
  }
  return (await isNothingLeft(repository, work, base)) ? "nothing of it is left on the base" : null;
}

/** The newest commit that is either the change or its reverse, where it is the reverse: a revert may be reverted itself. */
async function revertOf(
  repository: Repository,
  from: string,
  to: string,
  onBase: readonly NamedCommit[],
): Promise<string | null> {
  const [forth, back] = [await patchBetween(repository, from, to), await patchBetween(repository, to, from)];
  const newest = onBase.find(({ patch }) => patch === forth || patch === back);
  return newest !== undefined && newest.patch === back ? newest.commit : null;
}

/**
 * Whether taking the branch's change out of the base would change nothing: a revert whose context had moved has another
 * patch-id. The three trees are put under commits of our own, because git merges commits.
 */
async function isNothingLeft(repository: Repository, { fork, commit }: Work, base: string): Promise<boolean> {
  const withIt = await bareCommit(repository, commit);
  const now = await bareCommit(repository, base, withIt);
  const without = await bareCommit(repository, fork, withIt);
  return (await mergedTree(repository, now, without)) === (await repository.tree(base));
}

function bareCommit(repository: Repository, treeOf: string, parent?: string): Promise<string> {
  const parents = parent === undefined ? [] : ["-p", parent];
  const who = ["-c", "user.name=signalbox", "-c", "user.email=signalbox@localhost"];
  return repository.tell([...who, "commit-tree", `${treeOf}^{tree}`, ...parents, "-m", "compare"]);
}

function short(commit: string): string {
  return commit.slice(0, 7);
}
