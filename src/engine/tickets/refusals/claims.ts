// Somebody else holds the ticket, or the caller holds it no more.

import { argument, by, say, sentences } from "../../acts.ts";
import type { ClaimDenied } from "../../claims/claims.ts";
import { showIdentity, stamp } from "../../facts.ts";
import { meanwhile } from "../recovery.ts";
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
      recovery: sentences(
        say`wait until ${until} and ${{ type: "again" }}, or take up other work ${by({ type: "pick" })}.`,
        meanwhile(context),
      ),
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
      facts,
      recovery: sentences(
        say`${{ type: "again" }} with ${argument("claim")} set to the token that the first lock answered with. Where the token is lost, give the claim back ${by({ type: "release", key: request.key })} and lock again.`,
        meanwhile(context),
      ),
    };
  }
  return {
    code: "claim_conflict",
    what: `${key} is claimed by ${holder} since ${facts.since}, until ${facts.expiresAt} unless renewed. Only one agent works on a ticket at a time.`,
    facts,
    recovery: say`leave ${key} to ${holder} and take up other work ${by({ type: "pick" })}; nothing on ${key} is accepted from you before ${facts.expiresAt}. If the claim has run out by then, lock the ticket yourself. An operator can release it sooner.`,
  };
}

export function claimLost(context: Context, problem: ClaimDenied): Explained {
  const { key } = context;
  const { claim } = problem;
  if (!claim) {
    return {
      code: "claim_lost",
      what: `The claim token does not fit ${key}: the claim that it belonged to has ended.`,
      facts: { holder: null },
      recovery: sentences(
        say`read the ticket again; if the step still makes sense, retry without ${argument("claim")}, or lock the ticket anew.`,
        meanwhile(context),
      ),
    };
  }
  const facts = {
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
    recovery: say`stop working on ${key}, do not push what you have without talking to ${holder}, and take up other work ${by({ type: "pick" })}. Nothing on ${key} is accepted with this token.`,
  };
}
