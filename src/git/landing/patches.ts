// What commits change, as one name each: git's patch-id, over the text of a change without its line numbers. Equal changes
// have equal names wherever they stand. White space counts, and so do the contents of binary files.

import type { Repository } from "../repository.ts";

/** Said in full, so that the same change always reads the same. */
const AS_PATCH = [
  "-p",
  "--binary",
  "--full-index",
  "--no-ext-diff",
  "--no-textconv",
  "--no-renames",
  "--no-color",
  "--unified=3",
  "--diff-algorithm=myers",
  "--indent-heuristic",
];
const NAME_PATCH = ["patch-id", "--verbatim"];

export interface NamedCommit {
  readonly commit: string;
  readonly patch: string;
}

/** What leads from one commit to another, as if it were one change; null: nothing. */
export async function patchBetween(repository: Repository, from: string, to: string): Promise<string | null> {
  const out = await repository.piped(["diff-tree", "-r", ...AS_PATCH, from, to], NAME_PATCH);
  return out.split(" ")[0]?.trim() || null;
}

/** Each commit of a range that is no merge, the newest first. */
export function patchesOf(repository: Repository, range: readonly string[]): Promise<readonly NamedCommit[]> {
  return named(repository, ["--no-merges", ...range], "");
}

/**
 * What happened on the base that touches one of these paths, the newest first: each commit by its own change, and a merge
 * on its main line by all that it brought.
 */
export function patchesOnBase(
  repository: Repository,
  { from, to, paths }: { readonly from: string; readonly to: string; readonly paths: readonly string[] },
): Promise<readonly NamedCommit[]> {
  const selection = [`${from}..${to}`, "--", ...paths].join("\n");
  return named(
    repository,
    ["--diff-merges=first-parent", "--full-history", "--full-diff", "--topo-order", "--stdin"],
    `${selection}\n`,
  );
}

async function named(
  repository: Repository,
  selection: readonly string[],
  input: string,
): Promise<readonly NamedCommit[]> {
  const log = ["log", "--format=commit %H", "--no-show-signature", ...AS_PATCH, ...selection];
  const out = await repository.piped(log, NAME_PATCH, { input });
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [patch = "", commit = ""] = line.split(" ");
      return { patch, commit };
    });
}
