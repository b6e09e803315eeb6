// Refusals that several verbs share, and the ledger row that a refused call leaves.

import { argument, by, say } from "../../engine/acts.ts";
import { refOf, showKey, type Key } from "../../engine/facts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { authorOf, surfaceOf, type App, type Caller } from "../app.ts";
import { rulesOf, type DecisionFacts } from "./decision-facts.ts";
import type { Json } from "./json.ts";
import type { Entry, Plan, Subject } from "./plan.ts";

export function noSuchTicket(key: Key): Refusal {
  return refuse(
    "ticket_not_found",
    `There is no ticket ${showKey(key)} on this board.`,
    say`find the ticket's number ${by({ type: "list_tickets" })}, then retry with that number.`,
    { ...refOf(key) },
  );
}

export function refuseBlank(reason: string): Refusal | null {
  if (reason.trim() !== "") return null;
  return refuse(
    "blank_reason",
    "A reason is needed: it stands in the ledger, for whoever reads it later.",
    say`${{ type: "again" }} with ${argument("reason")} set to a sentence that says why.`,
  );
}

export function refusedPlan(
  app: App,
  caller: Caller,
  subject: { readonly key: Key; readonly state: string | null },
  refusal: Refusal,
  reason?: string,
  facts?: DecisionFacts,
): Plan {
  return refusalOn(app, caller, { type: "ticket", key: subject.key }, refusal, { from: subject.state }, reason, facts);
}

/** The row that stands for a refusal, whatever it was refused on. */
export function refusalOn(
  app: App,
  caller: Caller,
  subject: Subject,
  refusal: Refusal,
  data: Readonly<Record<string, Json>>,
  reason?: string,
  facts: DecisionFacts = { rules: rulesOf(app.machine), asked: "other" },
): Plan {
  const texts = refusalTexts(caller, refusal, reason);
  const by = authorOf(caller);
  const entry: Entry = { kind: "refuse", subject, by, data: { code: refusal.code, ...data }, facts, texts };
  return { id: app.newId(), checks: [], entries: [entry] };
}

const MOST_OF_A_TEXT = 2_000;

/** What a refused caller said, and what they were told, in the words of their surface. */
export function refusalTexts(caller: Caller, refusal: Refusal, reason?: string): Readonly<Record<string, string>> {
  const { what, recovery } = tell(refusal, surfaceOf(caller));
  return { ...(reason === undefined ? {} : { reason }), refusal: storable(what), recovery: storable(recovery) };
}

/** It quotes what was sent, which may be text that no database takes; and a cut may go through a letter. */
function storable(text: string): string {
  return text.slice(0, MOST_OF_A_TEXT).replaceAll("\0", "\u2400").toWellFormed();
}
