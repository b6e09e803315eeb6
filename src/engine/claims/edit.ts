// What a ticket says, and how it is linked, is what its holder works by: while a claim is live, other agents leave it
// alone. They may comment, and set priority and labels, by which work is found. People may do all of it.

import { argument, by, say, sentences, type Words } from "../acts.ts";
import { refOf, showIdentity, showKey, stamp, type Actor, type Time } from "../facts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { showName } from "../words.ts";
import { isLive, type TicketFacts } from "./claims.ts";
import { holds, sameNameElsewhere } from "./holds.ts";

export const HOLDERS_FIELDS: ReadonlySet<string> = new Set(["title", "body", "estimate"]);

type Edited = Pick<TicketFacts, "key" | "claim" | "token">;

/** Its own fields and links. null: the caller may change them. */
export function refuseEdit(ticket: Edited, actor: Actor, now: Time): Refusal | null {
  return refuseWhileClaimed(ticket, actor, now, "");
}

/** A child more or less changes what the parent's holder works on. A ticket that only waits for it changes nothing there. */
export function refuseChild(parent: Edited, actor: Actor, now: Time): Refusal | null {
  return refuseWhileClaimed(parent, actor, now, " A parent's children are among its links.");
}

function refuseWhileClaimed({ key, claim, token }: Edited, actor: Actor, now: Time, why: string): Refusal | null {
  if (actor.kind === "person" || !isLive(claim, now) || holds({ claim, token }, actor)) return null;
  const shown = showKey(key);
  const holder = showIdentity(claim.holder);
  const expiresAt = stamp(claim.expiresAt);
  const twin = sameNameElsewhere(claim.holder, actor.identity);
  const own: Words =
    twin === "" && token === "none"
      ? ""
      : say`If the claim is yours, retry with ${argument("claim")} set to the token that its lock answered with.`;
  return refuse(
    token === "none" ? "claim_conflict" : "claim_lost",
    sentences(
      `${shown} is claimed by ${showName(holder)} until ${expiresAt}: its title, body, estimate and links are the holder's to change.${why}`,
      token === "none" ? twin : say`The token in ${argument("claim")} does not fit.`,
    ),
    sentences(
      say`${why === "" ? "" : `leave ${shown} out of the call; or `}tell the holder on ${shown} what should change ${by({ type: "comment" })}, or change it after ${expiresAt}, unless the claim is renewed. A person may change it now.`,
      own,
    ),
    { ...refOf(key), holder, since: stamp(claim.since), expiresAt },
  );
}
