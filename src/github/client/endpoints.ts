// Where GitHub's two interfaces are. GITHUB_API_URL names the REST one (Actions and Enterprise set it so); people also
// give the GraphQL one, or the host with nothing behind it.

import { GitHubError } from "./errors.ts";

export interface Endpoints {
  readonly graphql: string;
  readonly rest: string;
}

const PUBLIC = "https://api.github.com";

export function endpointsOf(apiUrl: string | undefined): Endpoints {
  const url = parseUrl(apiUrl ?? PUBLIC);
  const base = `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
  const enterprise = /^(.*\/api)(?:\/v3|\/graphql)?$/.exec(base);
  if (enterprise) return { graphql: `${enterprise[1]}/graphql`, rest: `${enterprise[1]}/v3` };
  const rest = base.replace(/\/graphql$/, "");
  return { graphql: `${rest}/graphql`, rest };
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["https:", "http:"].includes(url.protocol)) {
    throw new GitHubError(
      "github_settings",
      "GITHUB_API_URL is no URL.",
      "Set it to something like https://github.example.com/api/v3, or unset it for github.com.",
    );
  }
  // The token goes along with every request.
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new GitHubError(
      "github_settings",
      `GITHUB_API_URL would send the token to ${url.hostname} unencrypted.`,
      "Use https:// in GITHUB_API_URL.",
    );
  }
  return url;
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
