// The chain: numbers without a gap, times that never go back, and a hash over the row before.

import { createHash } from "node:crypto";
import type { Breaches } from "./breaches.ts";

export interface Link {
  readonly seq: number;
  readonly at: number;
  readonly payload: string;
  readonly hash: string;
}

export class Chain {
  readonly #breaches: Breaches;
  #end: Omit<Link, "payload"> = { seq: 0, at: 0, hash: "0".repeat(64) };

  constructor(breaches: Breaches) {
    this.#breaches = breaches;
  }

  get end(): Omit<Link, "payload"> {
    return this.#end;
  }

  take({ seq, at, payload, hash }: Link): void {
    const last = this.#end;
    if (seq !== last.seq + 1) this.#breaches.note("chain", `row ${seq} follows row ${last.seq}`);
    if (at < last.at) this.#breaches.note("chain", `row ${seq} is of ${at}, and the row before it of ${last.at}`);
    const digest = sha256(`${last.hash}\n${seq}\n${at}\n${payload}`);
    if (hash !== digest) this.#breaches.note("chain", `row ${seq} has a hash that does not cover row ${last.seq}`);
    this.#end = { seq, at: Math.max(at, last.at), hash };
  }
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
