// What the verbs work with, opened once, when it is first needed; what opens it is loaded only then.

import type { App } from "../app/app.ts";
import { Presence } from "../app/sessions/presence.ts";
import type { CurrentApp } from "./current-app.ts";
import type { OpenAppOptions } from "./open-app.ts";
import type { Sweeper } from "./sweeper.ts";
import { REQUEST_DAYS } from "./request-days.ts";

export class LazyApp {
  readonly #options: OpenAppOptions;
  readonly #presence: Presence;
  #opening: Promise<CurrentApp> | null = null;
  #sweeper: Sweeper | null = null;

  constructor(options: OpenAppOptions) {
    this.#options = options;
    this.#presence = new Presence(options.log);
  }

  /**
   * By the workflows that are in force. A store that could not be opened is tried again by the next call: the disk may
   * have room by then.
   */
  open = async (): Promise<App> => {
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return (await this.#opening).upToDate();
  };

  get opened(): boolean {
    return this.#opening !== null;
  }

  /** Waits for what goes on beside the calls. */
  async quiet(): Promise<void> {
    await this.#sweeper?.stop();
    await this.#presence.finished();
  }

  async close(): Promise<void> {
    const current = await this.#opening;
    await this.quiet();
    await current?.board.close();
  }

  async #open(): Promise<CurrentApp> {
    const [{ openApp }, { Sweeper }] = await Promise.all([import("./open-app.ts"), import("./sweeper.ts")]);
    const current = await openApp(this.#options, (board, who) => this.#presence.note(board, who));
    const { via, log, requestDays = REQUEST_DAYS } = this.#options;
    this.#sweeper = new Sweeper(current.upToDate, via, log, requestDays);
    return current;
  }
}
