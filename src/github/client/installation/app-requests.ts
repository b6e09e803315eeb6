// What is asked as the App itself: its installations, and their tokens. Asking twice harms nobody, so that all of it is
// sent again where that may help.

import type { Time } from "../../../engine/facts.ts";
import type { Answer } from "../answers.ts";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { endpointsOf } from "../endpoints.ts";
import { GitHubError } from "../errors.ts";
import { makeScrub } from "../secrets.ts";
import { sendRest, type Wire } from "../transport.ts";
import { readKey, signJwt } from "./jwt.ts";

export interface AppOptions {
  /** Its id, or its client id. */
  readonly app: string;
  /** Reads the private key anew each time, as text: keys are replaced while we run. */
  readonly key: () => Promise<string>;
  readonly apiUrl?: string | undefined;
  readonly clock?: Clock;
  readonly timeoutMs?: number;
}

/** The answer, and when it was given by our clock and by GitHub's. */
export interface AppAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly now: Time;
  readonly theirs: Time;
}

export interface AppRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
}

const TIMEOUT_MS = 15_000;
const MOST_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
/** Clocks that differ by less are no reason to refuse a JWT. */
const APART_MS = 30_000;

export class AppRequests {
  readonly app: string;
  readonly #key: () => Promise<string>;
  readonly #clock: Clock;
  readonly #wire: Wire;
  /** How far GitHub's clock is ahead of ours. */
  #ahead = 0;

  constructor({ app, key, apiUrl, clock = SYSTEM_CLOCK, timeoutMs = TIMEOUT_MS }: AppOptions) {
    this.app = app;
    this.#key = key;
    this.#clock = clock;
    this.#wire = { endpoints: endpointsOf(apiUrl), userAgent: "signalbox", timeoutMs, clock, scrub: makeScrub([]) };
  }

  /** null: there is no such thing (404). */
  async send(request: AppRequest): Promise<AppAnswer | null> {
    let used = await this.#key();
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(request, used);
      const { status, clock: theirs } = answer.facts;
      const now = this.#clock.now();
      if (answer.kind === "answer") return { data: answer.data as AppAnswer["data"], now, theirs: theirs ?? now };
      if (status === 404) return null;
      if (attempt >= MOST_ATTEMPTS) throw status === 401 ? this.#refused() : answer.error;
      if (status === 401) {
        const read = await this.#key();
        const replaced = read !== used;
        if (!this.#setClock(theirs, now) && !replaced) throw this.#refused();
        used = read;
      } else if (answer.kind === "refused" && answer.error.code !== "github_unreachable") throw answer.error;
      else await this.#clock.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + this.#clock.random()));
    }
  }

  #once({ method, path }: AppRequest, pem: string): Promise<Answer> {
    const key = readKey(pem);
    if (!key) {
      throw new GitHubError(
        "github_settings",
        "What SIGNALBOX_GITHUB_APP_KEY leads to is no RSA private key.",
        "Download a private key from the App's settings on GitHub: it begins with -----BEGIN RSA PRIVATE KEY-----.",
      );
    }
    const jwt = signJwt(this.app, key, this.#clock.now() + this.#ahead);
    return sendRest(this.#wire, jwt, { method, path });
  }

  /** Whether GitHub's clock is another than was thought: what was made too early or too late is refused as a wrong key is. */
  #setClock(theirs: Time | null, now: Time): boolean {
    if (theirs === null || Math.abs(theirs - now - this.#ahead) < APART_MS) return false;
    this.#ahead = theirs - now;
    return true;
  }

  #refused(): GitHubError {
    return new GitHubError(
      "github_unauthorized",
      `GitHub does not accept the private key of the App ${this.app} (401): it was deleted there, or is another App's.`,
      "Make a new private key in the App's settings on GitHub and put it where SIGNALBOX_GITHUB_APP_KEY leads; a file is read again by the next call. See that SIGNALBOX_GITHUB_APP is this App's id.",
    );
  }
}
