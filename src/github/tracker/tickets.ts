// Tickets that are issues on GitHub. What a decision rests on is read anew from there; the rest is the mirror's.

import type { Comment, Ticket, Tickets } from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import { withForeignClaim } from "../claims/foreign-claims.ts";
import type { SeenPulls } from "../evidence/seen-pulls.ts";
import { readGroup } from "../read/group.ts";
import { lookAnew, type LookOptions, type Unfinished } from "../read/look-anew.ts";
import type { Look } from "../read/look.ts";
import { withoutLost } from "../read/lost.ts";
import type { Seen } from "../read/seen.ts";
import { readWhoMoved } from "../read/who/who-moved.ts";
import type { Context } from "./context.ts";
import { withoutMarker } from "./marker.ts";
import { observeTicket } from "./observe-pulls.ts";
import { readRemote } from "./remote.ts";

/**
 * `fresh`: the mirror is no older than the setting allows after it; `unfinished`: see `lookAnew`; `told`: of what was seen, see
 * `Told`.
 */
export function githubTickets(
  context: Context,
  unfinished: Unfinished | null,
  fresh: () => Promise<void>,
  told: Told,
): Tickets {
  const { store, refs } = context;
  const mirror = store.tickets;
  const look = async (key: Key, options?: LookOptions): Promise<Look | null> => {
    const found = await lookAnew(context, unfinished, key, options);
    if (found) await told.seen(found.seen);
    return found;
  };
  return {
    ...mirror,
    async get(key, why) {
      const seen = await look(key, { why });
      const ticket = await mirror.get(await nameNow(context, key, seen));
      return ticket && seen ? withForeignClaim(refs, withBody(ticket, seen), seen, await store.now()) : ticket;
    },
    async forHandoff(key, needs, why) {
      const { merge } = (await context.machine()).workflow;
      const seen = await look(key, { why, withProof: needs.evidence?.facts === true || merge !== undefined });
      if (seen && needs.group) await readGroup(context, seen.seen.key);
      const facts = await mirror.forHandoff(await nameNow(context, key, seen), needs);
      if (!facts.ticket || !seen) return facts;
      if (seen.pulls && merge) told.pulls(facts.ticket.key, seen.pulls);
      const observed = seen.pulls && (await observeTicket(context, facts.ticket.key, seen.pulls));
      const ticket = withForeignClaim(refs, facts.ticket, seen, facts.now);
      return { ...facts, ticket, ...(observed ? { observed } : {}) };
    },
    async group(key, scope) {
      await unfinished?.tidyUp(null);
      await readGroup(context, key);
      return mirror.group(await nameNow(context, key, null), scope);
    },
    async children(key) {
      await readChildren(context, key);
      return mirror.children(await nameNow(context, key, null));
    },
    async withHistory(key, rows) {
      const seen = await look(key, { why: "to show" });
      const now = await nameNow(context, key, seen);
      const [read, comments] = [await mirror.withHistory(now, rows), await readComments(context, now)];
      if (!read || !seen) return read && { ...read, comments };
      const ticket = withForeignClaim(refs, withBody(read.ticket, seen), seen, read.now);
      return { ...read, ticket, comments };
    },
    comments: (key) => readComments(context, key),
    async list(filter, limit, after) {
      await fresh();
      return mirror.list(filter, limit, after);
    },
    async pickable(wanted, limit) {
      // What is picked is read anew in any case.
      await fresh();
      return mirror.pickable(wanted, limit);
    },
    async cards(which) {
      if (!("keys" in which)) await fresh();
      return mirror.cards(which);
    },
  };
}

interface Told {
  /** The pull requests that a handoff has seen, for the merge lock. */
  readonly pulls: (key: Key, pulls: SeenPulls) => void;
  /** An issue, for whoever shows something on it. */
  readonly seen: (seen: Seen) => Promise<void>;
}

/** What a ticket is called now that somebody asked for by another name; it was just looked at. */
async function nameNow({ store }: Context, key: Key, look: Look | null): Promise<Key> {
  if (look && look.seen.key !== key && (await store.tickets.get(look.seen.key))) return look.seen.key;
  return store.tickets.nameNow(key);
}

/** The children as GitHub has them now, into the mirror. */
async function readChildren(context: Context, key: Key): Promise<void> {
  const { store, looker, mirror, recent } = context;
  const remote = await readRemote(store, key);
  if (!remote) return;
  const since = await mirror.moment();
  const found = await withoutLost(context, await looker.children(remote.issue));
  const children = await readWhoMoved(context, found);
  await mirror.take(children, since);
  for (const child of children) recent.note(child, null);
}

/** Ours by the ledger, others' as they stand on GitHub. */
async function readComments({ store, looker, storeId }: Context, key: Key): Promise<readonly Comment[]> {
  const [own, remote] = await Promise.all([store.tickets.comments(key), readRemote(store, key)]);
  const there = remote ? await looker.comments(remote.issue) : [];
  const others = there.filter(({ marker }) => marker?.store !== storeId);
  return [
    ...own,
    ...others.map(({ id, author, body, at }) => ({ id, author, body: withoutMarker(body), createdAt: at })),
  ];
}

function withBody(ticket: Ticket, { seen }: Look): Ticket {
  const { body } = seen;
  return { ...ticket, ...(body === undefined ? {} : { body: withoutMarker(body) }) };
}
