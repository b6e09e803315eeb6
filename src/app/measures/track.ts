// What all subjects of one workflow have done in a window: visits of states, traffic over edges, and arrivals at ends.

import type { Machine } from "../../engine/workflow/compile.ts";
import type { Time } from "../../engine/facts.ts";
import type { BareRow } from "../ports/ledger.ts";
import type { Spread } from "../pages/views.ts";
import { Counts } from "./counts.ts";
import { ARRIVES, Life, type Share } from "./life.ts";
import { spreadOf } from "./spread.ts";

export interface Edge {
  readonly from: string | null;
  readonly to: string;
}

export interface End {
  readonly at: Time;
  readonly to: string;
  /** From its creation on; null: that is not in the ledger. */
  readonly ms: number | null;
  readonly share: Share;
  readonly data: BareRow["data"];
}

export class Track {
  readonly #machine: Machine;
  readonly #from: Time;
  readonly #lives = new Map<string, Life>();
  readonly #visits = new Map<string, number[]>();
  readonly #arrived = new Map<string, number>();
  readonly #traffic = new Counts<Edge>();
  /** The last end of each subject, of those before the window and of those in it. */
  readonly endsBefore = new Map<string, End>();
  readonly ends = new Map<string, End>();
  outOfOrder = 0;

  /** `from`: where the window begins. Rows before it only tell how things came to be. */
  constructor(machine: Machine, from: Time) {
    this.#machine = machine;
    this.#from = from;
  }

  knows(key: string): boolean {
    return this.#lives.has(key);
  }

  stateOf(key: string): string | null {
    return this.#lives.get(key)?.state ?? null;
  }

  take(row: BareRow): void {
    const { kind, at, subject, data } = row;
    const life = this.#lives.get(subject.key) ?? new Life((name) => this.#machine.states.get(name));
    this.#lives.set(subject.key, life);
    const visit = life.live(row);
    const { from, to } = data;
    if (!ARRIVES.has(kind) || typeof to !== "string") return;
    if (kind === "undo") {
      // As if it had never got there.
      for (const ends of [this.ends, this.endsBefore]) ends.delete(subject.key);
      return;
    }
    if (this.#machine.states.get(to)?.terminal || saysEnd(data)) this.#end(row, to, life);
    if (at < this.#from) return;
    for (const edge of edgesOf(from, to, data["path"])) this.#traffic.add(edge);
    this.#arrived.set(to, (this.#arrived.get(to) ?? 0) + 1);
    if (data["outOfOrder"] === true) this.outOfOrder += 1;
    if (!visit) return;
    const visits = this.#visits.get(visit.state) ?? [];
    visits.push(visit.ms);
    this.#visits.set(visit.state, visits);
    // A subject that was there when the window began counts as arrived.
    if (at - visit.ms < this.#from) this.#arrived.set(visit.state, (this.#arrived.get(visit.state) ?? 0) + 1);
  }

  get traffic(): readonly (Edge & { readonly count: number })[] {
    return this.#traffic.list();
  }

  spread(state: string): Spread {
    return spreadOf(this.#visits.get(state) ?? []);
  }

  /** Every state where something was, in the order of the workflow; what it does not know comes last. */
  visited(): readonly (Spread & { readonly state: string })[] {
    const known = [...this.#machine.states.keys()];
    const unknown = [...this.#visits.keys()].filter((state) => !this.#machine.states.has(state)).toSorted();
    return [...known, ...unknown]
      .filter((state) => this.#visits.has(state))
      .map((state) => ({ state, ...this.spread(state) }));
  }

  /** The moves that go back by the given rule, beside how many had arrived where they began. */
  turnedBack(
    isBack: (from: string, to: string) => boolean,
  ): readonly { readonly from: string; readonly to: string; readonly count: number; readonly of: number }[] {
    return this.#traffic.list().flatMap(({ from, to, count }) => {
      if (from === null || !isBack(from, to)) return [];
      return [{ from, to, count, of: Math.max(count, this.#arrived.get(from) ?? 0) }];
    });
  }

  #end({ at, subject, data }: BareRow, to: string, life: Life): void {
    const ms = life.createdAt === null ? null : at - life.createdAt;
    const ends = at < this.#from ? this.endsBefore : this.ends;
    ends.set(subject.key, { at, to, ms, share: life.share, data });
  }
}

/** A run goes by the workflow that it began with, a session by the one of its day: both say themselves that it is over. */
function saysEnd({ done, outcome }: BareRow["data"]): boolean {
  return done === true || typeof outcome === "string";
}

/** A run walks through several states in one step, and says which. */
function edgesOf(from: unknown, to: string, path: unknown): readonly Edge[] {
  const walked = Array.isArray(path) ? path.filter((state) => typeof state === "string") : [];
  if (walked.length < 2) return [{ from: typeof from === "string" ? from : null, to }];
  return walked.slice(1).map((state, index) => ({ from: walked[index] ?? null, to: state }));
}
