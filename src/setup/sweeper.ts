// Looks now and then, for as long as an app is open, whether a session has to be ended.

import type { App } from "../app/app.ts";
import { sweepSessions } from "../app/sessions/sweep.ts";
import type { Log } from "./log.ts";

const EVERY_MS = 30_000;

export class Sweeper {
  readonly #openApp: () => Promise<App>;
  readonly #via: string;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #sweeping: Promise<void> | null = null;

  constructor(openApp: () => Promise<App>, via: string, log: Log) {
    this.#openApp = openApp;
    this.#via = via;
    this.#log = log;
    this.#timer = setInterval(this.#sweep, EVERY_MS).unref();
    this.#sweep();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  /** One at a time: on a store that is slow to answer they would pile up. */
  #sweep = (): void => {
    this.#sweeping ??= this.#sweepOnce().finally(() => {
      this.#sweeping = null;
    });
  };

  async #sweepOnce(): Promise<void> {
    try {
      const ended = await sweepSessions(await this.#openApp(), this.#via);
      if (ended > 0) this.#log({ level: "info", message: "sessions ended as timed out", ended });
    } catch (error) {
      this.#log({ level: "warn", message: "sessions could not be looked through", error: String(error) });
    }
  }
}
