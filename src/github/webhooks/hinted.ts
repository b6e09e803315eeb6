// What is to be looked at because GitHub said so: gathered, bounded, and handed to one look after the other. Where more comes
// than is kept apart, one look at everything takes the place of all.

import type { Time } from "../../engine/facts.ts";
import type { ChangedIssue } from "../read/changes.ts";

/** Beyond that, comparing the times of all cards is cheaper than reading each. */
const MOST_APART = 200;

export interface HintedIssue extends ChangedIssue {
  /** How often it was looked at, and was not as new as GitHub had said. */
  readonly tries: number;
}

/** Which pull requests are to be looked at. */
export interface HintedPulls {
  readonly commits: ReadonlySet<string>;
  /** Repositories in which something was merged. */
  readonly merged: ReadonlySet<string>;
  /** Those without a ticket too. */
  readonly strays: boolean;
  /** All that are waited for: too many were named. */
  readonly all: boolean;
}

export interface Hinted extends HintedPulls {
  readonly issues: readonly HintedIssue[];
  /** The whole board. */
  readonly whole: boolean;
}

export class Gathered {
  readonly #issues = new Map<string, HintedIssue>();
  readonly #commits = new Set<string>();
  readonly #merged = new Set<string>();
  #strays = false;
  #all = false;
  #whole = false;

  get isEmpty(): boolean {
    const named = this.#issues.size + this.#commits.size + this.#merged.size;
    return named === 0 && !this.#strays && !this.#all && !this.#whole;
  }

  addIssue(issue: ChangedIssue, tries = 0): void {
    if (this.#whole) return;
    // A card and its issue have times of their own.
    const name = `${issue.item === undefined ? "issue" : "card"} ${issue.id}`;
    const before = this.#issues.get(name);
    this.#issues.set(name, { ...issue, at: later(before?.at ?? null, issue.at), tries });
    if (this.#issues.size > MOST_APART) this.addWhole();
  }

  addCommit(commit: string): void {
    if (!this.#all) this.#commits.add(commit);
    if (this.#commits.size <= MOST_APART) return;
    this.#all = true;
    this.#commits.clear();
  }

  addMerge(repository: string): void {
    this.#merged.add(repository);
  }

  addStrays(): void {
    this.#strays = true;
  }

  addWhole(): void {
    this.#whole = true;
    this.#issues.clear();
  }

  /** What there is, and from now on nothing. */
  take(): Hinted {
    const taken: Hinted = {
      issues: [...this.#issues.values()],
      commits: new Set(this.#commits),
      merged: new Set(this.#merged),
      strays: this.#strays,
      all: this.#all,
      whole: this.#whole,
    };
    for (const named of [this.#issues, this.#commits, this.#merged]) named.clear();
    this.#strays = this.#all = this.#whole = false;
    return taken;
  }
}

function later(one: Time | null, other: Time | null): Time | null {
  return one === null ? other : other === null ? one : Math.max(one, other);
}
