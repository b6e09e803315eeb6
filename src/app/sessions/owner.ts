// Who may report on a session, with what has to be read to know it.

import { isLive } from "../../engine/claims/claims.ts";
import type { Time } from "../../engine/facts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { refuseOthers, reporterOf, takeOver, type Reporter } from "../../engine/sessions/owner.ts";
import type { App, Caller } from "../app.ts";
import type { Session } from "../ports/sessions.ts";
import { isServed } from "../processes/is-live.ts";
import { isDisconnected, isSilent } from "./session.ts";

export async function findReporter(
  app: App,
  { actor }: Caller,
  session: Session,
  now: Time,
): Promise<Reporter | Refusal> {
  const owned = { ...session, claim: isLive(session.claim, now) ? session.claim : null };
  const reporter = reporterOf(app.sessions, owned, actor);
  if (reporter || actor.kind === "person") return reporter ?? { kind: "own" };
  return (await isGone(app, session, now)) ? takeOver(owned, actor.identity) : refuseOthers(owned);
}

/** Its client went away, its process was killed; or, where there is none that could be, nothing was heard of it. */
async function isGone(app: App, session: Session, now: Time): Promise<boolean> {
  if (isDisconnected(session)) return true;
  const served = await isServed(app.board, session.holder.connection);
  return served === null ? isSilent(app.sessions, session, now) : !served;
}
