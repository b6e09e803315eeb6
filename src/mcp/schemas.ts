// JSON Schemas of the tools, made when the list of tools is generated: making them costs more than all else that a server
// does when it starts.

import * as z from "zod";
import type { PAGED } from "./pages/cursors.ts";
import type { JsonSchema, ListedTool } from "./listed-tool.ts";
import type { Tool } from "./tool.ts";

export function listedTool(tool: Tool): ListedTool {
  const { name, toolset, title, description, annotations } = tool;
  const input = render(tool.input, "input");
  return { name, toolset, title, description, annotations, input, output: outputSchema(tool) };
}

/** Any answer may have them, and the instructions say what they are for: every client would pay for them on every tool. */
const HIDDEN = { more: true, cursor: true, cut: true } as const satisfies Record<keyof typeof PAGED, true>;

/**
 * Of an answer, or of a refusal, which has fields of its own: some clients hold both against this schema, and would turn
 * a refusal away before the model has read how to recover.
 */
function outputSchema(tool: Tool): JsonSchema {
  const { type, ...answer } = render(tool.output.omit(HIDDEN), "output");
  return { type, anyOf: [answer, { required: ["error"] }] };
}

function render(schema: z.ZodObject, io: "input" | "output"): JsonSchema {
  const made = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema, path }) => {
      // Checked in full, but shown without its fields: the tool's description names them in fewer words.
      if (jsonSchema["bare"] === true) {
        for (const key of Object.keys(jsonSchema)) if (key !== "type") delete jsonSchema[key];
      }
      // What every integer of JavaScript is anyway: it costs each client tokens, and says nothing.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      // Limits that no honest call comes near; one that is over them is told so.
      if (jsonSchema.exclusiveMinimum === 0) delete jsonSchema.exclusiveMinimum;
      delete jsonSchema.maxItems;
      if (isEmpty(jsonSchema.properties)) delete jsonSchema.properties;
      if (isEmpty(jsonSchema.additionalProperties)) delete jsonSchema.additionalProperties;
      // An answer may grow; only what is asked for is closed.
      if (io === "output") {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        if (jsonSchema.const !== undefined) delete jsonSchema.type;
        // Which parts are always there is said of the answer itself, and of nothing inside it.
        if (path.length > 0) delete jsonSchema.required;
      }
    },
  });
  const { $schema: _, ...plain } = made;
  if (io === "output") return joinTypes(plain) as JsonSchema;
  for (const property of Object.values(plain.properties ?? {})) splitTypes(property);
  return plain;
}

/** Several types in one list are less portable than a branch for each: some providers turn such a tool away. */
function splitTypes(property: unknown): void {
  if (typeof property !== "object" || property === null || !("type" in property)) return;
  const { type } = property;
  if (!Array.isArray(type)) return;
  Reflect.deleteProperty(property, "type");
  Object.assign(property, { anyOf: type.map((one: unknown) => ({ type: one })) });
}

/** No model is given what a tool answers with as a form to fill in: there, "or null" needs no branch of its own. */
function joinTypes(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(joinTypes);
  if (typeof schema !== "object" || schema === null) return schema;
  const { anyOf, ...rest } = Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, joinTypes(part)]));
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { anyOf, ...rest };
  const [one, nothing, ...others] = anyOf as Readonly<Record<string, unknown>>[];
  if (others.length > 0 || nothing?.["type"] !== "null" || typeof one?.["type"] !== "string") return { anyOf, ...rest };
  return { ...rest, ...one, type: [one["type"], "null"] };
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
