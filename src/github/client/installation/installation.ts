// An App where it is installed: its tokens end after an hour, and are renewed before. They are kept in memory and nowhere
// else; a process that starts asks for its own.

import type { Time } from "../../../engine/facts.ts";
import { SYSTEM_CLOCK, type Clock } from "../clock.ts";
import { GitHubError } from "../errors.ts";
import type { Reach, TokenSource } from "../tokens.ts";
import { AppRequests, type AppAnswer, type AppOptions } from "./app-requests.ts";

export interface InstallationOptions extends AppOptions {
  /** Absent: found for the repository, or else for its owner. */
  readonly installation?: number | undefined;
  readonly repository: { readonly owner: string; readonly repo: string };
  /** For what touches the project, where it is a person's: no App can reach a user's project. */
  readonly projectToken?: string | undefined;
}

export interface InstallationToken {
  readonly text: string;
  /** By our clock. */
  readonly madeAt: Time;
  readonly expiresAt: Time;
  /** What it may, by GitHub's names: `issues: write`. */
  readonly permissions: Readonly<Record<string, string>>;
}

const SECOND = 1_000;
const MINUTE = 60_000;
/** Long enough for what is under way, and for clocks that don't run alike. */
const EARLY_MS = 5 * MINUTE;
/** After an early renewal that failed, while the token is still good. */
const PAUSE_MS = MINUTE / 2;
/** A new token is not known everywhere at once. */
const NEW_MS = 5_000;
const NEW_PAUSE_MS = 1_000;

export class Installation implements TokenSource {
  readonly requests: AppRequests;
  readonly hasTwo: boolean;
  readonly #clock: Clock;
  readonly #projectToken: string | undefined;
  readonly #repository: InstallationOptions["repository"];
  readonly #given: number | undefined;
  #found: number | null = null;
  #token: InstallationToken | null = null;
  #asking: Promise<InstallationToken> | null = null;
  #notBefore: Time = 0;

  constructor(options: InstallationOptions) {
    this.requests = new AppRequests(options);
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#projectToken = options.projectToken;
    this.hasTwo = options.projectToken !== undefined;
    this.#repository = options.repository;
    this.#given = options.installation;
  }

  async token(reach: Reach): Promise<string> {
    if (reach === "project" && this.#projectToken !== undefined) return this.#projectToken;
    return (await this.current()).text;
  }

  /** Renewed where it ends soon. */
  async current(): Promise<InstallationToken> {
    const [now, token] = [this.#clock.now(), this.#token];
    const left = token ? token.expiresAt - now : 0;
    if (token && (left > EARLY_MS || (left > 0 && now < this.#notBefore))) return token;
    try {
      return await this.#ask();
    } catch (error) {
      if (!token || left <= 0 || !(error instanceof GitHubError)) throw error;
      this.#notBefore = now + PAUSE_MS;
      return token;
    }
  }

  async renew(reach: Reach, refused: string): Promise<string | null> {
    if (reach === "project" && this.#projectToken !== undefined) return null;
    const token = this.#token;
    if (token?.text !== refused) return (await this.current()).text;
    if (this.#clock.now() - token.madeAt < NEW_MS) {
      await this.#clock.sleep(NEW_PAUSE_MS);
      return refused;
    }
    return (await this.#ask()).text;
  }

  /** An installation has limits of its own, whichever of its tokens is used. */
  accountOf(token: string): string {
    if (token === this.#projectToken) return token;
    return `app ${this.requests.app} ${this.#given ?? this.#found ?? ""}`;
  }

  async id(): Promise<number> {
    return this.#given ?? (this.#found ??= await this.#find());
  }

  #ask(): Promise<InstallationToken> {
    this.#asking ??= this.#request().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  async #request(): Promise<InstallationToken> {
    const known = this.#given ?? this.#found;
    const answer = (await this.#tokenOf(await this.id())) ?? (await this.#afterLosing(known));
    const { token, expires_at: end, permissions } = answer.data;
    if (typeof token !== "string" || typeof end !== "string") throw unreadable();
    // GitHub's clock is told in whole seconds.
    const expiresAt = answer.now + (Date.parse(end) - answer.theirs) - SECOND;
    this.#token = {
      text: token,
      madeAt: answer.now,
      expiresAt,
      permissions: (permissions ?? {}) as InstallationToken["permissions"],
    };
    return this.#token;
  }

  async #tokenOf(id: number): Promise<AppAnswer | null> {
    try {
      return await this.requests.send({ method: "POST", path: `/app/installations/${id}/access_tokens` });
    } catch (error) {
      if (error instanceof GitHubError && /suspended/i.test(error.message)) throw this.#suspended(id);
      throw error;
    }
  }

  /** The installation is gone: where nobody has named it, the App may be installed anew. */
  async #afterLosing(known: number | null): Promise<AppAnswer> {
    this.#found = null;
    const lost = this.#lost(known);
    if (this.#given !== undefined) throw lost;
    const again = known === null ? null : await this.#tokenOf(await this.id());
    if (!again) throw lost;
    return again;
  }

  async #find(): Promise<number> {
    const { owner, repo } = this.#repository;
    const [of, name] = [encodeURIComponent(owner), encodeURIComponent(repo)];
    const answer =
      (await this.requests.send({ method: "GET", path: `/repos/${of}/${name}/installation` })) ??
      (await this.requests.send({ method: "GET", path: `/orgs/${of}/installation` }));
    if (!answer) {
      throw new GitHubError(
        "github_forbidden",
        `The App ${this.requests.app} is not installed for ${owner}/${repo}.`,
        `Install it from the App's settings on GitHub ("Install App"), with access to ${owner}/${repo}.`,
      );
    }
    const { id } = answer.data;
    if (typeof id !== "number") throw unreadable();
    return id;
  }

  #lost(id: number | null): GitHubError {
    return new GitHubError(
      "github_forbidden",
      `The App ${this.requests.app} has no installation ${id ?? ""}: it was removed, or is another App's.`,
      this.#given === undefined
        ? "Install the App again from its settings on GitHub."
        : "Install the App again from its settings on GitHub, and take the number of the former installation out of the settings (SIGNALBOX_GITHUB_INSTALLATION, or `installation` in .signalbox/config.json): the new one is found.",
    );
  }

  #suspended(id: number): GitHubError {
    return new GitHubError(
      "github_forbidden",
      `The installation ${id} of the App ${this.requests.app} is suspended.`,
      `An owner of ${this.#repository.owner} ends that on GitHub: Settings, GitHub Apps, Configure, Unsuspend.`,
    );
  }
}

function unreadable(): GitHubError {
  return new GitHubError(
    "github_failed",
    "GitHub's answer to the App could not be read.",
    "Try again in a moment; see that GITHUB_API_URL is GitHub's.",
  );
}
