// Sessions end with their ticket: in the plan of the move that closes it, or of the claim by another agent.

import { showIdentity, type Key, type Time } from "../../engine/facts.ts";
import { endsSessionOf, type Ending } from "../../engine/sessions/ending.ts";
import type { Check } from "../commit/changes.ts";
import type { Json } from "../commit/json.ts";
import type { Entry } from "../commit/plan.ts";
import type { Session, Sessions } from "../ports/sessions.ts";
import { sessionChange, sessionCheck } from "./session.ts";

/** What a plan that ends sessions holds beside its own. */
export interface EndedSessions {
  readonly checks: readonly Check[];
  /** To stand before the row of the move: an answer names the last row of its plan. */
  readonly entries: readonly Entry[];
}

const MOST_OPEN = 1000;

/** `endings`: what happens to which tickets. `via`: the door of the call; the row itself is the program's. */
export async function endWithTickets(
  board: { readonly sessions: Pick<Sessions, "list"> },
  endings: ReadonlyMap<Key, Ending>,
  now: Time,
  via: string,
): Promise<EndedSessions> {
  if (endings.size === 0) return { checks: [], entries: [] };
  const open = await board.sessions.list({ open: true, tickets: [...endings.keys()] }, MOST_OPEN);
  const ended = open.flatMap((session) => {
    const ending = endings.get(session.ticket);
    return ending && endsSessionOf(ending, session.holder) ? [{ session, ending }] : [];
  });
  return {
    checks: ended.map(({ session }) => sessionCheck(session)),
    entries: ended.map(({ session, ending }) => entryOf(session, ending, now, via)),
  };
}

/** Its state stays what its agent said last: whether the work was done, nobody has said. */
function entryOf(session: Session, ending: Ending, now: Time, via: string): Entry {
  return {
    kind: "edit",
    subject: { type: "session", key: session.id },
    by: { via },
    data: { ticket: session.ticket, fields: ["completed_at"], state: session.state, ...causeOf(ending) },
    changes: [sessionChange(session, session.seenAt, { completed_at: now })],
  };
}

function causeOf(ending: Ending): Readonly<Record<string, Json>> {
  return ending.type === "closed"
    ? { ended: "closed", ticketState: ending.state }
    : { ended: "claimed", claimedBy: showIdentity(ending.by) };
}
