// Adds to a refusal what the holder of the ticket is doing right now, where a session says so: whether to wait is easier
// to decide then.

import { say } from "../../engine/acts.ts";
import type { Time } from "../../engine/facts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { quote, showName } from "../../engine/words.ts";
import type { App } from "../app.ts";
import { readLamps } from "../sessions/activity.ts";
import type { BareTicket } from "../ports/tickets.ts";
import type { SessionLamp } from "../pages/views.ts";

const HELD: ReadonlySet<string> = new Set(["claim_conflict", "claim_lost"]);

/** Read only now that it is refused: the many who are let in pay nothing for it. */
export async function withHolderAtWork<R extends Refusal>(
  app: App,
  ticket: BareTicket,
  refusal: R,
  now: Time,
): Promise<R> {
  if (!HELD.has(refusal.code) || !ticket.claim) return refusal;
  const lamp = (await readLamps(app, [ticket], now)).ofHolder.get(ticket.key);
  if (!lamp) return refusal;
  const { what, facts } = refusal;
  return { ...refusal, what: say`${what} ${sentence(lamp, now)}`, facts: { ...facts, session: lamp } };
}

function sentence({ agent, state, since, silent }: SessionLamp, now: Time): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  const heard = silent ? ", and has been silent for a while" : "";
  return `Right now ${showName(agent)} is at ${quote(state)} there, ${minutes === 0 ? "since less than a minute" : `for ${minutes} min`}${heard}.`;
}
