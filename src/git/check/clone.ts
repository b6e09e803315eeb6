// A clean clone at one commit. A worktree would not do: the filters of `.git/config` change what is checked out there, and
// its hooks run. The clone has neither.

import { join } from "node:path";
import { NotKnown, Repository } from "../repository.ts";
import { Seal } from "./seal.ts";

const CLONE_MS = 600_000;

export interface Clone {
  /** Where the files are. */
  readonly folder: string;
  readonly tracked: ReadonlySet<string>;
  /** What is not as the commit has it; `allowed`: paths beside it that may be there. */
  changes(allowed: (path: string) => boolean): Promise<readonly string[]>;
}

export interface CloneOptions {
  /** Any folder of the repository. */
  readonly source: string;
  /** The full hash. */
  readonly commit: string;
  /** An empty folder of ours. */
  readonly scratch: string;
  readonly env: NodeJS.ProcessEnv;
}

export async function makeClone({ source, commit, scratch, env }: CloneOptions): Promise<Clone> {
  const origin = new Repository(source, { env, timeoutMs: CLONE_MS });
  const folder = join(scratch, "clone");
  const from = await origin.tell(["rev-parse", "--path-format=absolute", "--git-common-dir"]);
  await origin.tell(["clone", "--quiet", "--shared", "--no-checkout", "--template=", "--", from, folder]);
  const clone = new Repository(folder, { env, timeoutMs: CLONE_MS });
  await clone.tell(["checkout", "--quiet", "--force", "--detach", commit]);
  const seal = await Seal.make({ origin, scratch, clone: folder, commit, env });
  await seal.demandWholeness();
  const changes = async (allowed: (path: string) => boolean): Promise<readonly string[]> => {
    const head = await headOf(clone);
    const different = (await seal.differences()).filter((path) => !allowed(path));
    return head === commit ? different : ["HEAD", ...different];
  };
  return { folder, tracked: new Set(await seal.tracked()), changes };
}

/** The check may have left anything there, or nothing. */
async function headOf(clone: Repository): Promise<string | null> {
  try {
    return await clone.commit("HEAD");
  } catch (error) {
    if (error instanceof NotKnown) return null;
    throw error;
  }
}
