// What a decision is told about a ticket's evidence. What was not read counts as not met: a guard never passes on silence.

import type { Key } from "../facts.ts";
import { mayBeCommit, subjectOf, type Fact, type Hand } from "./fact.ts";

export interface EvidenceFacts {
  /** The ticket's commit, before this handoff. */
  readonly head?: string | null;
  /** The commit that the caller names. */
  readonly given?: GivenCommit;
  /** Of every subject that may count: the given commit, the ticket's, the ticket itself. */
  readonly facts?: readonly Fact[];
  /** The digests of the checks in force, by the fact that each gives. */
  readonly checks?: ReadonlyMap<string, string>;
  /** Everybody who moved the ticket or took it, in their order. */
  readonly steps?: readonly TicketStep[];
  /** How many open tickets stand in a state. */
  readonly room?: ReadonlyMap<string, number>;
  /** Nobody knows this caller again after a reconnect. */
  readonly nameless?: boolean;
  /** Where the checkout stands: what an agent that gave no commit probably means. */
  readonly checkout?: string | null;
  /** Facts of commits that the ticket had before: only words are made of them. */
  readonly former?: readonly Fact[];
}

export type GivenCommit =
  | {
      readonly kind: "known";
      readonly commit: string;
      readonly fork: string | null;
      /** Tickets that were handed in with this work already. */
      readonly others: readonly OtherWork[];
    }
  /** absent: there is no such commit. partial: nobody could tell which is meant. */
  | { readonly kind: "unknown"; readonly word: string; readonly why: "absent" | "partial" };

/** Another ticket's work, to which a commit adds nothing. */
export interface OtherWork {
  readonly key: Key;
  /** The commit that it was handed in with. */
  readonly head: string;
  /** same: it is that very commit. part: it lies in that ticket's branch. copy: another commit with the same change. */
  readonly how: "same" | "part" | "copy";
  /** The two were linked before that ticket was handed in, or one pull request names both: they are meant to share work. */
  readonly tied: boolean;
}

export interface TicketStep {
  readonly hand: Hand;
  readonly from: string | null;
  readonly to: string | null;
  /** Went from one state to another. */
  readonly moved: boolean;
  /** Took or kept the ticket for itself. */
  readonly held: boolean;
}

/** What the facts of a move are about, over an edge that takes a commit or over one that does not. */
export function subjectOfMove(key: Key, evidence: EvidenceFacts, takes: boolean): string {
  const { given, head = null } = evidence;
  return takes && given?.kind === "known" ? given.commit : subjectOf(key, head);
}

export function factsAt(evidence: EvidenceFacts, subject: string, name: string): Fact {
  const found = evidence.facts?.find((fact) => fact.subject === subject && fact.name === name);
  return found ?? { subject, name, said: [], version: 0 };
}

/** Whether a caller's word means this commit. */
export function means(word: string, commit: string): boolean {
  return word === commit || (mayBeCommit(word) && commit.startsWith(word));
}
