// What an agent needs after it lost its context: the sessions that it has open, and the tickets that it holds.

import { isLive } from "../../engine/claims/claims.ts";
import { refOf, showIdentity, stamp, type Identity, type TicketRef } from "../../engine/facts.ts";
import type { App, Caller } from "../app.ts";
import { listSessions } from "./view-session.ts";
import type { SessionView } from "../pages/session-views.ts";

export interface MyWork {
  readonly sessions: readonly SessionView[];
  readonly claims: readonly MyClaim[];
}

/** Without its token: only the call that locked the ticket got that, and locking it again as the same holder gives a new one. */
export interface MyClaim extends TicketRef {
  readonly title: string;
  readonly state: string | null;
  readonly holder: string;
  readonly since: string;
  readonly expiresAt: string;
  readonly expired: boolean;
}

export async function myWork(app: App, { actor }: Caller): Promise<MyWork> {
  if (actor.kind === "person") return { sessions: [], claims: [] };
  const { connection, agent } = actor.identity;
  // An agent that has forgotten its name sees what the whole connection has.
  const isMine = (holder: Identity): boolean => agent === null || holder.agent === agent;
  const [sessions, held, now] = await Promise.all([
    listSessions(app, { open: true, connection, ...(agent === null ? {} : { agent }) }),
    app.board.claims.heldBy({ connection }),
    app.board.now(),
  ]);
  return {
    sessions,
    claims: held.flatMap(({ key, title, state, claim }): MyClaim[] =>
      claim && isMine(claim.holder)
        ? [
            {
              ...refOf(key),
              title,
              state,
              holder: showIdentity(claim.holder),
              since: stamp(claim.since),
              expiresAt: stamp(claim.expiresAt),
              expired: !isLive(claim, now),
            },
          ]
        : [],
    ),
  };
}
