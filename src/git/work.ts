// `work`: what a commit changes against the base. Only git is asked, and nothing is fetched, so that a handoff stays quick.

import { MOST_PATHS, type WorkLook } from "../app/ports/git.ts";
import { patchBetween } from "./landing/patches.ts";
import { NotKnown, orUnknown, type Repository } from "./repository.ts";

export type Work = WorkLook & { readonly kind: "work" };

/** `bases`: the commits that are known as the base, the most trustworthy first. */
export async function lookAtWork(repository: Repository, commit: string, bases: readonly string[]): Promise<WorkLook> {
  const look = await orUnknown(lookSince(repository, commit, bases));
  return look.kind === "unknown" ? { ...look, commit } : look;
}

async function lookSince(repository: Repository, revision: string, bases: readonly string[]): Promise<WorkLook> {
  const commit = await repository.commit(revision);
  if (commit === null) return { kind: "absent" };
  const forks = await Promise.all(bases.map((base) => repository.mergeBase(base, commit)));
  const found = [...new Set(forks.filter((fork) => fork !== null))];
  const [trusted] = found;
  if (trusted === undefined) throw new NotKnown("No commit is in both the base and the branch.");
  const works = await Promise.all(found.map((fork) => workSince(repository, fork, commit)));
  // A base that somebody moved back makes old commits look like work of this branch: the nearest fork says whether there
  // is any. One that somebody moved on hides what the branch touches: the base that is trusted most says that.
  const nearest = works.reduce((one, other) => (other.commits < one.commits ? other : one));
  const most = works[found.indexOf(trusted)] ?? nearest;
  return nearest.empty ? nearest : most;
}

/** What lies between two commits of one line. */
export async function workSince(repository: Repository, fork: string, commit: string): Promise<Work> {
  const [commits, paths, patch] = await Promise.all([
    repository.count([`${fork}..${commit}`]),
    repository.changedPaths(fork, commit),
    patchBetween(repository, fork, commit),
  ]);
  return {
    kind: "work",
    commit,
    fork,
    commits,
    files: paths.length,
    empty: commits === 0 || paths.length === 0,
    paths: paths.slice(0, MOST_PATHS),
    pathsCut: paths.length > MOST_PATHS,
    ...(patch === null ? {} : { patch }),
  };
}
