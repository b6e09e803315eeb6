// A refusal on each surface. Agents are told of tools; what people read in a terminal or a browser names no tool, and no
// argument of one.

import type { Words } from "../../src/engine/acts.ts";
import { isRefusal, type Refusal } from "../../src/engine/refusal.ts";
import { inWords, tell, type Told } from "../../src/engine/surfaces/tell.ts";
import { LISTED_TOOLS } from "../../src/mcp/listed-tools.generated.ts";

/** With its words as an agent reads them. */
export type ToldToAgent<Answer> = Answer extends Refusal
  ? Omit<Answer, "what" | "recovery"> & Told
  : Answer extends { readonly warnings: readonly Words[] }
    ? Omit<Answer, "warnings"> & { readonly warnings: readonly string[] }
    : Answer;

export type ToldRefusal = ToldToAgent<Refusal>;

/** The same function; what it refuses is told to an agent. */
export function telling<Args extends readonly unknown[], Answer extends object>(
  decide: (...args: Args) => Answer,
): (...args: Args) => ToldToAgent<Answer> {
  return (...args) => toldToAgent(decide(...args));
}

/** An answer as it is, a refusal as an agent reads it. On the way, what people would read is checked. */
export function toldToAgent<Answer extends object>(answer: Answer): ToldToAgent<Answer> {
  if (isRefusal(answer)) checkWordsForPeople(answer);
  const told: object = isRefusal(answer) ? { ...answer, ...tell(answer, "mcp") } : withWarnings(answer);
  return told as ToldToAgent<Answer>;
}

function withWarnings(answer: object): object {
  if (!("warnings" in answer)) return answer;
  return { ...answer, warnings: (answer.warnings as readonly Words[]).map((words) => inWords(words, "mcp")) };
}

/** Every argument of every tool, and those that stand in lists of tasks, which no schema names. */
const ARGUMENTS = [...new Set([...LISTED_TOOLS.flatMap(({ input }) => namesIn(input)), "dependsOn", "batch_index"])];

/** Words that are nobody's but a tool's: no person says `to_state`, or `targetState`. */
const OF_TOOLS_ALONE = [
  ...LISTED_TOOLS.map(({ name }) => name),
  ...ARGUMENTS.filter((name) => /_|[a-z][A-Z]/.test(name)),
];

const TOOL_WORD = new RegExp(`\\b(?:${OF_TOOLS_ALONE.join("|")})\\b`);
/** `claim=true`, `command="ralph_plan"`: how arguments stand in a call. */
const SET_ARGUMENT = new RegExp(`(?<![\\w-])(?:${ARGUMENTS.join("|")})=`);
/** What somebody has sent is quoted, and may be any word. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

function checkWordsForPeople(refusal: Refusal): void {
  for (const surface of ["cli", "web"] as const) {
    const { what, recovery, error } = tell(refusal, surface);
    if (recovery === "") throw new Error(`${refusal.code} says nothing of how to go on`);
    for (const text of [what, recovery]) {
      const named = TOOL_WORD.exec(text.replaceAll(QUOTED, '""')) ?? SET_ARGUMENT.exec(text);
      if (named) throw new Error(`people are told of "${named[0]}" (${surface}): ${error}`);
    }
  }
}

function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => [
    ...(name === "properties" && typeof inner === "object" && inner !== null ? Object.keys(inner) : []),
    ...namesIn(inner),
  ]);
}
