// How evidence looks on a page: the shapes, and nothing else.

import type { Said } from "../../engine/evidence/fact.ts";
import type { GuardSpec } from "../../engine/workflow/format.ts";

export interface FactView {
  /** A commit, or `#7`. */
  readonly subject: string;
  readonly name: string;
  /** What counts: the strongest word that nobody as strong contradicts; null: nobody has said anything that counts. */
  readonly verdict: Said["verdict"] | null;
  readonly level: Said["level"] | null;
  /** An agent reported a pass, and somebody stronger says otherwise. */
  readonly contradicted: boolean;
  readonly said: readonly SaidView[];
}

export interface SaidView {
  readonly level: Said["level"];
  readonly source: string;
  readonly verdict: Said["verdict"];
  readonly at: string;
  readonly tests?: Said["tests"];
  readonly url?: string;
  /** Of work: how many commits, how many files at least, and where it forks off. */
  readonly commits?: number;
  readonly files?: number;
  readonly fork?: string;
  /** It is a pass of a check that is no longer in force. */
  readonly outdated?: true;
}

export interface EvidenceView {
  /** The commit that the work is in; null: it has none. */
  readonly head: string | null;
  readonly facts: readonly FactView[];
  readonly missing: readonly WayView[];
}

/** One way on that asks for something. */
export interface WayView {
  readonly to: string;
  readonly label: string | null;
  readonly takes: "commit" | null;
  /** Nothing that binds is left; where it takes a commit, that is still to be named. */
  readonly met: boolean;
  readonly guards: readonly GuardView[];
}

export interface GuardView {
  readonly type: GuardSpec["type"];
  readonly policy: "enforce" | "warn";
  readonly met: boolean;
  /** In a word or two, one for each thing that it asks for: "tests", "room 3 of 8". */
  readonly parts: readonly { readonly words: string; readonly met: boolean }[];
  /** What it lacks, and how to get it; null: it is met. */
  readonly what: string | null;
  readonly how: string | null;
}

/**
 * One fact at a glance. A full mark counts: pass, fail, empty, contradicted, unknown. A dashed one doesn't: said (only
 * reported), older (at a commit that the ticket had before), none (asked for, and nobody has said anything).
 */
export type FactMark = "pass" | "said" | "older" | "none" | "fail" | "empty" | "unknown" | "contradicted";

export interface ChipView {
  readonly name: string;
  readonly mark: FactMark;
  /** What stands behind the name: "4 commits", "2 of 88 fail"; empty: the mark says it all. */
  readonly words: string;
}

/** What a ticket's page shows of its evidence. */
export interface TicketEvidence extends EvidenceView {
  /** Ways further on that ask for evidence, judged by what is known today. */
  readonly later: readonly WayView[];
  /** Where the change forks off its base. */
  readonly fork: string | null;
  /** Who named the commit, and when. */
  readonly named: { readonly who: string; readonly at: string } | null;
  readonly chips: readonly ChipView[];
  /** Passes at commits that the ticket had before; they don't count. */
  readonly older: readonly { readonly name: string; readonly commit: string; readonly at: string }[];
  /** What a person can attest here: facts that guards leave to people. */
  readonly attestable: readonly { readonly name: string; readonly label: string }[];
}
