// Whether webhooks about cards arrive, here or on another server of the board: then looks in the background may be rarer.

import type { TrackerStore } from "../../app/ports/tracker-store.ts";
import type { Time } from "../../engine/facts.ts";
import type { Clock } from "../client/clock.ts";
import { readHeard } from "./heard.ts";

/** So long after the last change that one has told of, looks are as frequent as without any. */
const ARRIVING_MS = 10 * 60_000;

export class Arrival {
  readonly #store: Pick<TrackerStore, "notes" | "now">;
  readonly #clock: Pick<Clock, "now">;
  #until = Number.NEGATIVE_INFINITY;

  constructor(store: Pick<TrackerStore, "notes" | "now">, clock: Pick<Clock, "now">) {
    this.#store = store;
    this.#clock = clock;
  }

  get isNow(): boolean {
    return this.#clock.now() < this.#until;
  }

  /** By when the change was, and not by when it was told: what somebody sends again says nothing of what comes now. */
  async told(cardAt: Time | null): Promise<void> {
    if (cardAt === null) return;
    this.#until = Math.max(this.#until, this.#clock.now() + cardAt + ARRIVING_MS - (await this.#store.now()));
  }

  async askOthers(): Promise<void> {
    await this.told((await readHeard(this.#store)).cardAt);
  }
}
