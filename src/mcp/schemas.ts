// JSON Schemas of the tools, made once for a workflow: building them costs more than answering.

import { z } from "zod";
import type { Machine } from "../engine/compile.ts";
import { wordsOf, type Tool } from "./tool.ts";

export type JsonSchema = Record<string, unknown>;

export function inputSchema(machine: Machine, tool: Tool): JsonSchema {
  return render(machine, tool.input, "input");
}

export function outputSchema(machine: Machine, tool: Tool): JsonSchema {
  return render(machine, tool.output, "output");
}

function render(machine: Machine, schema: z.ZodObject, io: "input" | "output"): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      const { words } = jsonSchema as { words?: Parameters<typeof wordsOf>[1] };
      if (words !== undefined) {
        delete jsonSchema["words"];
        jsonSchema.enum = [...wordsOf(machine, words)];
      }
      // What every integer of JavaScript is anyway: it costs each client tokens, and says nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  const { $schema: _, ...plain } = made;
  return plain;
}
