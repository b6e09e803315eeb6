// A caller that is refused because somebody else holds the ticket is told what the holder is doing, where a session says
// so. That makes it easier to decide whether to wait.

import { say } from "../../engine/acts.ts";
import type { Time } from "../../engine/facts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { quote, showName } from "../../engine/words.ts";
import type { App } from "../app.ts";
import { readActivity } from "../sessions/activity.ts";
import type { BareTicket } from "../ports/tickets.ts";
import type { SessionActivity } from "../pages/views.ts";

const HELD: ReadonlySet<string> = new Set(["claim_conflict", "claim_lost"]);

/** Read only once the call is refused: accepted calls pay nothing for it. */
export async function explainHolder<R extends Refusal>(
  app: App,
  ticket: BareTicket,
  refusal: R,
  now: Time,
): Promise<R> {
  if (!HELD.has(refusal.code) || !ticket.claim) return refusal;
  const doing = (await readActivity(app, [ticket], now)).ofHolder.get(ticket.key);
  if (!doing) return refusal;
  const { what, facts } = refusal;
  return { ...refusal, what: say`${what} ${sentence(doing, now)}`, facts: { ...facts, session: doing } };
}

function sentence({ agent, state, since, silent }: SessionActivity, now: Time): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  const heard = silent ? ", and has been silent for a while" : "";
  return `Right now ${showName(agent)} is at ${quote(state)} there, ${minutes === 0 ? "since less than a minute" : `for ${minutes} min`}${heard}.`;
}
