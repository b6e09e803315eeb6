// The tickets of the model, and what can be seen from how they hang together.

import type { Identity } from "../../src/engine/facts.ts";
import { nameOf, rank, SIZES, TERMINAL, type ClaimShown } from "./model-rules.ts";
import { START } from "../support/worlds/world.ts";

export interface Card {
  readonly number: number;
  title: string;
  body: string;
  priority: string | null;
  estimate: string | null;
  labels: readonly string[];
  state: string | null;
  closed: boolean;
  version: number;
  readonly created: number;
  updated: number;
  entered: number;
  parent: number | null;
  parentSince: number | null;
  /** The row of the ledger that hung it below its parent. */
  linkedBy: number;
  /** Where it came, and by which row. */
  readonly arrivals: { readonly state: string; readonly row: number }[];
  readonly blockers: Set<number>;
  fence: number;
  claim: { readonly holder: Identity; readonly since: number; expires: number } | null;
  former: Identity | null;
  reserved: number | null;
  readonly comments: string[];
}

/** What the ledger must say. */
export interface Line {
  readonly kind: string;
  readonly key: string;
  readonly from?: string | null;
  readonly to?: string;
  readonly code?: string;
}

export class Cards {
  now = START;
  readonly cards = new Map<number, Card>();
  readonly lines: Line[] = [];

  openBlockers(card: Card): number {
    return [...card.blockers].filter((number) => !this.card(number).closed).length;
  }

  childCount(card: Card): number {
    return [...this.cards.values()].filter((other) => other.parent === card.number).length;
  }

  isLocked(card: Card): boolean {
    return card.claim ? card.claim.expires > this.now : (card.reserved ?? 0) > this.now;
  }

  isPickable(card: Card, state: string, largest: string): boolean {
    const fits = card.estimate === null || SIZES.indexOf(card.estimate) <= SIZES.indexOf(largest);
    const free = !this.isLocked(card) && this.openBlockers(card) === 0 && this.isWork(card);
    return card.state === state && !card.closed && fits && free;
  }

  /** Every member has reached Ready for Plan, where `there` says where some of them will be. */
  hasConverged(number: number, there: ReadonlyMap<number, string>): boolean {
    const members = this.group(number);
    if (members.length === 1 && members[0]?.number === number) return true;
    return members.every((card) => {
      const state = there.get(card.number) ?? card.state;
      return state === "Canceled" || card.closed || rank(state) >= rank("Ready for Plan");
    });
  }

  /** All the work that hangs together with a ticket. */
  group(number: number): readonly Card[] {
    return this.connected(number).filter((card) => !this.isContainer(card));
  }

  /** Everything that hangs together with a ticket, over families and blockers. */
  connected(number: number): readonly Card[] {
    const reached = new Set([number]);
    for (const at of reached) {
      for (const card of this.cards.values()) {
        const here = this.card(at);
        const family = card.parent === at || here.parent === card.number;
        if (family || card.blockers.has(at) || here.blockers.has(card.number)) reached.add(card.number);
      }
    }
    return [...reached].map((one) => this.card(one));
  }

  isContainer({ number }: Card): boolean {
    return [...this.cards.values()].some((other) => other.parent === number && !other.closed);
  }

  /** It has no children, or all of them were canceled. */
  isWork({ number }: Card): boolean {
    return [...this.cards.values()].every((other) => other.parent !== number || other.state === "Canceled");
  }

  /** The ticket, and everything that hangs below it. */
  below(card: Card): readonly Card[] {
    const reached = new Set([card]);
    for (const at of reached) {
      for (const one of this.cards.values()) if (one.parent === at.number) reached.add(one);
    }
    return [...reached];
  }

  /** The row by which it first came to the target, or past it. */
  firstThere(card: Card, target: string): number {
    return card.arrivals.find(({ state }) => rank(state) >= rank(target))?.row ?? Infinity;
  }

  /** Whether the one waits for the other already, over blockers that are open. */
  waitsFor(number: number, waiting: number): boolean {
    const reached = new Set(this.card(waiting).closed ? [] : [waiting]);
    for (const at of reached) {
      for (const next of this.card(at).blockers) if (!this.card(next).closed) reached.add(next);
    }
    return reached.has(number);
  }

  above(number: number): number[] {
    const way: number[] = [];
    for (let at: number | null = number; at !== null; at = this.card(at).parent) way.push(at);
    return way;
  }

  enter(card: Card, state: string): void {
    card.state = state;
    card.entered = this.now;
    card.arrivals.push({ state, row: this.lines.length + 1 });
    card.closed = TERMINAL.has(state);
  }

  touch(card: Card): void {
    card.version++;
    card.updated = this.now;
  }

  write(line: Line): number {
    this.lines.push(line);
    return this.lines.length;
  }

  card(number: number): Card {
    const card = this.cards.get(number);
    if (!card) throw new Error(`the model has no ticket ${number}`);
    return card;
  }
}

export function endClaim(card: Card): void {
  card.claim = null;
  card.former = null;
  card.reserved = null;
}

export function shownClaim(card: Card, token: boolean): ClaimShown | null {
  return card.claim && { holder: nameOf(card.claim.holder), fence: card.fence, expires: card.claim.expires, token };
}

export function byUrgency(a: Card, b: Card): number {
  const urgency = (card: Card) => card.priority ?? "none";
  if (urgency(a) !== urgency(b)) return urgency(a) < urgency(b) ? -1 : 1;
  return a.created - b.created || a.number - b.number;
}
