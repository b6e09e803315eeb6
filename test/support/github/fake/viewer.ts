// Who asks: a token, the account behind it, and what it may see.

import { Problem } from "./problem.ts";
import type { Project, World } from "./world.ts";

export interface Token {
  readonly token: string;
  readonly login: string;
  readonly kind: "classic" | "fine-grained" | "app";
  /** Of classic tokens. */
  readonly scopes: readonly string[];
  /** Repositories that it can't see, as `owner/name`. */
  readonly blindTo: readonly string[];
  readonly mayWrite: boolean;
}

/** What one request works with. */
export interface Asking {
  readonly world: World;
  readonly token: Token;
  readonly now: number;
  readonly rate: {
    readonly limit: number;
    readonly remaining: number;
    readonly resetAt: number;
    readonly cost: number;
  };
}

export function checkProjectAccess({ token, world }: Asking, project: Project, writing = false): void {
  if (token.kind === "classic") {
    const enough = writing ? ["project"] : ["project", "read:project"];
    if (enough.some((scope) => token.scopes.includes(scope))) return;
    throw new Problem(
      "INSUFFICIENT_SCOPES",
      `Your token has not been granted the required scopes to execute this query. The 'projectV2' field requires one of the following scopes: ['${writing ? "project" : "read:project"}'], but your token has only been granted the: ['${token.scopes.join("', '")}'] scopes. Please modify your token's scopes at: https://github.com/settings/tokens.`,
    );
  }
  if (token.kind === "fine-grained" && world.accounts.get(project.owner)?.kind === "User") {
    throw new Problem("FORBIDDEN", "Resource not accessible by personal access token");
  }
}

export function checkWriting({ token }: Asking): void {
  if (token.mayWrite) return;
  throw new Problem("FORBIDDEN", `${token.login} does not have the correct permissions to execute this mutation`);
}
