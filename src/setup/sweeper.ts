// Looks now and then, for as long as an app is open, whether a session has to be ended and what may be forgotten.

import type { App } from "../app/app.ts";
import { wayOut } from "../app/commit/errors.ts";
import { forgetRequests } from "../app/ledger/forget-requests.ts";
import { sweepSessions } from "../app/sessions/sweep.ts";
import type { Log } from "./log.ts";

const EVERY_MS = 30_000;
/** So many sweeps to an hour. */
const SWEEPS_BETWEEN = 120;

export class Sweeper {
  readonly #openApp: () => Promise<App>;
  readonly #via: string;
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  readonly #requestDays: number;
  #sweeping: Promise<void> | null = null;
  #sweeps = 0;

  /** `requestDays`: how long answers to requests are kept; 0: for ever. */
  constructor(openApp: () => Promise<App>, via: string, log: Log, requestDays: number) {
    this.#openApp = openApp;
    this.#via = via;
    this.#log = log;
    this.#requestDays = requestDays;
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
    if (this.#requestDays > 0 && this.#sweeps++ % SWEEPS_BETWEEN === 0) await this.#forget();
  }

  async #forget(): Promise<void> {
    try {
      const forgotten = await forgetRequests((await this.#openApp()).board, this.#requestDays);
      if (forgotten > 0) this.#log({ level: "info", message: "old answers to requests forgotten", forgotten });
    } catch (error) {
      // A standby forgets what its primary forgets.
      if (wayOut(error)?.code === "store_readonly") return;
      this.#log({ level: "warn", message: "old answers to requests could not be forgotten", error: String(error) });
    }
  }
}
