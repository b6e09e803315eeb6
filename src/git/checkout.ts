// A checkout, as the app asks about it: what a commit changes, what a check says, and whether the work is in the base.

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BaseBranch, Checkout, CheckLook, CheckWatch, LandingLook } from "../app/ports/checkout.ts";
import type { WorkLook } from "../app/ports/git.ts";
import type { CheckSpec } from "../engine/workflow/format.ts";
import { runCheck } from "./check/check.ts";
import { lookAtLanding } from "./landing/landed.ts";
import { Mirror } from "./landing/mirror.ts";
import { NotKnown, orUnknown, Repository } from "./repository.ts";
import { lookAtWork } from "./work.ts";

export interface CheckoutOptions {
  /** Any folder of it. */
  readonly folder: string;
  /** Ours, and this user's alone: the board's mirror of the base. */
  readonly mirror: string;
  /** Ours, and this user's alone: clones for checks. */
  readonly scratch: string;
  readonly env: NodeJS.ProcessEnv;
}

export class GitCheckout implements Checkout {
  readonly #options: CheckoutOptions;
  readonly #repository: Repository;

  constructor(options: CheckoutOptions) {
    this.#options = options;
    this.#repository = new Repository(options.folder, { env: options.env });
  }

  head(): Promise<string | null> {
    return this.commit("HEAD");
  }

  async commit(revision: string): Promise<string | null> {
    const found = await orUnknown(this.#repository.commit(revision));
    return typeof found === "string" ? found : null;
  }

  /** Nothing is fetched: the base as the mirror last saw it, and as the checkout has it. */
  async look(commit: string, base: string): Promise<WorkLook> {
    const seen = await this.#lastSeen(base);
    return this.#lookSince(commit, base, seen);
  }

  async descendants(commit: string, among: readonly string[]): Promise<readonly string[]> {
    const found = await orUnknown(this.#repository.descendants(commit, among));
    return "kind" in found ? [] : found;
  }

  async lookAtWork(commit: string, { branch, remote }: BaseBranch): Promise<WorkLook> {
    const mirror = await orUnknown(this.#openMirror());
    if (!(mirror instanceof Mirror)) return { ...mirror, commit };
    const tip = await orUnknown(mirror.fetchBase(remote, branch));
    return typeof tip === "string" ? this.#lookSince(commit, branch, tip) : { ...tip, commit };
  }

  async lookAtLanding(commit: string, { branch, remote }: BaseBranch, fork: string | null): Promise<LandingLook> {
    const { folder } = this.#options;
    const mirror = await orUnknown(this.#openMirror());
    if (!(mirror instanceof Mirror)) return { verdict: "unknown", why: mirror.why, work: null };
    const look = await lookAtLanding({ mirror, head: commit, remote, branch, fork, sources: [folder] });
    if (look.kind === "unknown") return { verdict: "unknown", why: look.why, work: null };
    return { verdict: look.verdict, why: look.why, work: look.work };
  }

  runCheck(check: CheckSpec, commit: string, watch: CheckWatch = {}): Promise<CheckLook> {
    const { folder, scratch, env } = this.#options;
    return runCheck({ check, folder, commit, scratch, env, ...watch });
  }

  #openMirror(): Promise<Mirror> {
    const { mirror: folder, env } = this.#options;
    return Mirror.open({ folder, env });
  }

  async #lastSeen(branch: string): Promise<string | null> {
    if (!existsSync(join(this.#options.mirror, "HEAD"))) return null;
    const seen = await orUnknown(this.#openMirror().then((mirror) => mirror.lastSeen(branch)));
    return typeof seen === "string" ? seen : null;
  }

  /** The mirror's base first: nobody has moved that. */
  async #lookSince(word: string, branch: string, seen: string | null): Promise<WorkLook> {
    const commit = await orUnknown(this.#repository.commit(word));
    if (commit === null) return { kind: "absent" };
    if (typeof commit !== "string") return { ...commit, commit: word };
    const answer = await orUnknown(this.#basesOf(branch, seen));
    if ("kind" in answer) return { ...answer, commit };
    const { folder, mirror, env } = this.#options;
    const gitEnv = seen === null ? {} : { GIT_ALTERNATE_OBJECT_DIRECTORIES: join(mirror, "objects") };
    return lookAtWork(new Repository(folder, { env, gitEnv }), commit, answer);
  }

  async #basesOf(branch: string, seen: string | null): Promise<readonly string[]> {
    const tracked = await this.#repository.commit(`refs/remotes/origin/${branch}`);
    const known = [seen, tracked].filter((base) => base !== null);
    if (known.length > 0) return known;
    // The branch of that name here may hold work that nobody else has: it counts where nothing else is known.
    const own = await this.#repository.commit(`refs/heads/${branch}`);
    if (own === null) throw new NotKnown(`This checkout has no branch ${branch}, and no origin/${branch}.`);
    return [own];
  }
}
