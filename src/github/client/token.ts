// Tokens by their kind, and the one that GitHub's own command line tool has.

import { execFile } from "node:child_process";

export type TokenKind = "classic" | "fine-grained" | "oauth" | "user-app" | "app" | "unknown";

const PREFIXES: readonly (readonly [string, TokenKind])[] = [
  ["ghp_", "classic"],
  ["github_pat_", "fine-grained"],
  ["gho_", "oauth"],
  ["ghu_", "user-app"],
  ["ghs_", "app"],
];

/** The prefix tells; Enterprise servers of old have tokens without one. */
export function kindOf(token: string): TokenKind {
  return PREFIXES.find(([prefix]) => token.startsWith(prefix))?.[1] ?? "unknown";
}

export const KIND_WORDS: Readonly<Record<TokenKind, string>> = {
  classic: "a classic personal access token",
  "fine-grained": "a fine-grained personal access token",
  oauth: "a token of an OAuth app, such as gh",
  "user-app": "a user's token of a GitHub App",
  app: "an installation token of a GitHub App, such as Actions has",
  unknown: "a token of a kind that is not known",
};

/** What `gh auth token` says; null where there is no gh, or nobody has logged in. */
export function ghToken(env: NodeJS.ProcessEnv, host = "github.com"): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      "gh",
      ["auth", "token", "--hostname", host],
      { env, timeout: 5_000, encoding: "utf8" },
      (error, stdout) => {
        const token = stdout.trim();
        resolve(error || token === "" ? null : token);
      },
    );
  });
}
