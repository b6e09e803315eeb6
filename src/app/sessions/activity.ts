// What is being done right now on tickets, read for all of them at once.

import { isLive } from "../../engine/claims/claims.ts";
import { sameIdentity, showIdentity, stamp, type Key, type Time } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import { activityOf } from "./session.ts";
import type { BareTicket } from "../ports/tickets.ts";
import type { ClaimView, SessionActivity } from "../pages/views.ts";

export interface Activity {
  /** The open session on a ticket that was heard of last. */
  readonly onTicket: ReadonlyMap<Key, SessionActivity>;
  /** That of the ticket's holder. */
  readonly ofHolder: ReadonlyMap<Key, SessionActivity>;
}

const MOST_OPEN = 1000;
const FEW = 64;

export async function readActivity(app: App, tickets: readonly BareTicket[], now: Time): Promise<Activity> {
  const onTicket = new Map<Key, SessionActivity>();
  const ofHolder = new Map<Key, SessionActivity>();
  if (tickets.length > 0) {
    const keys = tickets.map((ticket) => ticket.key);
    const claims = new Map(tickets.map(({ key, claim }) => [key, claim]));
    // Of a whole board it is less to read all that are open than to ask for each ticket.
    const some = keys.length <= FEW ? { tickets: keys } : {};
    const open = await app.board.sessions.list({ open: true, ...some }, MOST_OPEN);
    // The last one heard of is set last.
    for (const session of open.toSorted((a, b) => a.seenAt - b.seenAt)) {
      const doing = activityOf(app.sessions, session, now);
      onTicket.set(session.ticket, doing);
      const holder = claims.get(session.ticket)?.holder;
      if (holder && sameIdentity(holder, session.holder)) ofHolder.set(session.ticket, doing);
    }
  }
  return { onTicket, ofHolder };
}

/** Who holds a ticket, until when, and what they are doing right now. */
export function viewClaim({ key, claim }: BareTicket, now: Time, activity: Activity): ClaimView | null {
  return (
    claim && {
      holder: showIdentity(claim.holder),
      since: stamp(claim.since),
      expiresAt: stamp(claim.expiresAt),
      expired: !isLive(claim, now),
      session: activity.ofHolder.get(key) ?? null,
    }
  );
}
