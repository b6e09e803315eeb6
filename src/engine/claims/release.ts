// Who may give a claim back: its holder, and any person.

import { refOf, showIdentity, showKey, stamp, type Actor, type Time } from "../facts.ts";
import { by, say, sentences } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { showName } from "../words.ts";
import { isLive, type ClaimEffect, type TicketFacts } from "./claims.ts";
import { holds, sameNameElsewhere } from "./holds.ts";

export type Release = Extract<ClaimEffect, { type: "release" }>;

export function decideRelease(
  ticket: Pick<TicketFacts, "key" | "claim" | "token">,
  actor: Actor,
  now: Time,
): Release | Refusal {
  const { claim, token } = ticket;
  const key = showKey(ticket.key);
  if (!claim) {
    return refuse(
      "not_claimed",
      `Nobody holds a claim on ${key}, so there is none to release.`,
      say`nothing needs to be done. To work on ${key}, lock it ${by({ type: "move" })}.`,
      { ...refOf(ticket.key), holder: null },
    );
  }
  if (actor.kind === "person") return { type: "release", holder: claim.holder, deposed: true };
  if (holds(ticket, actor)) return { type: "release", holder: claim.holder, deposed: false };
  const holder = showIdentity(claim.holder);
  const expiresAt = stamp(claim.expiresAt);
  const who = showName(holder);
  return refuse(
    token === "none" ? "claim_conflict" : "claim_lost",
    token === "none"
      ? sentences(
          `The claim on ${key} belongs to ${who}, until ${expiresAt}; only its holder or an operator gives it back.`,
          sameNameElsewhere(claim.holder, actor.identity),
        )
      : `The claim token does not fit ${key}: ${who} holds it, until ${expiresAt}.`,
    isLive(claim, now)
      ? say`leave ${key} alone and take up other work ${by({ type: "pick", workflowState: null })}, or ask an operator to release it.`
      : say`the claim has run out: lock ${key} ${by({ type: "move" })} to take it over.`,
    { ...refOf(ticket.key), holder, expiresAt },
  );
}
