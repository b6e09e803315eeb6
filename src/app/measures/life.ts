// The life of one ticket, session or run as the ledger tells it, row by row: where it stands, since when, and how its
// time was spent so far.

import type { State } from "../../engine/workflow/compile.ts";
import type { Time } from "../../engine/facts.ts";
import type { BareRow } from "../ports/ledger.ts";
import type { Json } from "../commit/json.ts";

/** The kinds of rows that bring a subject into a state. */
export const ARRIVES: ReadonlySet<BareRow["kind"]> = new Set<BareRow["kind"]>([
  "create",
  "move",
  "override",
  "propagate",
  "undo",
]);

export interface Share {
  /** Held by an agent. */
  readonly workMs: number;
  /** In a state that waits for a person. */
  readonly humanMs: number;
  readonly queueMs: number;
}

/** A visit of a state that is over. */
export interface Visit {
  readonly state: string;
  readonly ms: number;
}

type StateOf = (name: string) => Pick<State, "human" | "terminal"> | undefined;

export class Life {
  readonly #stateOf: StateOf;
  /** null: the ledger does not begin with its creation. */
  createdAt: Time | null = null;
  state: string | null = null;
  #since: Time = 0;
  #heldUntil: Time | null = null;
  #accountedTo: Time | null = null;
  #share = { workMs: 0, humanMs: 0, queueMs: 0 };

  constructor(stateOf: StateOf) {
    this.#stateOf = stateOf;
  }

  get share(): Share {
    return { ...this.#share };
  }

  /** Takes in the next row, and tells of the visit that it ended. */
  live({ kind, at, data }: BareRow): Visit | null {
    this.#account(at);
    this.#hold(kind, data);
    const { from, to } = data;
    // It stands where it stood: only the name of its state is another.
    if (kind === "map" && typeof to === "string") this.state = to;
    if (!ARRIVES.has(kind) || typeof to !== "string") return null;
    // Somebody else may have moved it where this ledger was not looking: then nobody knows how long it stood there.
    const known = this.state !== null && this.state === from;
    const visit = known && this.state !== null ? { state: this.state, ms: at - this.#since } : null;
    if (kind === "create") this.createdAt = at;
    this.state = to;
    this.#since = at;
    return visit;
  }

  /** Puts the time since the last row where it belongs. */
  #account(at: Time): void {
    const from = this.#accountedTo;
    this.#accountedTo = at;
    const state = this.state === null ? undefined : this.#stateOf(this.state);
    if (from === null || state?.terminal) return;
    const span = at - from;
    if (state?.human) {
      this.#share.humanMs += span;
      return;
    }
    // A lease that ran out was nobody's work, until somebody took the ticket up again.
    const worked = this.#heldUntil === null ? 0 : Math.min(span, Math.max(0, this.#heldUntil - from));
    this.#share.workMs += worked;
    this.#share.queueMs += span - worked;
  }

  #hold(kind: BareRow["kind"], data: BareRow["data"]): void {
    if (kind === "release" || kind === "propagate") this.#heldUntil = null;
    else if (kind === "claim") this.#heldUntil = time(data["expiresAt"]);
    const claim = data["claim"];
    if (!isRecord(claim)) return;
    const taken = claim["type"] === "acquire" || claim["type"] === "renew";
    this.#heldUntil = taken ? time(claim["expiresAt"]) : null;
  }
}

function time(value: Json | undefined): Time | null {
  return typeof value === "number" ? value : null;
}

function isRecord(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
