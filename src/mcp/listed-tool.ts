// A tool as a client is shown it, but for the words of the workflow, which stand in its schemas by their kind.

import type { Annotations, Toolset } from "./tool.ts";
import { WORDS, wordsOf, type Words, type WordSources } from "./words.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ListedTool {
  readonly name: string;
  readonly toolset: Toolset;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly input: JsonSchema;
  readonly output: JsonSchema;
}

/** As it goes over the wire. */
export interface ShownTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema & { type: "object" };
  readonly outputSchema: JsonSchema & { type: "object" };
  readonly annotations: Annotations;
}

export function showTool(sources: WordSources, tool: ListedTool, name: string): ShownTool {
  const { title, description, annotations, input, output } = tool;
  return {
    name,
    title,
    description,
    inputSchema: withWords(sources, input),
    outputSchema: withWords(sources, output),
    annotations,
  };
}

/** The schema with the workflow's own words as an enum wherever it names their kind. */
function withWords(sources: WordSources, schema: JsonSchema): JsonSchema & { type: "object" } {
  return filled(sources, schema) as JsonSchema & { type: "object" };
}

function filled(sources: WordSources, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => filled(sources, item));
  const { [WORDS]: words, ...rest } = value as Record<string, unknown>;
  const made = Object.entries(rest).map(([name, inner]) => [name, filled(sources, inner)]);
  const known = words === undefined ? [] : wordsOf(sources, words as Words);
  // A workflow may have none of a kind, and a list of nothing is no schema.
  if (known.length > 0) made.push(["enum", [...known]]);
  return Object.fromEntries(made);
}
