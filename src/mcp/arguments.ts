// Checks a call's arguments, and says what is wrong with them and which call was probably meant.

import type * as z from "zod";
import { refuse, type Refusal } from "../engine/refusal.ts";
import { listed, quote, showName } from "../engine/words.ts";
import { correctedCall, fillIn, type CorrectedCall, type Told } from "./calls/corrected-call.ts";
import type { Tool } from "./tool.ts";

/** Their limits are larger, and known to the verb that takes them. */
const TEXTS: ReadonlySet<string> = new Set(["title", "body", "reason", "error", "graph", "cursor"]);

/** No name or word of a workflow is longer. */
const LONGEST_WORD = 1_000;

const MOST_LEVELS = 64;

const MOST_PROBLEMS = 5;

export function checkArguments(
  tool: Tool,
  given: unknown,
  told: Told = { name: tool.name },
): { readonly args: unknown } | Refusal {
  const unfit = checkSizes(given);
  if (unfit) return unfit;
  const parsed = tool.input.safeParse(given ?? {}, { reportInput: true });
  if (parsed.success) return { args: parsed.data };
  const call = correctedCall(tool, given, told);
  const problems = parsed.error.issues.slice(0, MOST_PROBLEMS).map((issue) => describe(issue, call.strange));
  const missing = parsed.error.issues.filter(isMissing).map((issue) => issue.path.map(String).join("."));
  return refuse(
    "invalid_arguments",
    `The arguments of ${tool.name} don't fit: ${problems.join("; ").replace(/(?<!\?)$/, ".")}`,
    [`retry with ${call.text}.`, ...fillIn(call), ...others(tool, call)].join(" "),
    { tool: tool.name, arguments: problems, ...(missing.length > 0 ? { missing } : {}) },
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

/** Who gave an argument that means nothing here may look for another one, or for another tool. */
function others(tool: Tool, { strange }: CorrectedCall): readonly string[] {
  const lost = [...strange].filter(([, meant]) => meant === undefined).map(([name]) => name);
  if (lost.length === 0) return [];
  const isState = lost.some((name) => /state|status/i.test(name));
  return [
    `All arguments of ${tool.name}: ${listed(Object.keys(tool.input.shape), "and")}.`,
    ...(isState && tool.toolset === "tickets" ? ["A ticket's state is changed by handoff_ticket alone."] : []),
  ];
}

function describe(issue: z.core.$ZodIssue, strange: CorrectedCall["strange"]): string {
  const place = issue.path.length === 0 ? "" : showName(issue.path.map(String).join("."));
  if (issue.code === "unrecognized_keys" && place === "") {
    return issue.keys
      .slice(0, MOST_PROBLEMS)
      .map((key) => {
        if (key.length > LONGEST_WORD) return `a name of ${key.length} characters is no argument of it`;
        const meant = strange.get(key);
        const shown = quote(key);
        return meant === undefined
          ? `${shown} is no argument of it`
          : `${shown} is no argument of it, did you mean ${meant}?`;
      })
      .join("; ");
  }
  if (place === "") return issue.message;
  return isMissing(issue) ? `${place} is missing` : `${place}: ${issue.message}`;
}

function isMissing(issue: z.core.$ZodIssue): boolean {
  return issue.code === "invalid_type" && issue.input === undefined && issue.path.length > 0;
}
