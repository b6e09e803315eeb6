// What comes in: bodies and queries, checked before anything else sees them.

import type { Context } from "hono";
import * as z from "zod";
import { refuse, type Refusal } from "../engine/refusal.ts";
import { showName } from "../engine/words.ts";
import type { TicketName } from "./contract.ts";

export async function readBody<T>(context: Context, schema: z.ZodType<T>): Promise<{ readonly body: T } | Refusal> {
  const type = context.req.header("content-type") ?? "";
  // A form on any page could send something else without asking; for JSON a browser asks first.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    return refuse(
      "invalid_content_type",
      "The body is not sent as JSON.",
      "send it with Content-Type: application/json.",
    );
  }
  const given: unknown = await context.req.json().catch(() => undefined);
  if (given === undefined) return refuse("invalid_json", "The body is not JSON.", "send a JSON object.");
  const parsed = schema.safeParse(given);
  return parsed.success ? { body: parsed.data } : misfit(parsed.error);
}

export function readQuery<T>(context: Context, schema: z.ZodType<T>): { readonly query: T } | Refusal {
  const parsed = schema.safeParse(context.req.query());
  return parsed.success ? { query: parsed.data } : misfit(parsed.error);
}

/** A number in a query, within bounds. */
export function whole(least: number, most: number): z.ZodType<number> {
  return z.coerce.number().int().min(least).max(most);
}

/** A ticket in a body: by number, or by key where it is in another repository. */
export const ticketName: z.ZodType<TicketName> = z.union([z.int().positive(), z.string().min(1).max(300)]);

export function keyOfName(name: TicketName): string {
  return String(name).replace(/^#/, "");
}

function misfit(error: z.ZodError): Refusal {
  const problems = error.issues.slice(0, 5).map((issue) => {
    const place = issue.path.map(String).join(".");
    return place === "" ? issue.message.slice(0, 200) : `${showName(place)}: ${issue.message.slice(0, 200)}`;
  });
  return refuse("invalid_arguments", `That does not fit: ${problems.join("; ")}.`, "correct that, and send it again.");
}
