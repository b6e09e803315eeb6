// A board whose tickets live elsewhere, and are mirrored here: how old what is known of them is.

import type { Verdict } from "../../engine/evidence/fact.ts";
import type { Key, Time } from "../../engine/facts.ts";

export interface Mirrored {
  /** Where the tickets live, as people call it. */
  readonly name: string;
  /** Looks there where the last look is older than the setting allows. Throws where tickets can't be seen there any more. */
  fresh(): Promise<void>;
  age(): Promise<MirrorAge>;
  /** Somebody is looking, until what it answers with is called: there is a look every few seconds meanwhile. */
  attend(): () => void;
  /** Somebody has just looked at a page: there is a look soon, and for a while every few seconds. */
  glance(): void;
  /** Told after a look of each ticket whose work was merged there: once for each commit, or each pull request. */
  follow(act: (merged: MergedElsewhere) => Promise<unknown>): void;
  /** What is said there of changes, without being asked. */
  readonly hints: Hints;
  /** Told after a look of what people did there that has to be followed by something. */
  adopt(act: (happened: HappenedElsewhere) => Promise<WhatCameOfIt>): void;
}

export interface Hints {
  /** Settled before anybody has looked. */
  take(message: Message): Promise<HintOutcome>;
  /** One came that nobody there has signed. */
  refuse(): void;
  /** So many looks came of it since the start. */
  readonly looks: number;
}

/** Whoever signed it is known. It counts for nothing but where to look. */
export interface Message {
  /** What kind of thing has happened, as it is called there. */
  readonly event: string;
  readonly payload: unknown;
  /** Of all that was signed. */
  readonly digest: string;
}

/**
 * look: somebody looks soon; known: it is older than what is known; repeated: it came before; elsewhere: it is of another
 * board; unused: it shows nowhere on this one.
 */
export type HintOutcome = "look" | "known" | "repeated" | "elsewhere" | "unused" | "ping";

export type HappenedElsewhere = ReopenedElsewhere | DraggedElsewhere;

interface Happened {
  readonly key: Key;
  /** Where the ticket stands. */
  readonly state: string;
  /** null: nobody knows. */
  readonly by: { readonly login: string; readonly isPerson: boolean } | null;
  readonly at: Time;
}

/** It was over, and somebody has opened it again. */
export interface ReopenedElsewhere extends Happened {
  readonly kind: "reopened";
}

/** Its column was changed, which stands for several states. */
export interface DraggedElsewhere extends Happened {
  readonly kind: "dragged";
  readonly option: string;
  /** Those that the column stands for. */
  readonly states: readonly string[];
}

/** null: it was followed, or there is nothing to follow. Else it is to be put back, for this reason. */
export type WhatCameOfIt = { readonly refused: string } | null;

/** Work that waited to land, and was merged. */
export interface MergedElsewhere {
  readonly key: Key;
  /** Where the ticket stands. */
  readonly state: string;
  /** null: the ticket has none, as its workflow takes none. */
  readonly commit: string | null;
  /** unknown: what was merged is not the ticket's commit. */
  readonly verdict: Verdict;
  readonly url: string;
  /** null: nobody knows. */
  readonly by: { readonly login: string; readonly isPerson: boolean } | null;
}

export interface MirrorAge {
  /** When the last look began; null: there was none yet. */
  readonly at: Time | null;
  /** Why there was no look since, where there should have been one. */
  readonly behind: { readonly what: string; readonly recovery: string } | null;
}
