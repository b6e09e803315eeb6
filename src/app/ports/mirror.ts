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
  /** Told after a look of each ticket whose work was merged there: once for each commit. */
  follow(act: (merged: MergedElsewhere) => Promise<unknown>): void;
}

/** Work that waited to land, and was merged. */
export interface MergedElsewhere {
  readonly key: Key;
  /** Where the ticket stands. */
  readonly state: string;
  readonly commit: string;
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
