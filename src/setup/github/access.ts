// What opens GitHub in the end: an App where one is set up, else the tokens that were given, else gh's.

import { ghToken } from "../../github/client/token.ts";
import type { Tokens, TokenSource } from "../../github/client/tokens.ts";
import { keyReader } from "./app-settings.ts";
import type { GitHubSettings } from "./github-settings.ts";

interface Place {
  readonly owner: string;
  readonly repo: string;
}

/** null: there is nothing. An App asks for its token when the first request is sent. */
export async function findAccess(
  settings: GitHubSettings,
  place: Place,
  env: NodeJS.ProcessEnv,
): Promise<Tokens | TokenSource | null> {
  return (await findInstallation(settings, place, env)) ?? findTokens(settings, env);
}

/** null: no App is set up. */
export async function findInstallation(
  { app, projectToken, apiUrl }: GitHubSettings,
  { owner, repo }: Place,
  env: NodeJS.ProcessEnv,
) {
  if (!app) return null;
  const { Installation } = await import("../../github/client/installation/installation.ts");
  return new Installation({
    app: app.id,
    key: keyReader(app.key, env),
    installation: app.installation,
    repository: { owner, repo },
    projectToken,
    apiUrl,
  });
}

/** The two tokens of a person: what was given, else gh's; null where there is none. */
export async function findTokens(
  { token, projectToken, apiUrl }: GitHubSettings,
  env: NodeJS.ProcessEnv,
): Promise<Tokens | null> {
  const repository = token ?? (await ghToken(env, hostOf(apiUrl)));
  if (repository === null)
    return projectToken === undefined ? null : { repository: projectToken, project: projectToken };
  return { repository, project: projectToken ?? repository };
}

/** gh knows servers by the host that people visit. */
export function hostOf(apiUrl: string | undefined): string {
  const host = apiUrl !== undefined && URL.canParse(apiUrl) ? new URL(apiUrl).hostname : "api.github.com";
  return host.replace(/^api\./, "");
}
