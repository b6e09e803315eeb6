// The guards on evidence, each judged on what was read. What they saw goes into the ledger.

import type { Actor, Key } from "../facts.ts";
import type { EvidenceGuard, FactsGuard, Level, OtherHandsGuard, UntouchedGuard } from "../workflow/format.ts";
import { personBehind, rankOf, sameHand, subjectOf, type Hand, type Said } from "./fact.ts";
import { judge, judgePersons, type Judged } from "./met.ts";
import { touchedPaths } from "./paths.ts";
import { factsAt, type EvidenceFacts, type TicketStep } from "./snapshot.ts";

export type EvidenceResult = FactsResult | RoundsResult | HandsResult | RoomResult | UntouchedResult;

interface Base {
  readonly policy: "enforce" | "warn";
  readonly met: boolean;
  /** What it asks about was not read, or nobody could look. */
  readonly unknown: boolean;
}

export interface FactsResult extends Base {
  readonly type: "facts";
  readonly subject: string;
  readonly atLeast: Level;
  readonly facts: readonly FactSeen[];
  /** What only a person gives, and whether one has. */
  readonly unless: string | null;
  readonly waived: boolean;
}

export interface FactSeen {
  readonly name: string;
  readonly met: boolean;
  readonly by: SaidBy | null;
  readonly against: readonly SaidBy[];
  readonly weaker: readonly SaidBy[];
  readonly outdated: readonly SaidBy[];
  /** A commit that the ticket had before, at which it passed. */
  readonly older: string | null;
}

export type SaidBy = Pick<Said, "level" | "source" | "verdict">;

export interface RoundsResult extends Base {
  readonly type: "rounds";
  readonly max: number;
  readonly gone: number;
}

export interface HandsResult extends Base {
  readonly type: "other_hands";
  readonly subject: string;
  readonly by: NonNullable<OtherHandsGuard["by"]>;
  readonly than: readonly string[];
  /** person: only a person may. same: it is theirs. nameless: nobody can tell. null: it is met. */
  readonly why: "person" | "same" | "nameless" | null;
  /** A review by others than those who did the work will do too. */
  readonly reviewed: boolean;
}

export interface RoomResult extends Base {
  readonly type: "room";
  readonly state: string;
  readonly max: number;
  readonly there: number | null;
}

export interface UntouchedResult extends Base {
  readonly type: "untouched";
  readonly subject: string;
  readonly touched: readonly string[];
  readonly unless: string | null;
  readonly waived: boolean;
}

/** A move that guards are asked about. */
export interface GuardedMove {
  readonly key: Key;
  readonly actor: Actor;
  /** What the facts are about: see `subjectOfMove`. */
  readonly subject: string;
  readonly evidence: EvidenceFacts;
  /** Where a ticket without a state counts as being. */
  readonly start: string;
}

/** `from`, `to`: the edge that it stands on. */
export function checkEvidence(guard: EvidenceGuard, from: string, to: string, move: GuardedMove): EvidenceResult {
  const policy = guard.policy === "warn" ? "warn" : "enforce";
  switch (guard.type) {
    case "facts":
      return { policy, ...checkFacts(guard, move) };
    case "rounds":
      return { policy, ...checkRounds(guard.max, from, to, move) };
    case "other_hands":
      return { policy, ...checkHands(guard, move) };
    case "room":
      return { policy, ...checkRoom(guard.max, to, move) };
    case "untouched":
      return { policy, ...checkPaths(guard, move) };
  }
}

/** Whether a person has given the fact that stands in for others. */
export function isWaived(unless: string | undefined, evidence: EvidenceFacts, subject: string): boolean {
  return unless !== undefined && judgePersons(factsAt(evidence, subject, unless).said).met;
}

function checkFacts(guard: FactsGuard, { evidence, subject }: GuardedMove): Omit<FactsResult, "policy"> {
  const facts = guard.facts.map((name) => {
    const check = evidence.checks?.get(name) ?? null;
    const judged = judge(factsAt(evidence, subject, name).said, guard.atLeast, check);
    const older = evidence.former?.findLast((fact) => fact.name === name && judge(fact.said, guard.atLeast, check).met);
    return { ...seen(name, judged), older: judged.met ? null : (older?.subject ?? null) };
  });
  const waived = isWaived(guard.unless, evidence, subject);
  return {
    type: "facts",
    subject,
    atLeast: guard.atLeast,
    facts,
    unless: guard.unless ?? null,
    waived,
    // Without the digests of the checks in force, a pass of another command would count.
    met: waived || (evidence.checks !== undefined && facts.every(({ met }) => met)),
    unknown: evidence.facts === undefined || evidence.checks === undefined,
  };
}

function seen(name: string, { met, by, against, weaker, outdated }: Judged): Omit<FactSeen, "older"> {
  const brief = ({ level, source, verdict }: Said): SaidBy => ({ level, source, verdict });
  return {
    name,
    met,
    by: by && brief(by),
    against: against.map(brief),
    weaker: weaker.map(brief),
    outdated: outdated.map(brief),
  };
}

/** How often agents have gone this way since a person last decided where the ticket goes. */
function checkRounds(max: number, from: string, to: string, move: GuardedMove): Omit<RoundsResult, "policy"> {
  const { actor, evidence, start } = move;
  const { steps } = evidence;
  const since = (steps ?? []).findLastIndex(({ moved, hand }) => moved && hand.person !== null);
  const own = (steps ?? []).slice(since + 1);
  const gone = own.filter((step) => step.moved && (step.from ?? start) === from && step.to === to).length;
  const met = actor.kind === "person" || (steps !== undefined && gone < max);
  return { type: "rounds", max, gone, met, unknown: steps === undefined };
}

function checkHands(guard: OtherHandsGuard, move: GuardedMove): Omit<HandsResult, "policy"> {
  const { actor, evidence, start } = move;
  const { than = [], by = "connection" } = guard;
  const workers = (evidence.steps ?? []).filter((step) => workedIn(step, than, start)).map(({ hand }) => hand);
  const reviewed = isReviewed(workers, move);
  const unread = than.length > 0 && evidence.steps === undefined;
  const why = reviewed ? null : whoseHands(handOf(actor), workers, by, than.length > 0, evidence.nameless === true);
  const { subject } = move;
  return {
    type: "other_hands",
    subject,
    by,
    than,
    why,
    reviewed,
    met: why === null && (reviewed || !unread),
    unknown: unread,
  };
}

function whoseHands(
  hand: Hand,
  workers: readonly Hand[],
  by: HandsResult["by"],
  compares: boolean,
  nameless: boolean,
): HandsResult["why"] {
  if (by === "person" && hand.person === null) return "person";
  if (!compares) return null;
  // A name that is made up anew for each connection tells nobody apart.
  if (nameless && hand.person === null) return "nameless";
  return workers.some((worker) => sameHand(worker, hand, by)) ? "same" : null;
}

/** Who moved it while it stood there, or had it to themselves there. */
function workedIn({ from, to, moved, held }: TicketStep, states: readonly string[], start: string): boolean {
  return (moved && states.includes(from ?? start)) || (held && to !== null && states.includes(to));
}

/** By a person who is none of those that did the work, here or on GitHub. */
function isReviewed(workers: readonly Hand[], { evidence, subject }: GuardedMove): boolean {
  const { said } = factsAt(evidence, subject, "review");
  const others = said.filter((entry) => {
    const person = personBehind(entry);
    return person === null || !workers.some((worker) => worker.person === person);
  });
  return judgePersons(others).met;
}

function checkRoom(max: number, to: string, { evidence }: GuardedMove): Omit<RoomResult, "policy"> {
  const there = evidence.room?.get(to) ?? null;
  return { type: "room", state: to, max, there, met: there !== null && there < max, unknown: there === null };
}

/** Where there is no change at all, as a person has said, nothing is touched. */
function checkPaths(guard: UntouchedGuard, move: GuardedMove): Omit<UntouchedResult, "policy"> {
  const { evidence, subject, key } = move;
  const looks = factsAt(evidence, subject, "work").said.filter(
    ({ level, paths }) => rankOf(level) > rankOf("reported") && paths !== undefined,
  );
  const touched = touchedPaths([...new Set(looks.flatMap(({ paths = [] }) => paths))], guard.paths);
  const codeless = subject === subjectOf(key, null) && isWaived("codeless", evidence, subject);
  const unknown = !codeless && (looks.length === 0 || looks.some(({ pathsCut }) => pathsCut === true));
  const waived = isWaived(guard.unless, evidence, subject);
  return {
    type: "untouched",
    subject,
    touched,
    unless: guard.unless ?? null,
    waived,
    met: waived || (!unknown && touched.length === 0),
    unknown,
  };
}

function handOf(actor: Actor): Hand {
  return actor.kind === "person" ? { person: actor.name, identity: null } : { person: null, identity: actor.identity };
}
