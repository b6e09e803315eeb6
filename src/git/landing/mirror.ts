// A bare repository of our own, one a board. The base is fetched into it from the address that a person pinned: tracking
// refs, replace refs and `insteadOf` of a checkout can each be written by the one who wants them to lie. Objects come by
// `fetch`, which computes every hash anew, and never by sharing a folder.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fetchConfig } from "./fetch-config.ts";
import { NotKnown, Repository } from "../repository.ts";
import { runGit } from "../run-git.ts";

const FETCH_MS = 300_000;
/** Two looks at once may want to write the same ref; git then refuses one of them. */
const FETCH_TRIES = 8;
const FETCH_PAUSE_MS = 200;

const CONFIG = "[core]\n\trepositoryformatversion = 0\n\tbare = true\n";

export interface MirrorOptions {
  /** The mirror's own folder: one that only this user reads. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
}

export class Mirror {
  readonly repository: Repository;

  /** Made where there is none yet. */
  static async open({ folder, env = process.env }: MirrorOptions): Promise<Mirror> {
    if (!existsSync(join(folder, "HEAD"))) await makeMirror(folder, env);
    // Whoever can write here could lead a fetch elsewhere, or lend it objects that nobody has hashed.
    writeFileSync(join(folder, "config"), CONFIG);
    rmSync(join(folder, "objects", "info", "alternates"), { force: true });
    return new Mirror(folder, env);
  }

  private constructor(folder: string, env: NodeJS.ProcessEnv) {
    this.repository = new Repository(folder, { env });
  }

  /** Fetches a branch from where it lives; the commit at its tip. */
  async fetchBase(remote: string, branch: string): Promise<string> {
    const ref = refOf(remote, branch);
    await this.#fetch(remote, [`+refs/heads/${branch}:${ref}`, `+refs/heads/${branch}:${lastSeenRef(branch)}`]);
    return this.repository.tell(["rev-parse", "--verify", `${ref}^{commit}`]);
  }

  /** The tip of a branch as it was last fetched; null: it never was. */
  lastSeen(branch: string): Promise<string | null> {
    return this.repository.commit(lastSeenRef(branch));
  }

  /** Brings a commit here with all that it stands on: from one of these, the first that has it. False: none has. */
  async bring(commit: string, sources: readonly string[]): Promise<boolean> {
    if (await this.#isWhole(commit)) return true;
    for (const source of sources) {
      try {
        await this.#fetch(source, [commit]);
      } catch (error) {
        // The next one may have it; where none has, the caller says so.
        if (!(error instanceof NotKnown)) throw error;
        continue;
      }
      if (await this.#isWhole(commit)) return true;
    }
    return false;
  }

  async #isWhole(commit: string): Promise<boolean> {
    if ((await this.repository.commit(commit)) === null) return false;
    try {
      await this.repository.tell(["rev-list", "--objects", "--quiet", commit, "--not", "--all"]);
      return true;
    } catch (error) {
      if (error instanceof NotKnown) return false;
      throw error;
    }
  }

  async #fetch(source: string, refspecs: readonly string[], tries = FETCH_TRIES): Promise<void> {
    const config = await fetchConfig(this.repository);
    const options = [
      "--quiet",
      "--no-tags",
      "--no-write-fetch-head",
      "--no-recurse-submodules",
      "--no-auto-maintenance",
    ];
    try {
      await this.repository.tell([...config, "fetch", ...options, "--", source, ...refspecs], { timeoutMs: FETCH_MS });
    } catch (error) {
      if (!(error instanceof NotKnown)) throw error;
      if (tries > 1 && /lock/.test(error.message)) {
        await setTimeout(FETCH_PAUSE_MS * Math.random());
        return this.#fetch(source, refspecs, tries - 1);
      }
      throw new NotKnown(`Nothing could be fetched from ${withoutPassword(source)}: ${withoutPassword(error.message)}`);
    }
  }
}

/** Made elsewhere and put in its place: of several at once the first wins, and nobody sees half of one. */
async function makeMirror(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 });
  const made = mkdtempSync(`${folder}-`);
  try {
    const answer = await runGit({ folder: made, env, args: ["init", "--quiet", "--bare", "--template=", "."] });
    if (answer.kind === "unknown") throw new NotKnown(answer.why);
    if (!existsSync(folder)) renameSync(made, folder);
  } catch (error) {
    if (!existsSync(join(folder, "HEAD"))) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Another address is another base, even under the same name. */
function refOf(remote: string, branch: string): string {
  return `refs/bases/${createHash("sha256").update(remote).digest("hex").slice(0, 16)}/${branch}`;
}

function lastSeenRef(branch: string): string {
  return `refs/last-seen/${branch}`;
}

function withoutPassword(address: string): string {
  return address.replaceAll(/\/\/[^/@\s]*@/g, "//");
}
