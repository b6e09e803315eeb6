// What became of a plan that was sent, or may have been: read off GitHub itself. The mirror holds what was before, as
// nobody changes it while the plan is under way.

import type { Plan } from "../../app/commit/plan.ts";
import type { Key, Time } from "../../engine/facts.ts";
import { claimChanges, type ClaimChange } from "../claims/claim-refs.ts";
import { creationIn, findCreated } from "../write/create-issue.ts";
import { isThere, wantedBy, type Effect } from "../write/effects.ts";
import type { Job } from "../write/jobs.ts";
import type { Lease } from "../claims/lease.ts";
import { findIssue } from "../read/find-issue.ts";
import { READ_COMMENTS, type Look } from "../read/look.ts";
import type { Context } from "../tracker/context.ts";
import type { SeenBefore } from "../write/races.ts";
import { renumber } from "../write/renumber.ts";
import { inStartState, type Seen, type SeenCard } from "../read/seen.ts";
import { isBegun, leftToWrite, type Traces } from "./traces.ts";

/** What is known of a plan before anybody looks. */
export interface Sending {
  readonly plan: Plan;
  readonly marker: string;
  /** See `Traces`. */
  readonly until: Time;
  readonly sentAs: string | null;
  readonly known: ReadonlyMap<Key, Known>;
  /** What its moves were decided by. */
  readonly before: ReadonlyMap<Key, SeenBefore>;
}

/** What GitHub's answer, where there was one, has shown to be written on a ticket. */
export interface Known {
  readonly effects: readonly Effect[];
  readonly card: SeenCard | null;
}

export interface Evidence {
  /** With the number that GitHub gave, where it makes a ticket. */
  readonly plan: Plan;
  readonly created: Key | null;
  /** Tickets on which something of the plan was found, each with what is still missing. */
  readonly begun: readonly Job[];
  /** Tickets on which nothing of it was found. */
  readonly untouched: readonly Key[];
  /** A look was older than what is known, and tells nothing of the rest. */
  readonly behind: boolean;
}

export async function findEvidence(context: Context, sending: Sending): Promise<Evidence> {
  const { plan, marker } = sending;
  const writing = { store: context.storeId, marker, machine: await context.machine() };
  const creation = creationIn(plan);
  const made = creation ? await findCreated(context, creation, marker) : null;
  const real = creation && made ? renumber(plan, creation.key.key, made) : plan;
  const [begun, untouched]: [Job[], Key[]] = [[], []];
  let behind = false;
  for (const { key, effects, created } of wantedBy(real, writing)) {
    const look = created && !made ? null : await lookFor(context, key, effects);
    behind ||= (look?.seen.card?.updatedAt ?? Infinity) < (sending.known.get(key)?.card?.updatedAt ?? 0);
    const traces = look && (await tracesOn(context, sending, look, { key, effects, created }));
    if (!look || !traces || !isBegun(traces)) {
      untouched.push(key);
      continue;
    }
    const claim = look.claim && { ...look.claim, repository: look.repository };
    begun.push({ key, seen: look.seen, effects: leftToWrite(traces), claim });
  }
  return { plan: real, created: made?.key ?? null, begun, untouched, behind };
}

/** With older comments where the plan's own may be among those that did not come along. */
async function lookFor(context: Context, key: Key, effects: readonly Effect[]): Promise<Look | null> {
  const look = await findIssue(context, key, { withClaim: context.refs !== null });
  context.projectIds.learn(look?.fields ?? null);
  if (!look || (look.seen.comments?.length ?? 0) < READ_COMMENTS) return look;
  if (effects.every((effect) => effect.kind !== "comment" || isThere(effect, look.seen))) return look;
  return { ...look, seen: { ...look.seen, comments: await context.looker.comments(look.seen.id) } };
}

async function tracesOn(
  context: Context,
  { plan, until, sentAs, known }: Sending,
  { seen: raw, claim }: Look,
  { key, effects, created }: { readonly key: Key; readonly effects: readonly Effect[]; readonly created: boolean },
): Promise<Traces> {
  // The mirror has cards without a state in the start state.
  const seen = created ? raw : inStartState(raw, (await context.machine()).workflow.start);
  const before = created ? asMade(seen) : await mirrored(context, key, seen);
  const lacksRef = context.refs !== null && claimChanges(plan).some(isNot(context.storeId, key, claim?.lease ?? null));
  return { effects, seen, before, created, known: known.get(key)?.effects ?? [], until, sentAs, lacksRef };
}

/** Whether a claim that is taken on a ticket is another one than its ref says. */
function isNot(store: string, key: Key, lease: Lease | null): (change: ClaimChange) => boolean {
  return (change) =>
    change.kind === "take" &&
    change.key === key &&
    (lease?.store !== store ||
      lease.holder !== change.holder ||
      lease.fence !== change.fence ||
      lease.since !== change.since);
}

/** A new issue's card has nothing in its fields. */
function asMade(seen: Seen): Seen {
  return { ...seen, card: seen.card && { ...seen.card, state: null, priority: null, estimate: null } };
}

/** The mirror as if it had been seen. */
async function mirrored(context: Context, key: Key, seen: Seen): Promise<Seen | null> {
  const [card] = await context.store.tickets.cards({ keys: [key] });
  if (!card || !seen.card) return null;
  const { ticket, blockers } = card;
  return {
    ...seen,
    title: ticket.title,
    closed: ticket.closed,
    parent: ticket.parent === null ? null : { key: ticket.parent, id: "" },
    labels: ticket.labels.map((name) => ({ id: "", name })),
    blockedBy: blockers.map((blocker) => ({ key: blocker.key, id: "", title: "", closed: blocker.closed })),
    comments: [],
    body: "",
    card: {
      ...seen.card,
      state: ticket.state === null ? null : { name: ticket.state, at: 0, by: null, firstAt: 0 },
      priority: ticket.priority,
      estimate: ticket.estimate,
    },
  };
}
