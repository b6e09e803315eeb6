// What was written becomes the ledger's, and the store remembers what GitHub said.

import type { Entry, Outcome, Plan } from "../../app/commit/plan.ts";
import type { Key } from "../../engine/facts.ts";
import { GitHubError } from "../client/errors.ts";
import type { Effect } from "./effects.ts";
import type { Lease } from "../claims/lease.ts";
import type { Context } from "../tracker/context.ts";
import { noteRemote, readRemotes } from "../tracker/remote.ts";
import type { Seen, SeenCard } from "../read/seen.ts";

export interface WrittenTicket {
  readonly card: SeenCard | null;
  readonly effects: readonly Effect[];
  readonly seen?: Seen;
  /** GitHub takes no comment there. */
  readonly uncommented?: boolean;
  readonly lease?: Lease | null;
}

export interface Finished {
  readonly written: ReadonlyMap<Key, WrittenTicket>;
  /** Not written, and why. */
  readonly failed?: ReadonlyMap<Key, string>;
  readonly created?: Key;
  readonly leases?: ReadonlyMap<Key, string | null>;
}

export async function finishPlan(context: Context, asked: Plan, marker: string, what: Finished): Promise<Outcome> {
  const { written, failed = new Map<Key, string>(), created } = what;
  const plan = leavingOut(asked, written, failed);
  if (plan.entries.length === 0) {
    await context.store.pending.finish({ id: `${asked.id}/cancel`, checks: [], entries: [] }, marker);
    throw new GitHubError("github_rejected", [...failed.values()].join(" "), "Look at the ticket, then decide again.");
  }
  const outcome = await context.store.pending.finish(plan, marker);
  if (outcome.kind === "stale") {
    const done = await context.store.pending.carriedOut(asked.id);
    return done ? { kind: "done", ...done, ...(created === undefined ? {} : { created }) } : { kind: "unclear" };
  }
  if (outcome.kind !== "done") return outcome;
  await noteWritten(context, what);
  return {
    ...outcome,
    ...(created === undefined ? {} : { created }),
    ...(failed.size > 0 ? { failed: [...failed].map(([key, error]) => ({ key, error })) } : {}),
  };
}

/** A session that ends with its ticket ends only where that was written. */
function ticketOf({ subject, data }: Entry): Key {
  const { ticket } = data;
  return subject.type === "session" && typeof ticket === "string" ? ticket : subject.key;
}

/** With something left out, the same request must be free to do the rest: it is not recorded. */
function leavingOut(plan: Plan, written: Finished["written"], failed: ReadonlyMap<Key, string>): Plan {
  const entries = plan.entries
    .filter((entry) => !failed.has(ticketOf(entry)))
    .map((entry): Entry => {
      const uncommented = written.get(entry.subject.key)?.uncommented === true;
      return uncommented ? { ...entry, data: { ...entry.data, uncommented: true } } : entry;
    });
  if (failed.size === 0) return { ...plan, entries };
  const { request: _, ...rest } = plan;
  return { ...rest, entries };
}

async function noteWritten(context: Context, { written, leases }: Finished): Promise<void> {
  const keys = [...new Set([...written.keys(), ...(leases?.keys() ?? [])])];
  const remotes = await readRemotes(context.store, keys);
  for (const key of keys) {
    const before = remotes.get(key) ?? null;
    const done = written.get(key);
    const issue = before?.issue ?? done?.seen?.id;
    if (issue === undefined) continue;
    const said = done?.effects.findLast((effect) => effect.kind === "comment" && !done.uncommented);
    const found = done?.lease?.store === context.storeId ? done.lease.oid : undefined;
    const lease = leases?.has(key) ? (leases.get(key) ?? null) : found;
    await noteRemote(context.store, key, before, {
      issue,
      ...(done?.card ? { item: done.card.id, cardAt: Math.max(done.card.updatedAt, before?.cardAt ?? 0) } : {}),
      ...(said?.kind === "comment" ? { marker: said.id } : {}),
      ...(lease === undefined ? {} : { lease }),
    });
  }
}
