// Any call of an agent is a sign of life. Noted seldom, on nobody's time, and never a reason for a call to fail.

import type { Identity } from "../../engine/facts.ts";
import type { Sessions } from "../ports/sessions.ts";

const EVERY_MS = 20_000;
/** Over HTTP every caller may be a new one: what was noted long ago is forgotten. */
const MOST_KNOWN = 1000;

export class Presence {
  readonly #log: (line: Record<string, unknown>) => void;
  readonly #clock: () => number;
  readonly #noted = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(log: (line: Record<string, unknown>) => void, clock: () => number = () => performance.now()) {
    this.#log = log;
    this.#clock = clock;
  }

  note(board: { readonly sessions: Pick<Sessions, "noteSeen"> }, who: Identity): void {
    // As it is shown, agent "b" of "a" would be the same as a connection "a/b".
    const name = JSON.stringify([who.connection, who.agent]);
    const last = this.#noted.get(name);
    if (last !== undefined && this.#clock() - last < EVERY_MS) return;
    if (this.#noted.size >= MOST_KNOWN) this.#noted.clear();
    this.#noted.set(name, this.#clock());
    const writing = board.sessions
      .noteSeen(who)
      .catch((error: unknown) => {
        this.#noted.delete(name);
        this.#log({ level: "debug", message: "a sign of life could not be noted", error: String(error) });
      })
      .finally(() => this.#underWay.delete(writing));
    this.#underWay.add(writing);
  }

  /** Before the store is closed. */
  async finished(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}
