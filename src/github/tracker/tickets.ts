// Tickets that are issues on GitHub. What a decision rests on is read anew from there; the rest is the mirror's.

import type { Comment, Ticket, Tickets } from "../../app/ports/tickets.ts";
import type { Key } from "../../engine/facts.ts";
import { withForeignClaim } from "../claims/foreign-claims.ts";
import { readGroup } from "../read/group.ts";
import { lookAnew, type Unfinished } from "../read/look-anew.ts";
import type { Look } from "../read/look.ts";
import { readWhoMoved } from "../read/who-moved.ts";
import type { Context } from "./context.ts";
import { withoutMarker } from "./marker.ts";
import { readRemote } from "./remote.ts";

/** How old the mirror may be where somebody looks for work: what is picked is read anew in any case. */
const PICKING_AGE_MS = 30_000;

/** `noOlderThan`: the mirror is at most so old after it; `unfinished`: see `lookAnew`. */
export function githubTickets(
  context: Context,
  unfinished: Unfinished | null,
  noOlderThan: (ageMs: number) => Promise<void>,
): Tickets {
  const { store, refs } = context;
  const mirror = store.tickets;
  const look = (key: Key): Promise<Look | null> => lookAnew(context, unfinished, key);
  return {
    ...mirror,
    async get(key) {
      const seen = await look(key);
      const ticket = await mirror.get(key);
      return ticket && seen ? withForeignClaim(refs, withBody(ticket, seen), seen, await store.now()) : ticket;
    },
    async forHandoff(key, needs) {
      const seen = await look(key);
      if (seen && needs.group) await readGroup(context, seen.seen.key);
      const facts = await mirror.forHandoff(key, needs);
      if (!facts.ticket || !seen) return facts;
      return { ...facts, ticket: withForeignClaim(refs, facts.ticket, seen, facts.now) };
    },
    async group(key, scope) {
      await unfinished?.tidyUp(null);
      await readGroup(context, key);
      return mirror.group(key, scope);
    },
    async children(key) {
      await readChildren(context, key);
      return mirror.children(key);
    },
    async withHistory(key, rows) {
      const seen = await look(key);
      const [read, comments] = [await mirror.withHistory(key, rows), await readComments(context, key)];
      if (!read || !seen) return read && { ...read, comments };
      const ticket = withForeignClaim(refs, withBody(read.ticket, seen), seen, read.now);
      return { ...read, ticket, comments };
    },
    comments: (key) => readComments(context, key),
    async list(filter, limit, after) {
      await noOlderThan(Number.POSITIVE_INFINITY);
      return mirror.list(filter, limit, after);
    },
    async pickable(wanted, limit) {
      await noOlderThan(PICKING_AGE_MS);
      return mirror.pickable(wanted, limit);
    },
    async cards(which) {
      if ("closed" in which) await noOlderThan(Number.POSITIVE_INFINITY);
      return mirror.cards(which);
    },
  };
}

/** The children as GitHub has them now, into the mirror. */
async function readChildren(context: Context, key: Key): Promise<void> {
  const { store, looker, mirror, recent } = context;
  const remote = await readRemote(store, key);
  if (!remote) return;
  const since = await mirror.moment();
  const children = await readWhoMoved(context, await looker.children(remote.issue));
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
  return seen.body === undefined ? ticket : { ...ticket, body: withoutMarker(seen.body) };
}
