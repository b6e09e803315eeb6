// Whose session it is. Agents report on their own ones and end them; one that nobody works on is taken over by the first
// agent that reports on it.

import { by, say } from "../acts.ts";
import {
  refOf,
  sameIdentity,
  showIdentity,
  showKey,
  type Actor,
  type ClaimFacts,
  type Identity,
  type Key,
} from "../facts.ts";
import { isNameless } from "../names.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { quote, showName } from "../words.ts";
import type { Machine } from "../workflow/compile.ts";

export interface OwnedSession {
  readonly id: string;
  readonly ticket: Key;
  readonly holder: Identity;
  readonly state: string;
  /** The live claim on its ticket. */
  readonly claim: ClaimFacts | null;
}

export type Reporter = { readonly kind: "own" } | { readonly kind: "taken_over"; readonly holder: Identity };

/** null: it is another agent's, which may be gone; `refuseOthers` is for one that is not. */
export function reporterOf(machine: Machine, session: OwnedSession, actor: Actor): Reporter | null {
  if (actor.kind === "person" || isSameAgent(session.holder, actor.identity)) return { kind: "own" };
  const byClaim = session.claim !== null && sameIdentity(session.claim.holder, actor.identity);
  const isFree = session.state === machine.workflow.start || isNameless(session.holder);
  return byClaim || isFree ? takeOver(session, actor.identity) : null;
}

/** A caller without a name would not be known again: the session keeps the name that it has. */
export function takeOver({ holder }: OwnedSession, by: Identity): Reporter {
  return isNameless(by) && isNameless(holder) ? { kind: "own" } : { kind: "taken_over", holder: by };
}

export function refuseOthers({ id, ticket, holder, state }: OwnedSession): Refusal {
  const who = showIdentity(holder);
  return refuse(
    "not_your_session",
    `Session ${quote(id)} is ${showName(who)}'s, who is at ${quote(state)} on ${showKey(ticket)}. An agent reports on its own sessions, and ends no others.`,
    say`open a session of your own ${by({ type: "open_session" })} if you work on ${showKey(ticket)}; else leave this one alone. A person can end it.`,
    { sessionId: id, ...refOf(ticket), holder: who, state },
  );
}

/** An agent that forgot to say which one it is, among several on its connection, is taken at its word. */
function isSameAgent(holder: Identity, caller: Identity): boolean {
  if (holder.connection !== caller.connection) return false;
  return holder.agent === caller.agent || holder.agent === null || caller.agent === null;
}
