// What a plan can come to where GitHub does not do as it was asked.

import { GitHubError } from "../client/errors.ts";

/** Surely nothing was written. */
export class Unwritten extends Error {
  override readonly cause: GitHubError;

  constructor(cause: GitHubError) {
    super(cause.message);
    this.cause = cause;
  }
}

export class NotCarriedOut extends GitHubError {
  constructor() {
    super("github_failed", "GitHub did not carry it out: nothing was written.", "Call again in a moment.");
  }
}

export function unfinished(): GitHubError {
  return new GitHubError(
    "github_failed",
    "An unfinished change can't be finished, because GitHub does not answer. Nothing was written.",
    "Call again in a minute.",
  );
}
