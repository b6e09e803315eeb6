// JSON Schemas of the tools, made once for a workflow: building them costs more than answering.

import { z } from "zod";
import { wordsOf, type Tool, type WordSources } from "./tool.ts";

export type JsonSchema = Record<string, unknown>;

export function inputSchema(sources: WordSources, tool: Tool): JsonSchema {
  return render(sources, tool.input, "input");
}

/**
 * Of an answer, or of a refusal, which has fields of its own: some clients hold both against this schema, and would turn
 * a refusal away before the model has read how to recover.
 */
export function outputSchema(sources: WordSources, tool: Tool): JsonSchema {
  const { type, ...answer } = render(sources, tool.output, "output");
  return { type, anyOf: [answer, { required: ["error"] }] };
}

function render(sources: WordSources, schema: z.ZodObject, io: "input" | "output"): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      const { words } = jsonSchema as { words?: Parameters<typeof wordsOf>[1] };
      if (words !== undefined) {
        delete jsonSchema["words"];
        jsonSchema.enum = [...wordsOf(sources, words)];
      }
      // Checked in full, but shown without its fields: the tool's description names them in fewer words.
      if (jsonSchema["bare"] === true) {
        for (const key of Object.keys(jsonSchema)) if (key !== "type") delete jsonSchema[key];
      }
      // What every integer of JavaScript is anyway: it costs each client tokens, and says nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (isEmpty(jsonSchema.properties)) delete jsonSchema.properties;
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      // An answer may grow; only what is asked for is closed.
      if (io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  const { $schema: _, ...plain } = made;
  return plain;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
