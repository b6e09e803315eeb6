// One request, sent once. It knows the wire and no policy: whether to ask again is the client's to decide.

import { graphql, GraphqlResponseError } from "@octokit/graphql";
import { makeOut, type Answer, type Facts, type Raw } from "./answers.ts";
import type { Clock } from "./clock.ts";
import type { Endpoints } from "./endpoints.ts";
import { GitHubError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import type { Scrub } from "./secrets.ts";

export interface Wire {
  readonly endpoints: Endpoints;
  readonly userAgent: string;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly scrub: Scrub;
}

export async function sendOperation(
  wire: Wire,
  token: string,
  operation: Operation<unknown, never>,
  variables: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const seen: { response?: Response } = {};
  const ask = graphql.defaults({
    url: wire.endpoints.graphql,
    headers: headersOf(wire, token),
    request: {
      signal: AbortSignal.timeout(wire.timeoutMs),
      fetch: async (url: string, init: RequestInit) => (seen.response = await fetch(url, init)),
    },
  });
  try {
    const data: unknown = await ask(operation.text, { ...variables, operationName: operation.name });
    return madeOut(wire, seen.response, { data });
  } catch (error) {
    if (error instanceof GraphqlResponseError) {
      return madeOut(wire, seen.response, { data: error.data as unknown, errors: error.errors });
    }
    // Anything but an HTTP status comes from below: the answer never arrived, or not whole.
    return seen.response && isHttpError(error)
      ? madeOut(wire, seen.response, error.response.data)
      : broken(wire, error);
  }
}

export async function sendRest(
  wire: Wire,
  token: string,
  request: { readonly method: string; readonly path: string; readonly body?: unknown },
): Promise<Answer> {
  try {
    const response = await fetch(`${wire.endpoints.rest}${request.path}`, {
      method: request.method,
      headers: { ...headersOf(wire, token), accept: "application/vnd.github+json", "content-type": "application/json" },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(wire.timeoutMs),
    });
    const body = parse(await response.text());
    return madeOut(wire, response, response.ok ? { data: body } : body);
  } catch (error) {
    return broken(wire, error);
  }
}

function headersOf(wire: Wire, token: string): Record<string, string> {
  return { authorization: `Bearer ${token}`, "user-agent": wire.userAgent };
}

function madeOut(wire: Wire, response: Response | undefined, body: unknown): Answer {
  if (!response) return broken(wire, new Error("there was no answer"));
  const raw: Raw = { status: response.status, headers: response.headers, body };
  return makeOut(raw, wire.clock.now(), wire.scrub);
}

/** Refused where no connection came about, as then nothing was sent; else nobody knows. */
function broken(wire: Wire, error: unknown): Answer {
  const causes = causesOf(error);
  const code = causes.map((cause) => ("code" in cause ? String(cause.code) : "")).find((word) => word !== "");
  const unsent = causes.some((cause) => "code" in cause && NOT_SENT.test(String(cause.code)));
  const timedOut = causes.some(({ name }) => name === "TimeoutError" || name === "AbortError");
  const host = new URL(wire.endpoints.graphql).host;
  const what = timedOut
    ? `${host} did not answer within ${wire.timeoutMs / 1000} s.`
    : `${host} could not be reached${code === undefined ? "" : ` (${code})`}.`;
  const recovery = "Check the network and GITHUB_API_URL, then try again.";
  return {
    kind: unsent ? "refused" : "lost",
    error: new GitHubError("github_unreachable", wire.scrub(what), recovery),
    facts: NO_FACTS,
  };
}

const NO_FACTS: Facts = { status: null, said: null, cost: null, scopes: null, clock: null };
const NOT_SENT =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|CERT_.*|SELF_SIGNED_.*|DEPTH_ZERO_.*|UNABLE_TO_.*)$/;

function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < 8; at = at.cause) causes.push(at);
  // Several addresses were tried, and each has failed in its own way.
  return causes.flatMap((cause) =>
    cause instanceof AggregateError ? [cause, ...cause.errors.filter(isError)] : [cause],
  );
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

function isHttpError(error: unknown): error is Error & { readonly response: { readonly data: unknown } } {
  return error instanceof Error && "response" in error && typeof error.response === "object" && error.response !== null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is an answer too, and `makeOut` says what it means.
    return text;
  }
}
