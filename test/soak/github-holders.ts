// Who was told that a ticket is theirs, from when and until when at least: two at a time must never be. An interval ends
// early where its end is not sure, so that only what is surely wrong is called so.

import type { Notes } from "./notes.ts";

interface Hold {
  readonly agent: string;
  readonly fence: number;
  readonly since: number;
  until: number;
}

export class Holders {
  readonly #holds = new Map<number, Hold[]>();
  /** When people moved the card: that ends a claim. */
  readonly #ends = new Map<number, number[]>();
  readonly #leaseMs: number;
  readonly #notes: Notes;

  constructor(leaseMs: number, notes: Notes) {
    this.#leaseMs = leaseMs;
    this.#notes = notes;
  }

  /** An answer may be given again, long after the claim was: when that was, its end tells. */
  took(ticket: number, agent: string, fence: number, expiresAt: number): void {
    const since = expiresAt - this.#leaseMs;
    const ends = this.#ends.get(ticket)?.filter((end) => end >= since) ?? [];
    const hold = { agent, fence, since, until: Math.min(expiresAt, ...ends) };
    const holds = this.#holds.get(ticket) ?? [];
    for (const other of holds.filter((one) => one.agent !== agent)) {
      this.#notes.count("claims on a ticket that somebody else had held");
      const both = Math.min(hold.until, other.until) - Math.max(hold.since, other.since);
      if (both <= 0) continue;
      const names = [hold, other].map((one) => `${one.agent} (fence ${one.fence})`);
      this.#notes.breach(`${ticket} was held by ${names.join(" and ")} for ${both} ms.`);
    }
    const recent = holds.filter((one) => one.until > since - this.#leaseMs);
    this.#holds.set(ticket, [...recent, hold]);
  }

  /** It asks to hand on or to give back: from now on the claim may be over. */
  leaves(ticket: number, agent: string, at: number): void {
    for (const hold of this.#holds.get(ticket) ?? []) if (hold.agent === agent) hold.until = Math.min(hold.until, at);
  }

  ended(ticket: number, at: number): void {
    this.#ends.set(ticket, [...(this.#ends.get(ticket) ?? []), at]);
    for (const hold of this.#holds.get(ticket) ?? []) {
      if (hold.since <= at) hold.until = Math.min(hold.until, at);
    }
  }
}
