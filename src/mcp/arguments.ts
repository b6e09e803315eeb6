// Checks a call's arguments, and says what is wrong in words that lead to the right call.

import type * as z from "zod";
import { refuse, type Refusal } from "../engine/refusal.ts";
import { listed, nearest, quote, showName } from "../engine/words.ts";
import type { Tool } from "./tool.ts";

/** Their limits are larger, and known to the verb that takes them. */
const TEXTS: ReadonlySet<string> = new Set(["title", "body", "reason", "error", "graph", "cursor"]);

/** No name or word of a workflow is longer. */
const LONGEST_WORD = 1_000;

const MOST_LEVELS = 64;

export function checkArguments(tool: Tool, given: unknown): { readonly args: unknown } | Refusal {
  const unfit = checkSizes(given);
  if (unfit) return unfit;
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

/** What is too long, or nested too deeply, is not looked at any further, and not repeated in the answer. */
function checkSizes(given: unknown): Refusal | null {
  if (typeof given !== "object" || given === null) return null;
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "string" && value.length > LONGEST_WORD && !TEXTS.has(name)) {
      const [size, limit, shown] = [value.length, LONGEST_WORD, showName(name)];
      return refuse(
        "too_long",
        `${shown} is too long: ${size} characters, and ${limit} are taken.`,
        `retry with ${shown} cut to ${limit} characters at the most.`,
        { field: shown, size, limit, unit: "characters" },
      );
    }
    // Metadata has a limit of its own.
    if (name !== "metadata" && isDeep(value)) {
      return refuse(
        "invalid_arguments",
        `${showName(name)} is nested more than ${MOST_LEVELS} levels deep.`,
        `retry with less nesting in ${showName(name)}.`,
        { arguments: [showName(name)] },
      );
    }
  }
  return null;
}

/** Level by level: whatever walks into a value that is nested without end runs out of stack. */
function isDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true;
    level = level.flatMap((inner) => (typeof inner === "object" && inner !== null ? Object.values(inner) : []));
  }
  return false;
}

function describe(issue: z.core.$ZodIssue, known: readonly string[]): string {
  const place = issue.path.length === 0 ? "" : showName(issue.path.map(String).join("."));
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, 5)
      .map((key) => {
        if (key.length > LONGEST_WORD) return `a name of ${key.length} characters is no argument of it`;
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
