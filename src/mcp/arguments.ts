// Checks a call's arguments, and says what is wrong in words that lead to the right call.

import type * as z from "zod";
import { refuse, type Refusal } from "../engine/refusal.ts";
import { listed, nearest, quote, showName } from "../engine/words.ts";
import type { Tool } from "./tool.ts";

export function checkArguments(tool: Tool, given: unknown): { readonly args: unknown } | Refusal {
  const parsed = tool.input.safeParse(given ?? {}, { reportInput: true });
  if (parsed.success) return { args: parsed.data };
  const known = Object.keys(tool.input.shape);
  const problems = parsed.error.issues.slice(0, 5).map((issue) => describe(issue, known));
  const needed = known.filter((key) => !tool.input.shape[key]?.safeParse(undefined).success);
  return refuse(
    "invalid_arguments",
    `The arguments of ${tool.name} don't fit: ${problems.join("; ")}.`,
    `retry with arguments of ${tool.name}: ${listed(
      needed.map((key) => `${key} (required)`),
      "and",
    )}${needed.length > 0 ? "; " : ""}optional are ${listed(
      known.filter((key) => !needed.includes(key)),
      "and",
    )}.`,
    { arguments: problems },
  );
}

function describe(issue: z.core.$ZodIssue, known: readonly string[]): string {
  const place = issue.path.length === 0 ? "" : showName(issue.path.map(String).join("."));
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, 5)
      .map((key) => {
        const meant = nearest(key, known);
        const shown = quote(key);
        return meant === undefined
          ? `${shown} is no argument of it`
          : `${shown} is no argument of it, did you mean ${meant}?`;
      })
      .join("; ");
  }
  if (place === "") return issue.message;
  const missing = issue.code === "invalid_type" && issue.input === undefined;
  return missing ? `${place} is missing` : `${place}: ${issue.message}`;
}
