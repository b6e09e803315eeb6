// Questions to one repository. What git can't say is thrown as `NotKnown`, so that a chain of questions reads like one;
// whoever asks for an answer catches it at the edge with `orUnknown`.

import { pipeGit, runGit, unknown, type GitCall, type GitUnknown } from "./run-git.ts";

export type AskOptions = Omit<GitCall, "folder" | "args">;

export class NotKnown extends Error {}

export class Repository {
  /** A checkout, or a bare repository. */
  readonly folder: string;
  readonly #options: AskOptions;

  constructor(folder: string, options: AskOptions = {}) {
    this.folder = folder;
    this.#options = options;
  }

  /** What git says; null: it said no (exit 1). */
  async ask(args: readonly string[], options: AskOptions = {}): Promise<string | null> {
    const gitEnv = { ...this.#options.gitEnv, ...options.gitEnv };
    const answer = await runGit({ ...this.#options, ...options, gitEnv, folder: this.folder, args });
    if (answer.kind === "unknown") throw new NotKnown(answer.why);
    return answer.yes ? answer.out : null;
  }

  /** What git says; that it says no is not known to happen. */
  async tell(args: readonly string[], options: AskOptions = {}): Promise<string> {
    const answer = await this.ask(args, options);
    if (answer === null) throw new NotKnown(`git ${args[0] ?? ""} gave no answer.`);
    return answer.trim();
  }

  async isSo(...args: readonly string[]): Promise<boolean> {
    return (await this.ask(args)) !== null;
  }

  /** What the second says to what the first said: that may be too long to keep, or no text at all. */
  async piped(from: readonly string[], into: readonly string[], options: AskOptions = {}): Promise<string> {
    const { input = "", ...rest } = options;
    const gitEnv = { ...this.#options.gitEnv, ...rest.gitEnv };
    const common = { ...this.#options, ...rest, gitEnv, folder: this.folder };
    const answer = await pipeGit({ ...common, args: from, input }, { ...common, args: into });
    if (answer.kind === "unknown") throw new NotKnown(answer.why);
    return answer.out.trim();
  }

  /** The full hash of a commit; null: there is no such commit here. */
  async commit(revision: string): Promise<string | null> {
    const found = await this.ask(["rev-parse", "--quiet", "--verify", "--end-of-options", `${revision}^{commit}`]);
    return found === null ? null : found.trim();
  }

  async tree(commit: string): Promise<string> {
    return this.tell(["rev-parse", "--verify", "--end-of-options", `${commit}^{tree}`]);
  }

  isAncestor(commit: string, of: string): Promise<boolean> {
    return this.isSo("merge-base", "--is-ancestor", commit, of);
  }

  /** Those that have it in their past. One that is not here, or is no hash, is none of them. */
  async descendants(commit: string, among: readonly string[]): Promise<readonly string[]> {
    if (among.length === 0) return [];
    const path = ["rev-list", `--ancestry-path=${commit}`, "--ignore-missing", "--stdin"];
    const onPath = new Set((await this.tell(path, { input: [...among, `^${commit}`, ""].join("\n") })).split("\n"));
    return among.filter((one) => onPath.has(one));
  }

  /** null: they have nothing in common. */
  async mergeBase(one: string, other: string): Promise<string | null> {
    return (await this.ask(["merge-base", one, other]))?.trim() ?? null;
  }

  async count(range: readonly string[]): Promise<number> {
    return Number(await this.tell(["rev-list", "--count", ...range]));
  }

  /** The paths in which two commits differ. */
  changedPaths(from: string, to: string): Promise<readonly string[]> {
    return this.list(["diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to]);
  }

  /** An answer to a command with `-z`. */
  async list(args: readonly string[]): Promise<readonly string[]> {
    const out = await this.ask(args);
    return (out ?? "").split("\0").filter((entry) => entry !== "");
  }
}

export async function orUnknown<T>(answer: Promise<T>): Promise<T | GitUnknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotKnown) return unknown(error.message);
    throw error;
  }
}
