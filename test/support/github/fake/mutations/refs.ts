// Git refs: the one thing on GitHub that can be compared and swapped.

import { found, unprocessable } from "../problem.ts";
import { checkWriting, type Asking } from "../viewer.ts";
import { commitOid, ZERO, type Commit, type Repository } from "../world.ts";

interface RefUpdate {
  readonly name: string;
  readonly beforeOid?: string | null;
  readonly afterOid: string;
  readonly force?: boolean | null;
}

export function refMutations(asking: Asking) {
  const { world } = asking;
  return {
    updateRefs: ({ input }: { input: { repositoryId: string; refUpdates: readonly RefUpdate[] } }) => {
      checkWriting(asking, "contents");
      const repository = found(world.repositories.get(input.repositoryId), input.repositoryId);
      for (const update of input.refUpdates) checkUpdate(repository, update);
      for (const { name, afterOid } of input.refUpdates) {
        if (afterOid === ZERO) repository.refs.delete(name);
        else repository.refs.set(name, afterOid);
      }
      return { clientMutationId: null };
    },
  };
}

/** By REST: an object that no ref points at. */
export function createCommit(
  repository: Repository,
  request: { readonly message: string; readonly tree: string; readonly parents: readonly string[] },
  now: number,
): Commit {
  if (!repository.trees.has(request.tree)) throw unprocessable("Tree SHA does not exist");
  for (const parent of request.parents) {
    if (!repository.commits.has(parent)) throw unprocessable("Parent SHA does not exist or is not a commit object");
  }
  const { message, tree, parents } = request;
  const commit = { message, tree, parents, at: now };
  const oid = commitOid(commit);
  const stored = { oid, ...commit };
  repository.commits.set(oid, stored);
  return stored;
}

function checkUpdate(repository: Repository, { name, beforeOid, afterOid, force }: RefUpdate): void {
  if (!/^refs\/[\w./-]+$/.test(name)) throw unprocessable(`${name} is not a fully qualified ref name`);
  const current = repository.refs.get(name) ?? ZERO;
  if (beforeOid != null && beforeOid !== current) {
    throw unprocessable(`Reference cannot be updated: ${name} is at ${current} but expected ${beforeOid}`);
  }
  if (afterOid === ZERO) return;
  if (!repository.commits.has(afterOid)) throw unprocessable(`Object ${afterOid} does not exist`);
  if (force !== true && current !== ZERO && !descends(repository, afterOid, current)) {
    throw unprocessable(`${name} cannot be updated: it is not a fast forward`);
  }
}

function descends(repository: Repository, oid: string, from: string): boolean {
  if (oid === from) return true;
  return (repository.commits.get(oid)?.parents ?? []).some((parent) => descends(repository, parent, from));
}
