// What came back from one request, understood before anybody acts on it. The one question that matters for a write: did
// GitHub carry it out (answer), surely not (refused), or does nobody know (lost)?

import type { Time } from "../../engine/facts.ts";
import type { Said } from "./budget.ts";
import { GitHubError, showUntil } from "./errors.ts";
import type { Scrub } from "./secrets.ts";

/** One entry of a GraphQL answer's `errors`. */
export interface Problem {
  readonly type: string | null;
  readonly message: string;
  readonly path: readonly (string | number)[];
  /** GitHub broke down over it: whether that part was carried out, nobody knows. */
  readonly unclear: boolean;
}

export type Answer =
  | { readonly kind: "answer"; readonly data: unknown; readonly problems: readonly Problem[]; readonly facts: Facts }
  | { readonly kind: "refused"; readonly error: GitHubError; readonly facts: Facts }
  | { readonly kind: "lost"; readonly error: GitHubError; readonly facts: Facts };

/** What the headers tell. */
export interface Facts {
  readonly status: number | null;
  readonly said: Said | null;
  /** The points that it took, where the operation asked. */
  readonly cost: number | null;
  /** Of classic tokens and of OAuth's; null: the token has no scopes. */
  readonly scopes: readonly string[] | null;
  /** What GitHub's clock said. */
  readonly clock: Time | null;
}

/** As it came from the network. */
export interface Raw {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed; text where it is no JSON. */
  readonly body: unknown;
}

/** What GitHub writes into `errors` where a 5xx would be the word: a time-out, or a failure of its own. */
const BREAKDOWN =
  /something went wrong|timed? ?out|couldn't respond|could not be completed|internal (?:server )?error/i;
const SECONDARY = /secondary rate limit|abuse detection|temporarily blocked from content creation/i;
/** It stops half way, and what it answers with looks like all there is. */
const TOO_MUCH = /resource limits?\b.*\bexceeded/i;
/** What GitHub recommends where it names no time. */
const SECONDARY_PAUSE_MS = 60_000;

export function makeOut(raw: Raw, now: Time, scrub: Scrub): Answer {
  const body = isRecord(raw.body) ? raw.body : null;
  const facts = factsOf(raw, body, now);
  const problems = body ? problemsOf(body, scrub) : [];
  const data = body?.["data"] ?? null;
  const old = tooOld(raw.headers);
  if (old !== null) return { kind: "refused", error: old, facts };
  const until = data === null ? limitedUntil(raw, problems, now) : null;
  if (until !== null) return { kind: "refused", error: limited(until, now), facts };
  if (raw.status === 401) return { kind: "refused", error: unauthorized(), facts };
  if (raw.status >= 500) return { kind: "lost", error: failed(`GitHub answered with ${raw.status}.`), facts };
  if (raw.status >= 400) return { kind: "refused", error: forbidden(raw, body, scrub), facts };
  if (!body || (data === null && problems.length === 0))
    return { kind: "lost", error: failed("What answered did not speak as GitHub does."), facts };
  const breakdown = isEmpty(data) ? problems.find(({ unclear }) => unclear) : undefined;
  if (breakdown) return { kind: "lost", error: failed(`GitHub failed: ${breakdown.message}`), facts };
  return { kind: "answer", data, problems, facts };
}

/** The same for less would be answered. */
export function isTooMuch({ type, message }: Problem): boolean {
  return type === "RESOURCE_LIMITS_EXCEEDED" || TOO_MUCH.test(message);
}

/** No part of it was carried out, or found. */
export function isEmpty(data: unknown): boolean {
  return data === null || (typeof data === "object" && Object.values(data).every((part) => part === null));
}

function limited(until: Time, now: Time): GitHubError {
  return new GitHubError(
    "github_limited",
    "GitHub refuses requests for a while: a rate limit was reached. Nothing was written.",
    `Try again at ${showUntil(until, now)}.`,
    until,
  );
}

/** The words of an answer that is an error and nothing else. */
export function rejected(problems: readonly Problem[]): GitHubError {
  const words = problems.map(({ message }) => message).join(" ") || "There was no data in the answer.";
  const scopes = problems.some(({ type }) => type === "INSUFFICIENT_SCOPES");
  if (problems.some(isTooMuch)) return failed(`GitHub stopped half way, as too much was asked of it at once: ${words}`);
  if (scopes || problems.some(({ type }) => type === "FORBIDDEN")) {
    return new GitHubError(
      "github_forbidden",
      `GitHub refused: ${words}`,
      scopes
        ? "Give the token what it lacks: `gh auth refresh --scopes project,repo`."
        : "Run `signalbox doctor`: it says what the token lacks.",
    );
  }
  return new GitHubError("github_rejected", `GitHub refused: ${words}`, "Run `signalbox doctor` to see what is wrong.");
}

function unauthorized(): GitHubError {
  return new GitHubError(
    "github_unauthorized",
    "GitHub does not know this token (401).",
    "Set SIGNALBOX_GITHUB_TOKEN to a valid one, or run `gh auth login`.",
  );
}

function forbidden(raw: Raw, body: Record<string, unknown> | null, scrub: Scrub): GitHubError {
  const message = typeof body?.["message"] === "string" ? ` ${scrub(body["message"]).slice(0, 300)}` : "";
  const sso = raw.headers.get("x-github-sso") !== null;
  return new GitHubError(
    "github_forbidden",
    `GitHub refused (${raw.status}).${message}`,
    sso
      ? "Authorize the token for the organisation's single sign-on in GitHub's settings of tokens."
      : "Run `signalbox doctor`: it says what the token lacks.",
  );
}

/** Sub-issues, blocked-by and issues on a project as they are used here came with this version of GitHub's own server. */
const OLDEST = [3, 20] as const;

/** Servers of one's own say their version; github.com does not. */
function tooOld(headers: Headers): GitHubError | null {
  const version = /(\d+)\.(\d+)/.exec(headers.get("x-github-enterprise-version") ?? "");
  if (!version) return null;
  const [major, minor] = [Number(version[1]), Number(version[2])];
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return null;
  return new GitHubError(
    "github_settings",
    `This is GitHub Enterprise Server ${major}.${minor}, and boards need ${OLDEST.join(".")} or newer. Nothing was written.`,
    "Have the server upgraded, or keep the tickets in Signalbox itself with SIGNALBOX_TRACKER=local.",
  );
}

function failed(what: string): GitHubError {
  return new GitHubError(
    "github_failed",
    what,
    "Try again in a moment; https://www.githubstatus.com tells of outages.",
  );
}

/** Limits come as 403, as 429, and as 200 with an error and no data. */
function limitedUntil({ status, headers }: Raw, problems: readonly Problem[], now: Time): Time | null {
  const asError = problems.some(({ type, message }) => type === "RATE_LIMITED" || SECONDARY.test(message));
  const refused = status === 403 || status === 429;
  if (!asError && !refused) return null;
  const after = Number(headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(after)) return now + after * 1000;
  if (headers.get("x-ratelimit-remaining") === "0") {
    const reset = resetTime(headers, now);
    if (reset !== null) return Math.max(reset, now);
  }
  return asError || status === 429 ? now + SECONDARY_PAUSE_MS : null;
}

function factsOf({ status, headers }: Raw, body: Record<string, unknown> | null, now: Time): Facts {
  const scopes = headers.get("x-oauth-scopes");
  const data = isRecord(body?.["data"]) ? body["data"] : {};
  const rate = isRecord(data["rateLimit"]) ? data["rateLimit"] : {};
  return {
    status,
    said: saidBy(headers, now) ?? saidIn(rate, headers, now),
    cost: typeof rate["cost"] === "number" ? rate["cost"] : null,
    scopes:
      scopes === null
        ? null
        : scopes
            .split(",")
            .map((scope) => scope.trim())
            .filter((scope) => scope !== ""),
    clock: clockIn(headers),
  };
}

function saidBy(headers: Headers, now: Time): Said | null {
  const [limit, remaining] = [headers.get("x-ratelimit-limit"), headers.get("x-ratelimit-remaining")];
  const resetAt = resetTime(headers, now);
  // REST has an account of its own, with other numbers.
  if (limit === null || remaining === null || resetAt === null) return null;
  if (headers.get("x-ratelimit-resource") !== "graphql") return null;
  return { limit: Number(limit), remaining: Number(remaining), resetAt };
}

/** The answer's own `rateLimit`: a server of one's own may send no such headers. */
function saidIn(rate: Record<string, unknown>, headers: Headers, now: Time): Said | null {
  const { limit, remaining, resetAt } = rate;
  if (typeof limit !== "number" || typeof remaining !== "number" || typeof resetAt !== "string") return null;
  return { limit, remaining, resetAt: byOurClock(Date.parse(resetAt), headers, now) };
}

function resetTime(headers: Headers, now: Time): Time | null {
  const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN) * 1000;
  return Number.isFinite(reset) ? byOurClock(reset, headers, now) : null;
}

/** GitHub names the moment by its own clock; what counts here is how far away it is. */
function byOurClock(moment: Time, headers: Headers, now: Time): Time {
  const theirs = clockIn(headers);
  return theirs === null ? moment : now + (moment - theirs);
}

function clockIn(headers: Headers): Time | null {
  const time = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(time) ? null : time;
}

function problemsOf(body: Record<string, unknown>, scrub: Scrub): Problem[] {
  const errors: readonly unknown[] = Array.isArray(body["errors"]) ? body["errors"] : [];
  const texts = errors.length === 0 && typeof body["message"] === "string" ? [{ message: body["message"] }] : errors;
  return texts.map((error) => {
    const { type, message, path } = isRecord(error) ? error : {};
    const words = typeof message === "string" ? message : "unknown error";
    return {
      type: typeof type === "string" ? type : null,
      message: scrub(words).slice(0, 500),
      path: Array.isArray(path) ? path : [],
      unclear: BREAKDOWN.test(words) || TOO_MUCH.test(words),
    };
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
