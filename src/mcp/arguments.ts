// Checks a call's arguments, and says what is wrong with them and which call was probably meant.

import type * as z from "zod";
import { refuse, type Refusal } from "../engine/refusal.ts";
import { listed, quote, showName } from "../engine/words.ts";
import { correctedCall, fillIn, type CorrectedCall, type Told } from "./calls/corrected-call.ts";
import type { Tool } from "./tool.ts";

const MOST_PROBLEMS = 5;

export function checkArguments(
  tool: Tool,
  given: unknown,
  told: Told = { name: tool.name },
): { readonly args: unknown } | Refusal {
  const parsed = tool.input.safeParse(given ?? {}, { reportInput: true });
  if (parsed.success) return { args: parsed.data };
  const call = correctedCall(tool, given, told);
  const problems = parsed.error.issues.slice(0, MOST_PROBLEMS).map((issue) => describe(issue, call.strange));
  const missing = parsed.error.issues.filter(isMissing).map((issue) => issue.path.map(String).join("."));
  return refuse(
    "invalid_arguments",
    `The arguments of ${tool.name} don't fit: ${problems.join("; ")}.`,
    [`retry with ${call.text}.`, ...fillIn(call), ...others(tool, call)].join(" "),
    { tool: tool.name, arguments: problems, ...(missing.length > 0 ? { missing } : {}) },
  );
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
