// A cursor as callers hold it: an opaque word that is good for one call, and says where its answer goes on.

import * as z from "zod";
import { canonicalJson } from "../../app/commit/json.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { plainJson } from "../../engine/words.ts";
import { NEXT, pageOf, PlaceGone, shortHash, type Place } from "./page.ts";

/** Fields of every answer that may come in pages. The instructions say what they are for, once and not on every tool. */
export const PAGED = {
  more: z.union([z.int(), z.literal(true)]).optional(),
  cursor: z.string().optional(),
  cut: z.string().optional(),
};

/** What a cursor holds, beside the call that it is good for. */
export interface Position {
  /** Where what the answer was read from goes on. */
  readonly source?: string | undefined;
  /** The name that the call was given, for answers that are kept under it. */
  readonly request?: string | undefined;
  readonly place: Place | null;
}

const LONGEST = 4_000;

const place: z.ZodType<Place> = z.strictObject({
  field: z.string(),
  given: z.int().min(0),
  mark: z.string(),
  get inner() {
    return place.optional();
  },
}) as z.ZodType<Place>;

const position = z.strictObject({
  call: z.string(),
  source: z.string().optional(),
  request: z.string().optional(),
  place: place.nullable(),
});

/** Which page is asked for. */
export interface Asked {
  readonly at: Position;
  /** What the call is known by that can ask for the next page: hardly any answer has one. null: nobody can. */
  readonly call: (() => string) | null;
}

export const FIRST_PAGE: Asked = { at: { place: null }, call: null };

/** `args`: without the cursor. */
export function askedPage(name: string, args: object, cursor: string | undefined): Asked | Refusal {
  const call = (): string => shortHash(canonicalJson([name, args]));
  if (cursor === undefined) return { at: { place: null }, call };
  const parsed = position.safeParse(cursor.length > LONGEST ? null : decoded(cursor));
  return parsed.success && parsed.data.call === call() ? { at: parsed.data, call } : wrongCursor();
}

/** A page as clients get it: some read the fields, others the text. */
export interface ToldPage {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly text: string;
}

export function onePage(answer: object, { at, call }: Asked): ToldPage | Refusal {
  const { [NEXT]: source = null, ...own } = answer as { readonly [NEXT]?: string | null };
  try {
    const { page, text, next, left, cut } = pageOf(own, at.place);
    if (next === null && source === null) return { fields: page, text: text ?? plainJson(page) };
    const from = next === null ? { ...at, source: source ?? undefined, place: null } : { ...at, place: next };
    const fields = {
      ...page,
      more: source === null ? left : true,
      ...(call ? { cursor: encoded({ ...from, call: call() }) } : {}),
      ...(cut === null ? {} : { cut }),
    };
    return { fields, text: plainJson(fields) };
  } catch (error) {
    if (error instanceof PlaceGone) return wrongCursor();
    throw error;
  }
}

export function wrongCursor(): Refusal {
  return refuse(
    "invalid_cursor",
    "cursor does not fit this call: it belongs to a call with other arguments, or what it stood at is gone.",
    "retry without cursor, which begins anew; then give each cursor back as it is, with the same arguments.",
  );
}

function encoded(at: Position & { readonly call: string }): string {
  return Buffer.from(JSON.stringify(at)).toString("base64url");
}

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
