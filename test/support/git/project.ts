// A project in git as a team has one: a bare repository that everybody pushes to, the checkout of an agent, and the
// checkout of somebody else, who merges.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Project {
  readonly folder: string;
  /** The address of the bare repository. */
  readonly remote: string;
  readonly agent: Checkout;
  readonly merger: Checkout;
  remove(): void;
}

const PEOPLE = { GIT_AUTHOR_NAME: "ann", GIT_AUTHOR_EMAIL: "ann@example.com" };
const COMMITTER = { GIT_COMMITTER_NAME: "ann", GIT_COMMITTER_EMAIL: "ann@example.com" };

/** Files that are long enough for a change to have context. */
export const LONG = Array.from({ length: 30 }, (_, index) => `line ${index + 1}`);

export class Checkout {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** What git says; it throws where git says no. */
  git(...args: readonly string[]): string {
    return git(this.folder, ...args);
  }

  write(path: string, content: string | readonly string[]): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : `${content.join("\n")}\n`);
  }

  /** Writes files, commits them, and says which commit that is. */
  commit(message: string, files: Readonly<Record<string, string | readonly string[]>> = {}): string {
    for (const [path, content] of Object.entries(files)) this.write(path, content);
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "-m", message);
    return this.head();
  }

  head(): string {
    return this.git("rev-parse", "HEAD");
  }

  /** Up to date with the base. */
  update(): void {
    this.git("fetch", "--quiet", "origin", "+refs/heads/*:refs/remotes/origin/*");
    this.git("checkout", "--quiet", "-B", "main", "origin/main");
  }
}

export function git(folder: string, ...args: readonly string[]): string {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull, ...PEOPLE, ...COMMITTER };
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout.trim();
}

export function makeProject(): Project {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-git-"));
  const remote = join(folder, "team.git");
  git(folder, "init", "--quiet", "--bare", "-b", "main", remote);
  const first = new Checkout(join(folder, "merger"));
  git(folder, "clone", "--quiet", remote, first.folder);
  first.git("checkout", "--quiet", "-B", "main");
  first.commit("Begin", { "a.txt": LONG, "b.txt": LONG });
  first.git("push", "--quiet", "origin", "main");
  const agent = new Checkout(join(folder, "agent"));
  git(folder, "clone", "--quiet", remote, agent.folder);
  return { folder, remote, agent, merger: first, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The long file with some lines changed: by number, from 1. */
export function changed(lines: Readonly<Record<number, string>>, from: readonly string[] = LONG): readonly string[] {
  return from.map((line, index) => lines[index + 1] ?? line);
}

/** A branch with two commits, pushed; its head. */
export function branch({ agent }: Project, name = "feature"): string {
  agent.update();
  agent.git("checkout", "--quiet", "-b", name);
  agent.commit("Change a", { "a.txt": changed({ 10: "ten, by the branch" }) });
  const head = agent.commit("Change b", { "b.txt": changed({ 20: "twenty, by the branch" }) });
  agent.git("push", "--quiet", "--force", "origin", name);
  return head;
}

/** The merger brings a branch into the base, and pushes it. */
export function land({ merger }: Project, ...how: readonly (readonly string[])[]): void {
  merger.update();
  for (const step of how) merger.git(...step);
  merger.git("push", "--quiet", "--force", "origin", "main");
}

export const MERGE = [["merge", "--quiet", "--no-ff", "-m", "Merge the branch", "origin/feature"]] as const;
export const SQUASH = [
  ["merge", "--quiet", "--squash", "origin/feature"],
  ["commit", "--quiet", "-m", "Squash the branch"],
] as const;
export const REBASE = [["cherry-pick", "origin/main..origin/feature"]] as const;
