// A git folder of our own beside a clone. It says whether the files of the clone are what a commit's hash stands for. A check
// can write all of the clone, `.git` too, where it could hide a change (`skip-worktree`, filters, excludes); this it does not
// know of.

import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NotKnown, Repository } from "../repository.ts";

const READ_ALL_MS = 600_000;

export interface SealOptions {
  /** The repository that the clone was made of. */
  readonly origin: Repository;
  /** A folder of ours. */
  readonly scratch: string;
  /** The files. */
  readonly clone: string;
  readonly commit: string;
  readonly env: NodeJS.ProcessEnv;
}

export class Seal {
  readonly #repository: Repository;
  readonly #clone: string;
  readonly #commit: string;
  readonly #scratch: string;

  static async make(options: SealOptions): Promise<Seal> {
    const { origin, scratch, clone, env } = options;
    const folder = join(scratch, "seal");
    await origin.tell(["init", "--quiet", "--template=", "--bare", "--", folder]);
    const objects = await origin.tell(["rev-parse", "--path-format=absolute", "--git-path", "objects"]);
    mkdirSync(join(folder, "objects", "info"), { recursive: true });
    writeFileSync(join(folder, "objects", "info", "alternates"), `${objects}\n`);
    const gitEnv = { GIT_DIR: folder, GIT_WORK_TREE: clone };
    const repository = new Repository(scratch, { env, gitEnv, timeoutMs: READ_ALL_MS });
    await repository.tell(["config", "core.bare", "false"]);
    return new Seal(repository, options);
  }

  private constructor(repository: Repository, { clone, commit, scratch }: SealOptions) {
    this.#repository = repository;
    this.#clone = clone;
    this.#commit = commit;
    this.#scratch = scratch;
  }

  /** Paths of the commit. */
  tracked(): Promise<readonly string[]> {
    return this.#repository.list(["ls-tree", "-r", "-z", "--name-only", "--full-tree", this.#commit]);
  }

  /** Paths that are not as the commit has them, or are beside it and not ignored by it. */
  async differences(): Promise<readonly string[]> {
    // A new index each time: it remembers nothing of the files, so that all of them are read.
    await this.#repository.tell(["read-tree", "--reset", this.#commit]);
    const status = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal"];
    const said = await this.#repository.list(status);
    const different: string[] = [];
    for (const entry of said) {
      const path = entry.slice(3);
      if (entry.startsWith("??") || !(await this.#isSameBytes(path))) different.push(path);
    }
    return different;
  }

  /**
   * git does not look whether an object is what its name says when it checks it out, so that whoever writes into
   * `.git/objects` could show other files under the same commit.
   */
  async demandWholeness(): Promise<void> {
    const commit = await this.#repository.piped(
      ["cat-file", "commit", this.#commit],
      ["hash-object", "-t", "commit", "--stdin"],
    );
    const gitEnv = { GIT_INDEX_FILE: join(this.#scratch, "names") };
    await this.#repository.piped(
      ["ls-tree", "-r", "-z", "--full-tree", this.#commit],
      ["update-index", "-z", "--index-info"],
      { gitEnv },
    );
    const tree = await this.#repository.tell(["write-tree", "--missing-ok"], { gitEnv });
    const different = await this.differences();
    if (commit === this.#commit && tree === (await this.#repository.tree(this.#commit)) && different.length === 0)
      return;
    const which = different.length > 0 ? ` (${different.slice(0, 3).join(", ")})` : "";
    throw new NotKnown(
      `The files at this commit are not what its hash stands for${which}. Run \`git fsck\`, then fetch the commit anew.`,
    );
  }

  /** Files that git would write differently, for their line ends say, show as changed at once; their bytes are the commit's. */
  async #isSameBytes(path: string): Promise<boolean> {
    if (!lstatSync(join(this.#clone, path), { throwIfNoEntry: false })?.isFile()) return false;
    const wanted = await this.#repository.ask(["rev-parse", "--quiet", "--verify", `${this.#commit}:${path}`]);
    const hash = await this.#repository.tell(["hash-object", "--no-filters", "--", join(this.#clone, path)]);
    return wanted !== null && wanted.trim() === hash;
  }
}
