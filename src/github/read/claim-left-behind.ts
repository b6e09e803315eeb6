// The ref of a claim stays in the repository that an issue was transferred from. Until its holder has taken it along, other
// machines look for it there: they would find the issue free, and two would hold it.

import type { Key, Time } from "../../engine/facts.ts";
import { allPages } from "../client/pages.ts";
import { CLAIM_REFS } from "../operations/claims.ts";
import type { Look } from "./look.ts";
import type { Context } from "../tracker/context.ts";
import { noteRemote, readRemote } from "../tracker/remote.ts";
import { readLease, type Lease } from "../claims/lease.ts";

/** Longer than any lease: what was transferred before has no claim left there. */
const RECENT_MS = 24 * 3_600_000;

interface LeftBehind {
  readonly lease: Lease;
  /** The name that the issue had. */
  readonly key: Key;
  readonly repository: string;
}

/** The look with the claim that stands, wherever its ref is. `mayWrite`: one of ours is taken along. */
export async function withClaimLeftBehind(context: Context, look: Look, mayWrite: boolean): Promise<Look> {
  const { refs, store } = context;
  const { claim, transferred } = look;
  if (!refs || !claim || claim.lease || !transferred) return look;
  const now = await store.now();
  if (transferred.at < now - RECENT_MS) return look;
  const left = await findLeftBehind(context, transferred.from, look.seen.id, now);
  if (!left) return look;
  if (refs.isForeign(left.lease)) return { ...look, claim: { ...claim, lease: left.lease } };
  return mayWrite ? takeAlong(context, look, left) : look;
}

async function findLeftBehind(context: Context, from: string, id: string, now: Time): Promise<LeftBehind | null> {
  const [owner = "", repo = ""] = from.split("/");
  const found: { repository: string } = { repository: "" };
  const pages = allPages(context.client, CLAIM_REFS, { owner, repo }, ({ repository }) => {
    found.repository = repository?.id ?? "";
    return repository?.refs;
  });
  for await (const { name, target } of pages) {
    const number = Number(/^issue-(\d+)$/.exec(name)?.[1] ?? Number.NaN);
    const lease = target && "oid" in target ? readLease(target.oid, messageOf(target)) : null;
    if (!lease || lease.expiresAt <= now || Number.isNaN(number)) continue;
    // GitHub itself says where the issue of that number is now.
    const there = await context.client.issueAt({ owner, repo, number });
    if (there?.id === id) return { lease, key: `${from}#${number}`, repository: found.repository };
  }
  return null;
}

/** First the new ref, then the old one: nobody may find neither. */
async function takeAlong(context: Context, look: Look, { lease, key, repository }: LeftBehind): Promise<Look> {
  const { refs, store } = context;
  const { seen, claim } = look;
  if (!refs || !claim) return look;
  const ticket = await store.tickets.get(seen.key);
  const holds = ticket?.claim?.since === lease.since && ticket.fence === lease.fence;
  const { store: _, oid, ...held } = lease;
  const taken = holds ? await refs.swap(seen.key, held, { ...claim, repository: look.repository }) : null;
  if (holds && taken === null) return look;
  await refs.drop(key, repository, oid);
  if (taken === null) return look;
  await noteRemote(store, seen.key, await readRemote(store, seen.key), { issue: seen.id, lease: taken });
  return { ...look, claim: { ...claim, lease: { ...lease, oid: taken } } };
}

function messageOf(target: object): string {
  return "message" in target ? String(target.message) : "";
}
