// A store of before knows the ids of issues beside its tickets only. They are written into the tickets once: from then on an
// issue is found by its id, and no second ticket can have it.

import { randomUUID } from "node:crypto";
import { ticketChange, ticketCheck } from "../../app/commit/changes.ts";
import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Entry } from "../../app/commit/plan.ts";
import type { Ticket } from "../../app/ports/tickets.ts";
import type { Key, Time } from "../../engine/facts.ts";
import type { Remote } from "../tracker/remote.ts";
import { departure } from "./outside-changes.ts";

/** Rows in one plan. */
const AT_ONCE = 100;

export async function learnIds(store: TrackerStore): Promise<void> {
  const ids = new Map<Key, string>();
  const doubles: Key[] = [];
  const seen = new Set<string>();
  for (const { key, body } of await store.names.withoutNode()) {
    const { issue } = JSON.parse(body) as Remote;
    // Two tickets of one issue were made by its names: the first is the one that stays.
    if (seen.has(issue)) doubles.push(key);
    else ids.set(key, issue);
    seen.add(issue);
  }
  const taken = await store.names.byNode([...ids.values()]);
  const [own, others] = [[...ids].filter(([, id]) => !taken.has(id)), [...ids].filter(([, id]) => taken.has(id))];
  await edit(
    store,
    own.map(([key]) => key),
    (ticket, now) => ({
      kind: "edit",
      subject: { type: "ticket", key: ticket.key },
      by: { via: "github" },
      data: { fields: ["node_id"] },
      changes: ticketChange(ticket, { node_id: ids.get(ticket.key) ?? null }, now),
    }),
  );
  await edit(store, [...doubles, ...others.map(([key]) => key)], (ticket, now) =>
    ticket.onBoard ? departure(ticket, now) : null,
  );
}

/** Stale: somebody is at work on one of them, and the next look at each says the same. */
async function edit(
  store: TrackerStore,
  keys: readonly Key[],
  make: (ticket: Ticket, now: Time) => Entry | null,
): Promise<void> {
  for (let at = 0; at < keys.length; at += AT_ONCE) {
    const [cards, now] = [await store.tickets.cards({ keys: keys.slice(at, at + AT_ONCE) }), await store.now()];
    const made = cards.flatMap(({ ticket }) => {
      const entry = make(ticket, now);
      return entry ? [{ entry, check: ticketCheck(ticket) }] : [];
    });
    if (made.length === 0) continue;
    await store.pending.beside({
      id: randomUUID(),
      checks: made.map(({ check }) => check),
      entries: made.map(({ entry }) => entry),
    });
  }
}
