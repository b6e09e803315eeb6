// Answers of the past: ?at= names a row of the ledger or a time.

import * as z from "zod";
import type { App } from "../app/app.ts";
import { atMoment, momentOf, readNamed, viewMoment } from "../app/pages/past.ts";
import type { PastView } from "../app/pages/views.ts";
import { isRefusal, type Refusal } from "../engine/refusal.ts";
import type { Key } from "../engine/facts.ts";

export const AT = z.strictObject({
  at: z
    .string()
    .max(40)
    .transform((text, context) => {
      const named = readNamed(text);
      if (named) return named;
      context.addIssue("a moment is a row's number, or a time such as 2026-11-16T11:42:00Z");
      return z.NEVER;
    })
    .optional(),
});

type At = NonNullable<z.infer<typeof AT>["at"]>;

export async function pastOf<T extends object>(
  app: App,
  at: At,
  about: readonly Key[],
  make: (then: App) => Promise<T | Refusal>,
): Promise<(Exclude<T, Refusal> & { readonly seq: number; readonly now: string; readonly past: PastView }) | Refusal> {
  const moment = await momentOf(app, at);
  if (isRefusal(moment)) return moment;
  const answer = await atMoment(app, moment, about, make);
  if (isRefusal(answer)) return answer;
  const past = await viewMoment(app, moment);
  return { ...(answer as Exclude<T, Refusal>), seq: past.seq, now: past.at, past };
}
