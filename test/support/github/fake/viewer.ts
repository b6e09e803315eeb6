// Who asks: a token, the account behind it, and what it may see.

import { Problem } from "./problem.ts";
import type { Project, World } from "./world.ts";

export interface Token {
  readonly token: string;
  readonly login: string;
  readonly kind: "classic" | "fine-grained" | "app";
  /** Of classic tokens. */
  readonly scopes: readonly string[];
  /** Repositories that it can't see, as `owner/name`, and projects, as `owner/projects/7`. */
  readonly blindTo: readonly string[];
  readonly mayWrite: boolean;
  /** Of fine-grained tokens; absent: everything. */
  readonly permissions?: readonly Permission[];
  /** Permissions of a fine-grained token, by their names. */
  readonly lacks: readonly ("checks" | "statuses" | "pull requests")[];
}

export type Permission = "issues" | "contents" | "projects";

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

export function seesProject({ token }: Asking, { owner, number }: Project): boolean {
  return !token.blindTo.includes(`${owner}/projects/${number}`);
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
  if (token.permissions && !token.permissions.includes("projects")) {
    throw new Problem("FORBIDDEN", "Resource not accessible by personal access token");
  }
  if (world.accounts.get(project.owner)?.kind === "User") {
    throw new Problem("FORBIDDEN", "Resource not accessible by personal access token");
  }
}

/** Whether a token may write to issues, or to git. */
export function mayWrite({ token }: Pick<Asking, "token">, what: Permission = "issues"): boolean {
  if (!token.mayWrite) return false;
  if (token.kind === "classic") return token.scopes.some((scope) => scope === "repo" || scope === "public_repo");
  return token.permissions?.includes(what) ?? true;
}

export function checkWriting(asking: Asking, what: Permission = "issues"): void {
  const { token } = asking;
  if (what === "projects" ? token.mayWrite : mayWrite(asking, what)) return;
  if (token.mayWrite && token.kind === "classic") {
    throw new Problem(
      "INSUFFICIENT_SCOPES",
      `Your token has not been granted the required scopes to execute this query. It requires one of the following scopes: ['public_repo', 'repo'], but your token has only been granted the: ['${token.scopes.join("', '")}'] scopes.`,
    );
  }
  if (token.mayWrite) throw new Problem("FORBIDDEN", "Resource not accessible by personal access token");
  throw new Problem("FORBIDDEN", `${token.login} does not have the correct permissions to execute this mutation`);
}
