// Who may give a claim back: its holder, and any person.

import { refOf, showIdentity, showKey, stamp, type Actor, type Time } from "../facts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { isLive, type ClaimEffect, type TicketFacts } from "./claims.ts";
import { holds } from "./holds.ts";

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
      `nothing needs to be done. To work on ${key}, lock it with handoff_ticket.`,
      { ...refOf(ticket.key), holder: null },
    );
  }
  if (actor.kind === "person") return { type: "release", holder: claim.holder, deposed: true };
  if (holds(ticket, actor)) return { type: "release", holder: claim.holder, deposed: false };
  const holder = showIdentity(claim.holder);
  const expiresAt = stamp(claim.expiresAt);
  return refuse(
    token === "none" ? "claim_conflict" : "claim_lost",
    token === "none"
      ? `The claim on ${key} belongs to ${holder}, until ${expiresAt}; only its holder or an operator gives it back.`
      : `The claim token does not fit ${key}: ${holder} holds it, until ${expiresAt}.`,
    isLive(claim, now)
      ? `leave ${key} alone and take up other work with pick_actionable_issue, or ask an operator to release it.`
      : `the claim has run out: lock ${key} with handoff_ticket to take it over.`,
    { ...refOf(ticket.key), holder, expiresAt },
  );
}
