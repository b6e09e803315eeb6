// Which settings files a person has trusted: by git's common folder, so that every worktree has it, and by the digest of
// the file, so that a changed file is asked about again. Kept in the user's own configuration.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as z from "zod";
import { keepPrivate } from "../../store/private.ts";
import { commonGitFolder } from "./git-folder.ts";
import { userFolder } from "./user-folder.ts";

const schema = z.object({ version: z.literal(1), folders: z.record(z.string(), z.array(z.string())) });

/** Branches differ in their files, and all of them may have been trusted. */
const MOST_DIGESTS = 50;

export class TrustList {
  readonly #file: string;
  readonly #place: string;

  /** `home`: the folder that has `.signalbox/config.json`. */
  constructor(env: NodeJS.ProcessEnv, home: string) {
    this.#file = join(userFolder(env), "trust.json");
    this.#place = realpathSync(commonGitFolder(home) ?? home);
  }

  has(config: Buffer): boolean {
    return (this.#read()[this.#place] ?? []).includes(digestOf(config));
  }

  add(config: Buffer): void {
    const folders = this.#read();
    const others = (folders[this.#place] ?? []).filter((digest) => digest !== digestOf(config));
    this.#write({ ...folders, [this.#place]: [...others, digestOf(config)].slice(-MOST_DIGESTS) });
  }

  /** What a person has trusted stays trusted where this program itself has changed it; what nobody has trusted does not. */
  carryOver(before: Buffer, after: Buffer): void {
    if (this.has(before)) this.add(after);
  }

  /** All that was trusted here, in any of its worktrees. false: nothing was. */
  forget(): boolean {
    const { [this.#place]: own, ...others } = this.#read();
    if (own === undefined) return false;
    this.#write(others);
    return true;
  }

  #read(): Record<string, string[]> {
    if (!existsSync(this.#file)) return {};
    // Throws where it is another user's: that person would decide for this one.
    keepPrivate(this.#file, { named: false });
    const parsed = schema.safeParse(parse(readFileSync(this.#file, "utf8")));
    // What can't be read trusts nothing.
    return parsed.success ? parsed.data.folders : {};
  }

  #write(folders: Record<string, string[]>): void {
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
    const aside = `${this.#file}.${process.pid}.new`;
    try {
      writeFileSync(aside, `${JSON.stringify({ version: 1, folders }, null, 2)}\n`, { flag: "wx", mode: 0o600 });
      renameSync(aside, this.#file);
    } finally {
      rmSync(aside, { force: true });
    }
  }
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
