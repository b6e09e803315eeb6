// What one plan does to claims that other machines see.

import type { Plan } from "../../app/commit/plan.ts";
import type { Key } from "../../engine/facts.ts";
import { GitHubError } from "../client/errors.ts";
import type { Write } from "../operations/write.ts";
import { claimChanges, type ClaimChange, type ClaimRefs } from "../claims/claim-refs.ts";
import { seenNow, type Job } from "./jobs.ts";
import type { Context } from "../tracker/context.ts";
import { readRemotes } from "../tracker/remote.ts";

export class Claims {
  readonly #refs: ClaimRefs | null;
  readonly #changes: readonly ClaimChange[];
  readonly #where: ReadonlyMap<Key, NonNullable<Job["claim"]>>;
  readonly #holders: ReadonlyMap<Key, { readonly holder: string; readonly fence: number; readonly since: number }>;
  /** What the refs point at after this plan; null: they are gone. */
  readonly leases = new Map<Key, string | null>();

  private constructor(
    refs: ClaimRefs | null,
    changes: readonly ClaimChange[],
    where: ReadonlyMap<Key, NonNullable<Job["claim"]>>,
    holders: ReadonlyMap<Key, { readonly holder: string; readonly fence: number; readonly since: number }>,
  ) {
    this.#refs = refs;
    this.#changes = changes;
    this.#where = where;
    this.#holders = holders;
  }

  static async of(context: Context, plan: Plan, jobs: readonly Job[]): Promise<Claims> {
    if (!context.refs) return new Claims(null, [], new Map(), new Map());
    const changes = claimChanges(plan);
    const remotes = await readRemotes(
      context.store,
      changes.map(({ key }) => key),
    );
    const seen = (key: Key): Job["claim"] => jobs.find((job) => job.key === key)?.claim ?? null;
    // A claim that never had a ref has none to renew or to give back. A person's move ends another machine's claim too.
    const fitting = changes.filter(
      ({ kind, key }) =>
        kind === "take" || remotes.get(key)?.lease != null || (seen(key)?.lease && kind === "give-back"),
    );
    const where = new Map<Key, NonNullable<Job["claim"]>>();
    const holders = new Map<Key, { holder: string; fence: number; since: number }>();
    for (const change of fitting) {
      const { key, kind } = change;
      const claim = seen(key) ?? (await seenNow(context, key)).claim;
      if (claim) where.set(key, claim);
      if (kind === "renew" && claim?.lease) holders.set(key, claim.lease);
    }
    return new Claims(
      context.refs,
      fitting.filter(({ key }) => where.has(key)),
      where,
      holders,
    );
  }

  get none(): boolean {
    return this.#changes.length === 0;
  }

  /** Before anything else is written; false: somebody was faster. */
  async take(): Promise<boolean> {
    for (const change of this.#changes) {
      const where = this.#where.get(change.key);
      if (!this.#refs || !where || change.kind === "give-back") continue;
      const known = change.kind === "take" ? change : this.#holders.get(change.key);
      if (!known) continue;
      const { holder, fence, since } = known;
      const oid = await this.#refs.swap(change.key, { holder, fence, since, expiresAt: change.expiresAt }, where);
      if (oid === null) return false;
      this.leases.set(change.key, oid);
    }
    return true;
  }

  /** Sent along with the moves that end claims. */
  giveBacks(jobs: readonly Job[]): readonly Write[] {
    const keys = new Set(jobs.map(({ key }) => key));
    return this.#given().flatMap(({ key, repository, lease }, index) =>
      keys.has(key) ? (this.#refs?.giveBack(key, repository, lease, `ref${index}`) ?? []) : [],
    );
  }

  /** Where nothing else is written on the ticket. */
  async giveBackOthers(jobs: readonly Job[]): Promise<void> {
    for (const { key, repository, lease } of this.#given()) {
      if (!jobs.some((job) => job.key === key)) await this.#refs?.drop(key, repository, lease);
    }
  }

  /** What was taken for a plan that came to nothing. A ref that can't be dropped runs out by itself. */
  async drop(): Promise<void> {
    for (const [key, lease] of this.leases) {
      const where = this.#where.get(key);
      if (!this.#refs || !where || lease === null) continue;
      try {
        await this.#refs.drop(key, where.repository, lease);
      } catch (error) {
        if (!(error instanceof GitHubError)) throw error;
      }
    }
  }

  #given(): readonly { readonly key: Key; readonly repository: string; readonly lease: string }[] {
    return this.#changes.flatMap(({ kind, key }) => {
      const where = this.#where.get(key);
      const lease = where?.lease?.oid;
      if (kind !== "give-back" || lease === undefined || !where) return [];
      this.leases.set(key, null);
      return [{ key, repository: where.repository, lease }];
    });
  }
}
