// Claims as git refs: the one thing on GitHub that only one of many can change. Taking one is a fresh commit and a swap
// from what was seen before; GitHub itself refuses the second of two.

import { randomBytes } from "node:crypto";
import type { Change } from "../../app/commit/changes.ts";
import type { Plan } from "../../app/commit/plan.ts";
import { showIdentity, type Key, type Time } from "../../engine/facts.ts";
import type { GitHubClient } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { NO_OBJECT, SWAP_REF } from "../operations/claims.ts";
import type { Write } from "../operations/write.ts";
import type { TicketKeys } from "../tracker/keys.ts";
import { leaseMessage, refName, type Lease } from "./lease.ts";
import type { Looker, SeenClaim } from "../read/look.ts";

/** What a plan does to the claim on a ticket, as far as other machines have to know. */
export type ClaimChange =
  | {
      readonly kind: "take";
      readonly key: Key;
      readonly holder: string;
      readonly fence: number;
      readonly since: Time;
      readonly expiresAt: Time;
    }
  | { readonly kind: "renew"; readonly key: Key; readonly expiresAt: Time }
  | { readonly kind: "give-back"; readonly key: Key };

/** A lease that is cut short stays as it was for other machines: nobody goes to the network to say goodbye. */
export function claimChanges(plan: Plan): readonly ClaimChange[] {
  const lasting = plan.entries.filter(({ kind }) => kind !== "claim");
  return lasting.flatMap(({ changes = [] }) => changes.flatMap(claimChange));
}

function claimChange(change: Change): readonly ClaimChange[] {
  if (change.table !== "ticket" || change.set === null || change.set.number !== undefined) return [];
  const { key } = change.key;
  const { claim_connection: connection, claim_agent: agent, claim_expires: expiresAt } = change.set;
  if (connection === null) return [{ kind: "give-back", key }];
  if (expiresAt === undefined || expiresAt === null) return [];
  if (connection === undefined) return [{ kind: "renew", key, expiresAt }];
  const { fence = 0, claim_since: since } = change.set;
  const holder = showIdentity({ connection, agent: agent ?? null });
  return [{ kind: "take", key, holder, fence, since: since ?? 0, expiresAt }];
}

export class ClaimRefs {
  readonly #client: GitHubClient;
  readonly #keys: TicketKeys;
  readonly #looker: Looker;
  readonly #store: string;

  constructor(client: GitHubClient, keys: TicketKeys, looker: Looker, store: string) {
    this.#client = client;
    this.#keys = keys;
    this.#looker = looker;
    this.#store = store;
  }

  /** Whether a lease is another machine's. */
  isForeign(lease: Lease | null): lease is Lease {
    return lease !== null && lease.store !== this.#store && lease.store !== "";
  }

  isOurs(lease: Lease | null): lease is Lease {
    return lease !== null && lease.store === this.#store;
  }

  /** Two requests. The new object's id; null: somebody was faster. */
  async swap(
    key: Key,
    lease: Pick<Lease, "holder" | "fence" | "since" | "expiresAt">,
    before: SeenClaim & { readonly repository: string },
  ): Promise<string | null> {
    const name = this.#keys.nameOf(key);
    if (!name || before.tree === null) throw emptyRepository(key);
    const message = leaseMessage({ ...lease, store: this.#store }, randomBytes(9).toString("base64url"));
    const { oid } = await this.#client.createCommit({ ...name, message, tree: before.tree, parents: [] });
    const from = before.lease?.oid ?? NO_OBJECT;
    const done = await this.#move(key, before.repository, refName(name.number), from, oid);
    return done ? oid : null;
  }

  /** One of the writes of a request: the ref goes away, if it still is ours. */
  giveBack(key: Key, repository: string, lease: string, alias: string): readonly Write[] {
    const name = this.#keys.nameOf(key);
    if (!name) return [];
    const update = { name: refName(name.number), beforeOid: lease, afterOid: NO_OBJECT, force: true };
    return [{ alias, kind: "swap", input: { repositoryId: repository, refUpdates: [update] } }];
  }

  /** By itself. A ref that is not ours any more stays. */
  async drop(key: Key, repository: string, lease: string): Promise<void> {
    const name = this.#keys.nameOf(key);
    if (name) await this.#move(key, repository, refName(name.number), lease, NO_OBJECT);
  }

  /** Where GitHub refused, or nobody knows, the ref itself tells. */
  async #move(key: Key, repository: string, name: string, before: string, after: string): Promise<boolean> {
    const refused = await this.#client.mutate(SWAP_REF, { repository, name, before, after }).then(
      (written) => (written.kind === "answered" ? null : written.error),
      (error: unknown) => {
        if (error instanceof GitHubError && error.code === "github_rejected") return error;
        throw error;
      },
    );
    if (!refused) return true;
    const now = (await this.#looker.claim(key))?.lease?.oid ?? NO_OBJECT;
    if (now === after) return true;
    if (now === before) throw refused;
    return false;
  }
}

function emptyRepository(key: Key): GitHubError {
  return new GitHubError(
    "github_settings",
    `A claim on ${key} can't be kept on GitHub: the repository has no commit yet. Nothing was written.`,
    "Push a first commit, or share a PostgreSQL store between machines and set SIGNALBOX_GITHUB_LOCKS=off.",
  );
}
