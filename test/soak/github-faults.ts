// What goes wrong at GitHub, by a seeded schedule: storms in which one thing after the other fails, and calms in which
// everything must work again.

import type { Random } from "../../src/demo/random.ts";
import type { Fault } from "../support/github/fake/faults.ts";
import type { HurriedClock } from "./github-clock.ts";
import type { Site } from "./github-site.ts";
import type { Notes } from "./notes.ts";
import { pause } from "./wait.ts";

const BROKEN = "Something went wrong while executing your query.";
/** Those that make a machine wait for a minute stand here once, those that hide what was written more often. */
const FAULTS: readonly Fault[] = [
  { kind: "unauthorized" },
  { kind: "forbidden" },
  { kind: "forbidden", retryAfter: 10 },
  { kind: "too-many" },
  { kind: "too-many", retryAfter: 5 },
  { kind: "limited", limit: "primary" },
  { kind: "limited", limit: "secondary" },
  { kind: "bad-gateway", when: "before" },
  { kind: "bad-gateway", when: "after" },
  { kind: "bad-gateway", when: "after" },
  { kind: "bad-gateway", when: "after" },
  { kind: "bad-gateway", when: "after" },
  { kind: "drop", when: "before" },
  { kind: "drop", when: "after" },
  { kind: "drop", when: "after" },
  { kind: "drop", when: "after" },
  { kind: "drop", when: "after" },
  { kind: "slow" },
  { kind: "slow" },
  { kind: "garbage", body: "<html>" },
  { kind: "garbage", body: "{}" },
  { kind: "stale", writes: 1 },
  { kind: "stale", writes: 2 },
  { kind: "stale", writes: 3 },
  { kind: "part", alias: "t0_state", message: BROKEN, when: "after" },
  { kind: "part", alias: "t0_state", message: BROKEN, when: "before" },
  { kind: "part", alias: "t0_comment_0", message: BROKEN, when: "after" },
  { kind: "part", alias: "t0_comment_0", message: "You may not", when: "before" },
];

/** Most meet a write, where they do most harm. */
const WHERE: readonly (string | null)[] = ["Write", "Write", "Write", "SwapRef", "Handoff", null];
const MOST_PLANNED = 3;
/** Refusals and what is left lying last a minute or so; then there is no excuse any more. */
const AFTERMATH_MS = 150_000;

export interface Weather {
  /** In real time. */
  readonly stormMs: number;
  readonly calmMs: number;
  readonly everyMs: number;
}

export class FaultSchedule {
  readonly #site: Site;
  readonly #clock: HurriedClock;
  readonly #random: Random;
  readonly #notes: Notes;
  #lastTrouble: number;
  #stormy = false;
  #planned = 0;

  constructor(site: Site, clock: HurriedClock, random: Random, notes: Notes) {
    this.#site = site;
    this.#clock = clock;
    this.#random = random;
    this.#notes = notes;
    this.#lastTrouble = clock.now();
  }

  /** Whether somebody who meets an error now has an excuse. */
  get excused(): boolean {
    return this.#clock.now() - this.#lastTrouble < AFTERMATH_MS;
  }

  get stormy(): boolean {
    return this.#stormy;
  }

  /** One of those that were planned. */
  met(): void {
    this.#planned--;
    this.trouble();
  }

  /** Anything that was done to the servers, or to the machine. */
  trouble(): void {
    this.#lastTrouble = this.#clock.now();
  }

  async run({ stormMs, calmMs, everyMs }: Weather, over: AbortSignal): Promise<void> {
    let deck: Fault[] = [];
    while (!over.aborted) {
      this.#notes.count("storms");
      this.#stormy = true;
      const end = performance.now() + stormMs;
      while (performance.now() < end && !over.aborted) {
        if (deck.length === 0) deck = this.#shuffled();
        // Where they pile up, nothing succeeds any more.
        const fault = this.#planned < MOST_PLANNED ? deck.pop() : null;
        if (fault) this.#plan(fault);
        await pause(everyMs * this.#random.between(0.5, 1.5), over);
      }
      this.#stormy = false;
      this.#clear();
      await pause(calmMs, over);
    }
  }

  #clear(): void {
    this.#site.faults.clear();
    this.#planned = 0;
  }

  #plan(fault: Fault): void {
    const onWrite = fault.kind === "part";
    const onQuery = fault.kind === "stale";
    const on = onWrite ? "Write" : onQuery ? "Handoff" : (this.#random.oneOf(WHERE) ?? null);
    this.#planned++;
    this.#site.faults.plan(fault, on === null ? {} : { on });
  }

  #shuffled(): Fault[] {
    return FAULTS.map((fault) => ({ fault, at: this.#random.next() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ fault }) => fault);
  }
}
