// Somebody else holds the ticket, or the caller holds it no more.

import { argument, by, say, sentences } from "../../acts.ts";
import { isLive, type ClaimDenied } from "../../claims/claims.ts";
import { sameNameElsewhere } from "../../claims/holds.ts";
import { showIdentity, stamp } from "../../facts.ts";
import { goOn, leave, ways } from "../recovery.ts";
import { asRetry } from "../suggestions.ts";
import { quote, showName } from "../../words.ts";
import type { Context, Explained } from "./context.ts";

export function claimConflict(context: Context, problem: ClaimDenied): Explained {
  const { key, request, from } = context;
  const { claim } = problem;
  if (!claim) {
    const until = stamp(problem.reservedUntil ?? 0);
    return {
      code: "claim_conflict",
      what: `${key} is locked: it was put into ${quote(from ?? "")} by hand, and is kept for whoever did that until ${until}.`,
      facts: { holder: null, expiresAt: until },
      recovery: say`${leave(context)}. ${key} can be locked after ${until}.`,
    };
  }
  const facts = {
    holder: showIdentity(claim.holder),
    since: stamp(claim.since),
    expiresAt: stamp(claim.expiresAt),
    fence: claim.fence,
  };
  const holder = showName(facts.holder);
  if (problem.yours) {
    return {
      code: "claim_conflict",
      what: `${key} is claimed already, by you (${holder}) or by somebody on the same connection, since ${facts.since}, until ${facts.expiresAt}. Taking the lock again needs the claim's token.`,
      facts: { ...facts, accepted: context.suggestions.inHand.map(asRetry) },
      recovery: sentences(
        say`${{ type: "again" }} with ${argument("claim")} set to the token that the first lock answered with. Where the token is lost, give the claim back ${by({ type: "release", key: request.key })} and lock again.`,
        context.suggestions.inHand.length > 0
          ? say`If the work is done already: ${ways(context, context.suggestions.inHand)}.`
          : "",
      ),
    };
  }
  const twin = request.actor.kind === "person" ? "" : sameNameElsewhere(claim.holder, request.actor.identity);
  return {
    code: "claim_conflict",
    what: sentences(
      `${key} is claimed by ${holder} since ${facts.since}, until ${facts.expiresAt} unless renewed. Only one agent works on a ticket at a time.`,
      twin,
    ),
    facts,
    recovery: sentences(
      say`${leave(context)}. ${key} can be locked again after ${facts.expiresAt}, unless ${holder} renews the claim; an operator can release it sooner.`,
      twin === ""
        ? ""
        : say`If the claim is yours all the same, ${{ type: "again" }} with ${argument("claim")} set to the token that its lock answered with.`,
    ),
  };
}

export function claimLost(context: Context, problem: ClaimDenied): Explained {
  const { key, snapshot } = context;
  const { claim } = problem;
  if (!isLive(claim, snapshot.now)) {
    return {
      code: "claim_lost",
      what: `The claim token does not fit ${key}: the claim that it belonged to has ended.`,
      facts: { holder: null },
      recovery: goOn(context),
    };
  }
  const facts = {
    accepted: [],
    holder: showIdentity(claim.holder),
    since: stamp(claim.since),
    expiresAt: stamp(claim.expiresAt),
    fence: claim.fence,
  };
  const holder = showName(facts.holder);
  return {
    code: "claim_lost",
    what: `Your claim on ${key} is gone: ${problem.yours ? "a newer claim" : holder} holds it since ${facts.since}, until ${facts.expiresAt}.`,
    facts,
    recovery: say`stop working on ${key}: do not push what you have without talking to ${holder}. Then ${leave(context)}; nothing on it is accepted with this token.`,
  };
}
