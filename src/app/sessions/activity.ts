// What is being done right now on tickets, read for all of them at once.

import { isLive } from "../../engine/claims/claims.ts";
import { sameIdentity, showIdentity, stamp, type Key, type Time } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import { lampOf } from "./session.ts";
import type { BareTicket } from "../ports/tickets.ts";
import type { ClaimView, SessionLamp } from "../pages/views.ts";

export interface Lamps {
  /** The open session on a ticket that was heard of last. */
  readonly onTicket: ReadonlyMap<Key, SessionLamp>;
  /** That of whoever holds the ticket. */
  readonly ofHolder: ReadonlyMap<Key, SessionLamp>;
}

const MOST_OPEN = 1000;
const FEW = 64;

export async function readLamps(app: App, tickets: readonly BareTicket[], now: Time): Promise<Lamps> {
  const onTicket = new Map<Key, SessionLamp>();
  const ofHolder = new Map<Key, SessionLamp>();
  if (tickets.length > 0) {
    const keys = tickets.map((ticket) => ticket.key);
    const claims = new Map(tickets.map(({ key, claim }) => [key, claim]));
    // Of a whole board it is less to read all that are open than to ask for each ticket.
    const some = keys.length <= FEW ? { tickets: keys } : {};
    const open = await app.board.sessions.list({ open: true, ...some }, MOST_OPEN);
    // The last one heard of is set last.
    for (const session of open.toSorted((a, b) => a.seenAt - b.seenAt)) {
      const lamp = lampOf(app.sessions, session, now);
      onTicket.set(session.ticket, lamp);
      const holder = claims.get(session.ticket)?.holder;
      if (holder && sameIdentity(holder, session.holder)) ofHolder.set(session.ticket, lamp);
    }
  }
  return { onTicket, ofHolder };
}

/** Who holds a ticket, until when, and what they are doing right now. */
export function viewClaim({ key, claim }: BareTicket, now: Time, lamps: Lamps): ClaimView | null {
  return (
    claim && {
      holder: showIdentity(claim.holder),
      since: stamp(claim.since),
      expiresAt: stamp(claim.expiresAt),
      expired: !isLive(claim, now),
      session: lamps.ofHolder.get(key) ?? null,
    }
  );
}
