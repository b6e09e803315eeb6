// What agents were told, held against what the ledger says. An answer may be heard of before its row is read, or long
// after: what can't be judged yet is kept, and nothing else.

import type { Acknowledged } from "../acknowledged.ts";
import type { Breaches } from "./breaches.ts";
import { STEPS } from "./moves.ts";
import { RealTime } from "./real-time.ts";

/** `request`: the request_id that was sent; the same one, answered again, names the same event. */
export interface Told extends Acknowledged {
  readonly request?: string;
}

/** What a row says that somebody could have been told. */
export interface Said {
  readonly seq: number;
  readonly kind: string;
  readonly about: readonly string[];
  readonly from: string | null;
  readonly to: string | null;
  /** Of the claim, once the row is written; null: the row alone does not tell. */
  readonly fence: number | null;
}

const RECENT_ROWS = 20_000;
const RECENT_REQUESTS = 50_000;

const STATES = ["move", "stay", "override"];
const KINDS: Readonly<Record<string, readonly string[]>> = {
  handoff_ticket: STATES,
  pick_actionable_issue: ["move", "stay"],
  create_ticket: ["create"],
  add_comment: ["comment"],
  update_ticket: ["edit", "link"],
  link_ticket: ["link"],
  release_claim: ["release"],
  advance_children: ["propagate"],
};

/** Whether a row of this kind can be what the tool did. */
export function fits(tool: string, kind: string): boolean {
  return KINDS[tool]?.includes(kind) ?? kind !== "refuse";
}

/** Their requests are about the board, and not about one ticket. */
const OF_THE_BOARD = new Set(["create_ticket", "pick_actionable_issue"]);

export class Acknowledgements {
  readonly #breaches: Breaches;
  readonly #order: RealTime;
  /** By the row that they name. */
  readonly #waiting = new Map<number, Told[]>();
  /** They name no row, and say that something was changed. */
  readonly #unnamed: Told[] = [];
  readonly #recent = new Map<number, Said>();
  readonly #byRequest = new Map<string, number>();
  /** By ticket: the steps that it ever made. */
  readonly #steps = new Map<string, Set<string>>();
  #end = 0;
  #count = 0;
  #repeated = 0;

  constructor(breaches: Breaches) {
    this.#breaches = breaches;
    this.#order = new RealTime(breaches);
  }

  get count(): number {
    return this.#count;
  }

  get repeated(): number {
    return this.#repeated;
  }

  acknowledge(told: Told): void {
    this.#count++;
    const { event, from, to } = told;
    if (event === null) {
      if (to !== null && from !== to && !this.#hasStep(told)) this.#unnamed.push(told);
      return;
    }
    this.#checkRequest(told, event);
    if (!this.#order.take(told, event)) this.#repeated++;
    const said = this.#recent.get(event);
    if (said) this.#judge(told, said);
    else this.#waiting.set(event, [...(this.#waiting.get(event) ?? []), told]);
  }

  /** Rows come in order. */
  row(said: Said): void {
    this.#end = said.seq;
    this.#recent.set(said.seq, said);
    this.#recent.delete(said.seq - RECENT_ROWS);
    this.#resolve(said);
    if (!STEPS.has(said.kind)) return;
    for (const key of said.about) {
      const steps = this.#steps.get(key) ?? new Set();
      this.#steps.set(key, steps.add(step(said)));
    }
  }

  /** Rows that were read long ago and are named only now: they have to be read once more. */
  get wanted(): readonly number[] {
    return [...this.#waiting.keys()].filter((seq) => seq <= this.#end);
  }

  /** One of the wanted; null: there is no such row. */
  again(seq: number, said: Said | null): void {
    if (said) return this.#resolve(said);
    for (const told of this.#waiting.get(seq) ?? []) this.#missing(told, seq);
    this.#waiting.delete(seq);
  }

  finish(): void {
    for (const [seq, all] of this.#waiting) for (const told of all) this.#missing(told, seq);
    this.#waiting.clear();
    for (const told of this.#unnamed.splice(0)) {
      if (this.#hasStep(told)) continue;
      this.#note(told, `was told that #${told.key} went from "${told.from}" to "${told.to}", and no row says so`);
    }
  }

  #hasStep(told: Told): boolean {
    return this.#steps.get(told.key)?.has(step(told)) ?? false;
  }

  #resolve(said: Said): void {
    for (const told of this.#waiting.get(said.seq) ?? []) this.#judge(told, said);
    this.#waiting.delete(said.seq);
  }

  #judge(told: Told, said: Said): void {
    const { key, tool, from, to, fence } = told;
    const row = `row ${said.seq}`;
    if (!fits(tool, said.kind)) this.#note(told, `was told of ${row}, which is of the kind "${said.kind}"`);
    if (!said.about.includes(key)) this.#note(told, `was told of ${row} on ${key}, which is on ${said.about[0]}`);
    if ((from !== null && from !== said.from) || (to !== null && to !== said.to)) {
      const [was, is] = [`from "${from}" to "${to}"`, `from "${said.from}" to "${said.to}"`];
      this.#note(told, `was told that #${key} went ${was}, and ${row} says ${is}`);
    }
    if (fence !== null && said.fence !== null && fence !== said.fence) {
      this.#note(told, `was told of fence ${fence} on #${key}, and ${row} leaves it at ${said.fence}`);
    }
  }

  #checkRequest(told: Told, event: number): void {
    const { agent, tool, key, request } = told;
    if (request === undefined) return;
    const name = JSON.stringify([agent, tool, OF_THE_BOARD.has(tool) ? null : key, request]);
    const before = this.#byRequest.get(name);
    if (before !== undefined && before !== event) {
      this.#note(told, `sent the request ${request} again, and was told of row ${event} after row ${before}`);
    }
    this.#byRequest.set(name, event);
    for (const oldest of this.#byRequest.keys()) {
      if (this.#byRequest.size <= RECENT_REQUESTS) break;
      this.#byRequest.delete(oldest);
    }
  }

  #missing(told: Told, seq: number): void {
    this.#note(told, `was told of row ${seq} on #${told.key}, and there is no such row`);
  }

  #note({ agent, tool }: Told, what: string): void {
    this.#breaches.note("answer", `${agent} (${tool}) ${what}`);
  }
}

function step({ from, to }: { readonly from: string | null; readonly to: string | null }): string {
  return JSON.stringify([from, to]);
}
