// The project's code: a small git repository that goes with the stage, and each agent's own checkout of it.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { thisProgram } from "./program.ts";

export const BASE = "main";

const AUTHOR = ["-c", "user.name=Signalbox demo", "-c", "user.email=demo@signalbox.invalid"];

/** The repository that everybody clones; null: there is no git here, or one that is too old. */
export async function makeProject(folder: string): Promise<string | null> {
  const origin = join(folder, "project");
  try {
    await git(folder, "init", "--quiet", "--template=", `--initial-branch=${BASE}`, origin);
  } catch {
    return null;
  }
  await writeWork(origin, "readings", true);
  await git(origin, "add", "--all");
  await git(origin, ...AUTHOR, "commit", "--quiet", "--message", "Add up readings");
  return origin;
}

export class Checkout {
  readonly folder: string;
  readonly #env: NodeJS.ProcessEnv;

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.folder = folder;
    this.#env = env;
  }

  /** `env`: of the commands that are run in it. An agent that died finds what it had. */
  static async open(project: string, name: string, env: NodeJS.ProcessEnv): Promise<Checkout> {
    const folder = join(project, "..", `checkout-${name}`);
    await git(project, "clone", "--quiet", "--template=", project, folder).catch(() =>
      git(folder, "rev-parse", "HEAD"),
    );
    return new Checkout(folder, env);
  }

  /** The work on a ticket as one commit on a branch of its own; its hash. `works`: whether its tests pass. */
  async commit(ticket: number, title: string, works: boolean): Promise<string> {
    await git(this.folder, "checkout", "--quiet", "--force", "-B", `ticket-${ticket}`, `origin/${BASE}`);
    await writeWork(this.folder, `ticket-${ticket}`, works);
    await git(this.folder, "add", "--all");
    await git(this.folder, ...AUTHOR, "commit", "--quiet", "--message", `#${ticket} ${title}`);
    return git(this.folder, "rev-parse", "HEAD");
  }

  /** A command of this program, as an agent runs it in its shell; whether it ended well. */
  async run(...words: readonly string[]): Promise<boolean> {
    const { file, args } = thisProgram(...words);
    const child = spawn(file, args, { cwd: this.folder, env: this.#env, stdio: "ignore" });
    const [exit] = (await once(child, "exit")) as [number | null];
    return exit === 0;
  }
}

async function writeWork(folder: string, name: string, works: boolean): Promise<void> {
  const work = join(folder, "work");
  await mkdir(work, { recursive: true });
  await Promise.all([
    writeFile(join(work, `${name}.mjs`), codeOf(works ? 0 : 1)),
    writeFile(join(work, `${name}.test.mjs`), testsOf(name)),
  ]);
}

function codeOf(start: number): string {
  return `export function total(readings) {\n  return readings.reduce((sum, reading) => sum + reading, ${start});\n}\n`;
}

function testsOf(name: string): string {
  return `import assert from "node:assert/strict";
import test from "node:test";
import { total } from "./${name}.mjs";

test("adds up to nothing without a reading", () => assert.equal(total([]), 0));
test("takes one reading as it is", () => assert.equal(total([7]), 7));
test("adds readings up", () => assert.equal(total([1, 2, 3]), 6));
`;
}

/** By nobody's settings: those of the person may sign commits, or run hooks. */
async function git(folder: string, ...args: readonly string[]): Promise<string> {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
  const { stdout } = await promisify(execFile)("git", args, { cwd: folder, env });
  return stdout.trim();
}
