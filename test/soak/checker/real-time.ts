// What was told before something else was asked for happened before it: the ledger's order is one that those who asked
// could have seen. Answers are heard of in any order, so that each is held against those before it and those after it.

import type { Acknowledged } from "../acknowledged.ts";
import type { Breaches } from "./breaches.ts";

interface Point {
  readonly time: number;
  readonly event: number;
  readonly agent: string;
}

/** Nobody's answer is reported later than this after it was given. */
const WINDOW_MS = 300_000;
const PRUNED_AT = 4096;

export class RealTime {
  readonly #breaches: Breaches;
  /** By the time when it was told: the events rise, because only the greatest told by then matters. */
  #told: Point[] = [];
  /** By the time when it was asked: the events rise, because only the smallest asked from then on matters. */
  #asked: Point[] = [];
  #known = new Uint8Array(PRUNED_AT);
  #latest = 0;

  constructor(breaches: Breaches) {
    this.#breaches = breaches;
  }

  /** false: this event was named before. An answer that is given again is of an event long past, and proves nothing. */
  take({ agent, askedAt, toldAt }: Acknowledged, event: number): boolean {
    if (!this.#isNew(event)) return false;
    const earlier = this.#told[firstFrom(this.#told, askedAt) - 1];
    if (earlier && earlier.event > event) this.#note(earlier, { time: askedAt, event, agent });
    const later = this.#asked[firstFrom(this.#asked, toldAt + 1)];
    if (later && later.event < event) this.#note({ time: toldAt, event, agent }, later);
    addTold(this.#told, { time: toldAt, event, agent });
    addAsked(this.#asked, { time: askedAt, event, agent });
    this.#latest = Math.max(this.#latest, toldAt);
    if (this.#told.length > PRUNED_AT) this.#told = this.#prune(this.#told);
    if (this.#asked.length > PRUNED_AT) this.#asked = this.#prune(this.#asked);
    return true;
  }

  #isNew(event: number): boolean {
    if (event >= this.#known.length) {
      const larger = new Uint8Array(2 * event);
      larger.set(this.#known);
      this.#known = larger;
    }
    const isNew = this.#known[event] === 0;
    this.#known[event] = 1;
    return isNew;
  }

  /** The last point before the window stays: it is what everything later has to be after. */
  #prune(points: readonly Point[]): Point[] {
    const first = firstFrom(points, this.#latest - WINDOW_MS);
    return points.slice(Math.max(0, first - 1));
  }

  #note(first: Point, second: Point): void {
    const told = `${first.agent} was told of row ${first.event} at ${first.time}`;
    const asked = `what ${second.agent} asked for later, at ${second.time}, is row ${second.event}`;
    this.#breaches.note("order", `${told}, and ${asked}`);
  }
}

/** The first whose time is not before this one. */
function firstFrom(points: readonly Point[], time: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle]?.time ?? Infinity) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addTold(points: Point[], point: Point): void {
  let index = firstFrom(points, point.time + 1);
  if ((points[index - 1]?.event ?? -1) >= point.event) return;
  points.splice(index, 0, point);
  index++;
  let covered = 0;
  while ((points[index + covered]?.event ?? Infinity) <= point.event) covered++;
  points.splice(index, covered);
}

function addAsked(points: Point[], point: Point): void {
  const index = firstFrom(points, point.time);
  if ((points[index]?.event ?? Infinity) <= point.event) return;
  points.splice(index, 0, point);
  let covered = 0;
  while ((points[index - 1 - covered]?.event ?? -1) >= point.event) covered++;
  points.splice(index - covered, covered);
}
