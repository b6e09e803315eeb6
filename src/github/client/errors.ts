// What can go wrong with GitHub, in words that say what to do. An error of this kind means that nothing was written;
// where nobody knows, there is no error but an answer that says `unclear`.

import { KnownError } from "../../app/commit/errors.ts";
import { stamp, type Time } from "../../engine/facts.ts";

export type GitHubErrorCode =
  /** The token is missing, wrong or expired. */
  | "github_unauthorized"
  /** The token is known, and may not. */
  | "github_forbidden"
  /** GitHub refused for a while: a limit was reached. */
  | "github_limited"
  /** We did not ask, because GitHub would soon refuse. */
  | "github_held_back"
  | "github_unreachable"
  /** GitHub failed, or what answered is not GitHub. */
  | "github_failed"
  /** GitHub understood, and will not do it. */
  | "github_rejected"
  | "github_project_missing"
  | "github_settings";

export class GitHubError extends KnownError<GitHubErrorCode> {
  /** When it is worth asking again, where that is known. */
  readonly until: Time | null;

  constructor(code: GitHubErrorCode, what: string, recovery: string, until: Time | null = null) {
    super(code, what, recovery);
    this.until = until;
  }
}

/** "14:05:07 UTC (in 3 min)". */
export function showUntil(until: Time, now: Time): string {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  const wait = seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return `${stamp(until).slice(11, 19)} UTC (in ${wait})`;
}
