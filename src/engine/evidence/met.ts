// Whether a fact is met. Some level that is high enough says pass, and none at or above that one says otherwise. What
// could not be looked at, what is about another check, and what was taken back never count as a pass.

import type { Level } from "../workflow/format.ts";
import { rankOf, personBehind, type Said } from "./fact.ts";

export interface Judged {
  readonly met: boolean;
  /** Who said pass, where it is met. */
  readonly by: Said | null;
  /** Those who say fail or empty, and hinder it. */
  readonly against: readonly Said[];
  /** Passes that are too weak to count. */
  readonly weaker: readonly Said[];
  /** Passes of a check that is no longer the one in force. */
  readonly outdated: readonly Said[];
}

/** `check`: the digest of the workflow's check of this name; null: it has none. */
export function judge(said: readonly Said[], atLeast: Level, check: string | null): Judged {
  const wanted = rankOf(atLeast);
  const passes = said.filter(({ verdict }) => verdict === "pass");
  const outdated = passes.filter((entry) => !isOfCheck(entry, check));
  const weaker = passes.filter(({ level }) => rankOf(level) < wanted);
  const fit = passes.filter((entry) => isOfCheck(entry, check) && rankOf(entry.level) >= wanted);
  // From the strongest down: what hinders a strong pass hinders the weaker ones too.
  const strongest = fit.toSorted((a, b) => rankOf(b.level) - rankOf(a.level))[0] ?? null;
  const against = hindering(said, strongest ? rankOf(strongest.level) : wanted);
  return {
    met: strongest !== null && against.length === 0,
    by: against.length === 0 ? strongest : null,
    against,
    weaker,
    outdated,
  };
}

/** Whether a person gave the fact: what only people give counts from nobody else. */
export function judgePersons(said: readonly Said[]): Judged {
  const counted = said.filter((entry) => entry.verdict !== "pass" || isPersons(entry));
  return judge(counted, "attested", null);
}

/** By a key of theirs here, or as GitHub knows them. */
function isPersons(entry: Said): boolean {
  return entry.level === "observed" || personBehind(entry) !== null;
}

/** What Signalbox runs itself says which check it ran. Others may not know; where they say it, it must fit. */
function isOfCheck({ level, check: ran }: Said, check: string | null): boolean {
  if (check === null || level === "reported") return true;
  return ran === undefined ? level !== "witnessed" : ran === check;
}

function hindering(said: readonly Said[], rank: number): readonly Said[] {
  return said.filter(({ level, verdict }) => rankOf(level) >= rank && (verdict === "fail" || verdict === "empty"));
}
