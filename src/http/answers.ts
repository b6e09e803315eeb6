// How answers leave: JSON, refusals with the status that fits their code, and errors that know a way out.

import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { wayOut } from "../app/commit/errors.ts";
import { isRefusal, type Refusal } from "../engine/refusal.ts";
import { tell } from "../engine/surfaces/tell.ts";
import { plainJson } from "../engine/words.ts";
import type { ApiError } from "./contract.ts";
import { STATUSES } from "./statuses.ts";

/** What is answered before anybody looks at a rule; docs/troubleshooting.md explains each. */
export type HttpErrorCode =
  | "claims_not_allowed"
  | "cross_site"
  | "host_not_allowed"
  | "internal_error"
  | "link_from_elsewhere"
  | "link_used_up"
  | "not_found"
  | "origin_not_allowed"
  | "proof_needed"
  | "role_not_allowed"
  | "server_busy"
  | "signature_wrong"
  | "signed_out"
  | "streams_full"
  | "token_needed"
  | "token_unknown"
  | "too_large"
  | "too_many_failures"
  | "too_many_streams"
  | "too_many_waiting"
  | "too_many_writes"
  | "webhook_unreadable"
  | "webhooks_off";

export function reply(context: Context, answer: object | Refusal, status: ContentfulStatusCode = 200): Response {
  return isRefusal(answer) ? refused(context, answer) : answered(context, answer, status);
}

/** Everything that the API answers goes this way. */
function answered(context: Context, answer: object, status: ContentfulStatusCode): Response {
  return context.body(plainJson(answer), status, { "Content-Type": "application/json" });
}

export function refused(context: Context, refusal: Refusal): Response {
  const { what: message, recovery } = tell(refusal, "web");
  return send(context, STATUSES[refusal.code], { code: refusal.code, message, recovery });
}

export function fail(
  context: Context,
  status: ContentfulStatusCode,
  code: HttpErrorCode,
  message: string,
  recovery: string,
): Response {
  return send(context, status, { code, message, recovery });
}

/** An error that is no bug: the store is busy, full or away. */
export function failed(context: Context, error: unknown): Response | null {
  const known = wayOut(error);
  if (!known) return null;
  context.header("Retry-After", "1");
  return send(context, 503, { code: known.code, message: known.what, recovery: known.recovery });
}

function send(context: Context, status: ContentfulStatusCode, error: ApiError["error"]): Response {
  return answered(context, { error } satisfies ApiError, status);
}
