// A person says what is true of a ticket's work: of its commit, or of the ticket while it has none. They have shown who they
// are, and say why.

import {
  mayBeCommit,
  personSource,
  shortCommit,
  subjectOf,
  ticketSubject,
  type Verdict,
} from "../../engine/evidence/fact.ts";
import { showKey, type Key } from "../../engine/facts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import type { App, Caller } from "../app.ts";
import type { MaybeRepeated } from "../commit/requests.ts";
import { noSuchTicket, refuseBlank } from "../commit/refused.ts";
import { recordFact, type FactAnswer } from "./record-fact.ts";

export interface AttestInput {
  readonly key: Key;
  readonly name: string;
  readonly verdict?: Verdict | undefined;
  readonly reason: string;
  /** The commit that they have looked at; null: the ticket had none. undefined: whichever it has. */
  readonly commit?: string | null | undefined;
  readonly url?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface AttestAnswer extends FactAnswer {
  /** What it is about: a commit, or `#7`. */
  readonly subject: string;
}

export async function attestTicket(
  app: App,
  caller: Caller,
  input: AttestInput,
): Promise<MaybeRepeated<AttestAnswer> | Refusal> {
  const { key, name, verdict = "pass", reason, commit: seen, url, requestId } = input;
  const refusal = refuseAgent(caller) ?? refuseBlank(reason);
  if (refusal) return refusal;
  const ticket = await app.board.tickets.get(key);
  if (!ticket) return noSuchTicket(key);
  const { head } = ticket;
  if (seen !== undefined && !isMeant(seen, head)) return otherCommit(ticket.key, seen, head);
  const subject = subjectOf(ticket.key, head);
  const fact = { subject, name, verdict, reason, url, run: requestId };
  const answer = await recordFact(app, asAttesting(caller), fact);
  return isRefusal(answer) ? answer : { ...answer, subject };
}

/** A person who has shown who they are: their word on a fact is as good as any. An agent only reports. */
export function asAttesting(caller: Caller): Caller {
  const { actor } = caller;
  if (actor.kind !== "person") return caller;
  return { ...caller, witness: { level: "attested", source: personSource(actor.name) } };
}

/** People name a commit by how it begins. */
function isMeant(seen: string | null, head: string | null): boolean {
  return seen === head || (seen !== null && mayBeCommit(seen) && head?.startsWith(seen) === true);
}

function refuseAgent(caller: Caller): Refusal | null {
  if (caller.actor.kind === "person") return null;
  return refuse(
    "person_only",
    "Only a person attests what is true of a ticket.",
    "ask a person to run signalbox attest.",
  );
}

function otherCommit(key: Key, seen: string | null, head: string | null): Refusal {
  const now = head === null ? "has no commit" : `is at ${shortCommit(head)}`;
  const then = seen === null ? "without a commit" : `at ${shortCommit(seen)}`;
  return refuse(
    "commit_changed",
    `${showKey(key)} ${now}, and you looked at it ${then}.`,
    `look at ${head === null ? ticketSubject(key) : shortCommit(head)}, then say again what is true of it.`,
    { commit: head },
  );
}
